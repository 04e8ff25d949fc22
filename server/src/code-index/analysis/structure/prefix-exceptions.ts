/** Around a prefix that some paths do not have. */
const prefixMark = "\u0004";
const maxPatternLength = 200;
const maxWildcards = 6;

export function withExceptions(prefix: string, except: readonly string[] | undefined): string {
  return except === undefined || prefix === "" ? prefix : `${prefixMark}${prefix}${prefixMark}`;
}

/** The path without the prefix where it is one of the exceptions. */
export function settlePrefix(path: string, method: string, except: readonly string[]): string {
  const [before = "", prefix, rest = ""] = path.split(prefixMark);
  if (prefix === undefined) return path;
  const own = rest.replace(/^\/+/, "").replace(/^v[\w.-]+\/(?=.)/, (version) => (/^v\d/.test(version) ? "" : version));
  const isException = except.some((one) => {
    const [, named = "", pattern = ""] = /^(?:([A-Z]+) )?(.*)$/s.exec(one) ?? [];
    return (named === "" || named === method) && isLike(pattern, own);
  });
  return isException ? `${before}${rest}` : `${before}${prefix}${rest}`;
}

/** `files/*path`, `files/(.*)`, `boats/:id`. */
function isLike(pattern: string, path: string): boolean {
  const parts = pattern.replace(/^\/+|\/+$/g, "").split(/(\(\.\*\)|\{?\*\w*\}?|:\w+)/);
  if (pattern.length > maxPatternLength || parts.length > maxWildcards * 2) return false;
  const source = parts.map((part, at) =>
    at % 2 === 1 ? (part.startsWith(":") ? "[^/]+" : ".*") : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
  );
  return new RegExp(`^${source.join("")}$`).test(path.replace(/\/+$/, ""));
}
