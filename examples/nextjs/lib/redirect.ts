/** Where to go after signing in: a path of this site and nothing else. */
export function pathAfter(wanted: string | string[] | undefined): string {
  return typeof wanted === "string" && /^\/(?![/\\])/.test(wanted) ? wanted : "/products";
}
