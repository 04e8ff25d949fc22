/**
 * What a page may point at inside the product: ordinary Markdown links with addresses of their own, so that pages keep
 * their links in a file or on another server. `cairn:person/ID`, `cairn:page/ID`, `cairn:file/REPOSITORYID/PATH#L3-L9`.
 */
export type Mention =
  | { kind: "person"; userId: string }
  | { kind: "page"; artifactId: string }
  | {
      kind: "file";
      repositoryId: string;
      path: string;
      /** Null for the whole file. */
      lines: { start: number; end: number } | null;
    };

const id = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const personPattern = new RegExp(`^cairn:person/(${id})$`);
const pagePattern = new RegExp(`^cairn:page/(${id})$`);
const filePattern = new RegExp(`^cairn:file/(${id})/([^#]+?)(?:#L([1-9]\\d{0,8})(?:-L([1-9]\\d{0,8}))?)?$`);

export function mentionAddress(mention: Mention): string {
  switch (mention.kind) {
    case "person":
      return `cairn:person/${mention.userId}`;
    case "page":
      return `cairn:page/${mention.artifactId}`;
    case "file": {
      const { repositoryId, path, lines } = mention;
      return `cairn:file/${repositoryId}/${path.split("/").map(encodePart).join("/")}${lines ? lineMark(lines) : ""}`;
    }
  }
}

/** Null for an address that is no mention, or a damaged one. */
export function readMention(address: string): Mention | null {
  const userId = personPattern.exec(address)?.[1];
  if (userId !== undefined) return { kind: "person", userId };
  const artifactId = pagePattern.exec(address)?.[1];
  if (artifactId !== undefined) return { kind: "page", artifactId };
  const [, repositoryId, path, first, last] = filePattern.exec(address) ?? [];
  if (repositoryId === undefined || path === undefined) return null;
  const start = Number(first ?? 0);
  const lines = start > 0 ? { start, end: Math.max(start, Number(last ?? first)) } : null;
  const decoded = decodePath(path);
  return decoded === null ? null : { kind: "file", repositoryId, path: decoded, lines };
}

function lineMark({ start, end }: { start: number; end: number }): string {
  return start === end ? `#L${start}` : `#L${start}-L${end}`;
}

/** Parentheses would end a Markdown link. */
function encodePart(part: string): string {
  return encodeURIComponent(part.toWellFormed()).replaceAll("(", "%28").replaceAll(")", "%29");
}

function decodePath(path: string): string | null {
  try {
    return path.split("/").map(decodeURIComponent).join("/");
  } catch {
    return null;
  }
}
