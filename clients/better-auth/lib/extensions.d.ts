import type { CustomAdapter } from "better-auth/adapters";
import { type Model } from "./models.js";
import type { Schema } from "./names.js";
import type { Row } from "./rows.js";
import type { Store } from "./store.js";
/** A change that depends on the row as it is. */
export type Step = Parameters<NonNullable<CustomAdapter["incrementOne"]>>[0];
export declare function extensions(store: Store, name: string, schema: Schema): Model;
/** The changes of an atomic step: what is set, and the counters as they are with the step added. */
export declare function stepped(row: Row, { increment, set }: Pick<Step, "increment" | "set">): Row;
