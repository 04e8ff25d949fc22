/** The two parts of a repository's address: "github.com" and "acme/shop". Both are empty when it cannot be read. */
export interface RepositoryLocation {
  host: string;
  /** Without leading slash and without ".git". */
  path: string;
}

const nowhere: RepositoryLocation = { host: "", path: "" };

/**
 * With a scheme: http, https or ssh, then user and password, host (IPv6 in brackets), port, path. Slashes around the
 * path are taken off afterwards: a pattern that tells them from the path tries every way to divide a long run of them.
 */
const withScheme =
  /^(?:https?|ssh):\/\/(?:[^\s/@]*@)?(\[[\da-f:.]+\]|[^\s/:@[\]-][^\s/:@[\]]*)(?::\d{1,5})?\/([^\s?#]+)$/i;
/** The short form of SSH: git@host:path. */
const scpLike = /^git@([^\s/:@[\]-][^\s/:@[\]]*):([^\s?#]+)$/i;

/** Reads http, https, ssh and git@host:path addresses, with or without ".git". */
export function parseRepositoryUrl(url: string): RepositoryLocation {
  const match = withScheme.exec(url.trim()) ?? scpLike.exec(url.trim());
  const [, host = "", rawPath = ""] = match ?? [];
  const path = withoutOuterSlashes(rawPath).replace(/\.git$/i, "");
  return host === "" || path === "" ? nowhere : { host: host.toLowerCase(), path };
}

function withoutOuterSlashes(path: string): string {
  let [start, end] = [0, path.length];
  while (path[start] === "/") start += 1;
  while (end > start && path[end - 1] === "/") end -= 1;
  return path.slice(start, end);
}
