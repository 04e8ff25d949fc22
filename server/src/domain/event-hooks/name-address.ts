/** An address without what may be a password in it: its path and query. Null: it can't be read any more. */
export function nameAddress(url: string | null): string {
  return url === null ? "an address that can't be read any more" : new URL(url).host;
}
