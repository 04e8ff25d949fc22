/** An address without what may be a password in it: its path and query. */
export function nameAddress(url: string): string {
  return new URL(url).host;
}
