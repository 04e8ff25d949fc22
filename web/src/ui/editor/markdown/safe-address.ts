const schemes = new Set(["http", "https", "mailto", "cairn"]);

/**
 * Returns the address if a link may have it: web, mail, mention, or relative. Null for everything that could run code
 * or open another program.
 */
export function sanitizeAddress(address: string | null | undefined): string | null {
  if (!address) return null;
  // Browsers ignore control characters and spaces before the scheme.
  // oxlint-disable-next-line no-control-regex
  const scheme = /^([^/?#:]*):/.exec(address.replaceAll(/[\u0000-\u0020\u007f-\u009f]/g, ""))?.[1];
  return scheme === undefined || schemes.has(scheme.toLowerCase()) ? address : null;
}
