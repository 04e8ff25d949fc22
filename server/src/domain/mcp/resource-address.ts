/** What an address of the scheme `cairn` names. */
export type ResourceAddress =
  | { kind: "rules" }
  | { kind: "page"; artifactId: string }
  | { kind: "file"; repository: string; path: string };

export const rulesUri = "cairn://rules";
export const fileUriTemplate = "cairn://{repository}/{+path}";
export const pageUriTemplate = "cairn://pages/{artifactId}";

const pattern = /^cairn:\/\/([^/?#]{1,300})(?:\/([^?#]{1,12000}))?$/;
const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function pageUri(artifactId: string): string {
  return `cairn://pages/${artifactId}`;
}

/** Null for anything that is no address of ours. A repository may be called `pages` too: ids alone are pages. */
export function readResourceAddress(uri: string): ResourceAddress | null {
  if (uri === rulesUri) return { kind: "rules" };
  const [, location, rest] = pattern.exec(uri) ?? [];
  if (location === undefined || rest === undefined) return null;
  if (location === "pages" && idPattern.test(rest)) return { kind: "page", artifactId: rest.toLowerCase() };
  try {
    return { kind: "file", repository: decodeURIComponent(location), path: decodeURIComponent(rest) };
  } catch {
    return null;
  }
}
