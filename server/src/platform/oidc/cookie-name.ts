/**
 * The name of a cookie of this installation. Cookies are shared between ports, so two installations on one host would
 * overwrite each other's; one on an unusual port has the port in the name.
 */
export function cookieName(base: string, apiHost: string): string {
  const { port } = new URL(apiHost);
  return port === "" ? base : `${base}_${port}`;
}
