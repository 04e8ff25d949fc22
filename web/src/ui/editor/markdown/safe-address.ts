const schemes = new Set(["http", "https", "mailto", "cairn"]);

/**
 * The address if a link may carry it: of the web, of mail, of a mention, or relative. Null for all that could run code or
 * open another program.
 */
export function sanitizeAddress(address: string | null | undefined): string | null {
  if (!address) return null;
  // Browsers leave out control characters and spaces before they read the scheme.
  // oxlint-disable-next-line no-control-regex
  const scheme = /^([^/?#:]*):/.exec(address.replaceAll(/[\u0000-\u0020\u007f-\u009f]/g, ""))?.[1];
  return scheme === undefined || schemes.has(scheme.toLowerCase()) ? address : null;
}
