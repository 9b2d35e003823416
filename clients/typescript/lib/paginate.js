import { unwrap } from "./client.js";
/** Every item of a paged list, fetched page by page; `limit` in the query is the size of a page. */
export async function* paginate(client, path, query, ...[inPath]) {
    // One signature for every paged path; the types above say what each of them takes and gives.
    const get = client.GET;
    for (let offset = 0;;) {
        const page = await unwrap(get(path, { params: { query: { limit: 200, ...query, offset }, path: inPath } }));
        yield* page.items;
        offset += page.items.length;
        if (page.items.length === 0 || offset >= page.total)
            return;
    }
}
