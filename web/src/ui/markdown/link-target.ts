export type LinkTarget =
  /** A screen of this app. */
  | { kind: "inside"; href: string; hash?: string }
  /** Another site; its host is shown beside the link. */
  | { kind: "outside"; href: string; host: string }
  /** No address that can be followed. */
  | { kind: "none" };

/** Classifies a link of a text; only web and mail addresses can be followed. */
export function linkTarget(href: string | undefined, ownOrigin: string): LinkTarget {
  if (!href) return { kind: "none" };
  const url = parse(href);
  if (!url) return { kind: "none" };
  if (url.protocol === "mailto:") return { kind: "outside", href: url.href, host: url.pathname };
  if (url.protocol !== "https:" && url.protocol !== "http:") return { kind: "none" };
  if (url.origin === ownOrigin) return { kind: "inside", href: url.pathname + url.search, hash: url.hash.slice(1) };
  return { kind: "outside", href: url.href, host: url.host };
}

/** Relative addresses must be resolved by the caller, who knows the file. */
function parse(href: string): URL | null {
  try {
    return new URL(href);
  } catch {
    return null;
  }
}
