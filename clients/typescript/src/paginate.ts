import { type Client, unwrap } from "./client.js";
import type { paths } from "../schema.js";

type Answer<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { "application/json": infer Body } } } };
}
  ? Body
  : never;
type Parameters<P extends keyof paths> = paths[P] extends { get: { parameters: infer Given } } ? Given : never;

/** The paths whose GET answers `{items, total, limit, offset}`. */
export type PagedPath = {
  [P in keyof paths]: Answer<P> extends { items: unknown[]; total: number; offset: number } ? P : never;
}[keyof paths];
export type Item<P extends PagedPath> = Answer<P> extends { items: (infer One)[] } ? One : never;
type Query<P extends PagedPath> = Parameters<P> extends { query?: infer Given } ? Omit<NonNullable<Given>, "offset"> : never;
type PathParameters<P extends PagedPath> = Parameters<P> extends { path: infer Given } ? [path: Given] : [];

/** Every item of a paged list, fetched page by page; `limit` in the query is the size of a page. */
export async function* paginate<P extends PagedPath>(
  client: Client,
  path: P,
  query: Query<P>,
  ...[inPath]: PathParameters<P>
): AsyncGenerator<Item<P>, void, undefined> {
  // One signature for every paged path; the types above say what each of them takes and gives.
  const get = client.GET as unknown as (path: P, init: unknown) => Promise<{ data?: { items: Item<P>[]; total: number }; response: Response }>;
  for (let offset = 0; ; ) {
    const page = await unwrap(get(path, { params: { query: { limit: 200, ...query, offset }, path: inPath } }));
    yield* page.items;
    offset += page.items.length;
    if (page.items.length === 0 || offset >= page.total) return;
  }
}
