import { type Client } from "./client.js";
import type { paths } from "../schema.js";
type Answer<P extends keyof paths> = paths[P] extends {
    get: {
        responses: {
            200: {
                content: {
                    "application/json": infer Body;
                };
            };
        };
    };
} ? Body : never;
type Parameters<P extends keyof paths> = paths[P] extends {
    get: {
        parameters: infer Given;
    };
} ? Given : never;
/** The paths whose GET answers `{items, total, limit, offset}`. */
export type PagedPath = {
    [P in keyof paths]: Answer<P> extends {
        items: unknown[];
        total: number;
        offset: number;
    } ? P : never;
}[keyof paths];
export type Item<P extends PagedPath> = Answer<P> extends {
    items: (infer One)[];
} ? One : never;
type Query<P extends PagedPath> = Parameters<P> extends {
    query?: infer Given;
} ? Omit<NonNullable<Given>, "offset"> : never;
type PathParameters<P extends PagedPath> = Parameters<P> extends {
    path: infer Given;
} ? [path: Given] : [];
/** Every item of a paged list, fetched page by page; `limit` in the query is the size of a page. */
export declare function paginate<P extends PagedPath>(client: Client, path: P, query: Query<P>, ...[inPath]: PathParameters<P>): AsyncGenerator<Item<P>, void, undefined>;
export {};
