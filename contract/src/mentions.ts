/**
 * What a page may point at inside the product: ordinary Markdown links with addresses of their own, so that pages keep
 * their links in a file or on another server. `cairn:person/ID`, `cairn:page/ID`, `cairn:task/ID`,
 * `cairn:file/REPOSITORYID/PATH#L3-L9`.
 */
export type Mention =
  | { kind: "person"; userId: string }
  | { kind: "page"; artifactId: string }
  | { kind: "task"; taskId: string }
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
const taskPattern = new RegExp(`^cairn:task/(${id})$`);
const taskInText = new RegExp(`\\bcairn:task/(${id})(?![\\w-])`, "g");
/** Not inside of an address, a path or a longer name. */
const writtenTaskName = /(?<![\w@/.:-])(@?)([A-Za-z][A-Za-z0-9]{0,9}-[1-9]\d{0,8})(?![\w-])/g;
const filePattern = new RegExp(`^cairn:file/(${id})/([^#]+?)(?:#L([1-9]\\d{0,8})(?:-L([1-9]\\d{0,8}))?)?$`);

export function mentionAddress(mention: Mention): string {
  switch (mention.kind) {
    case "person":
      return `cairn:person/${mention.userId}`;
    case "page":
      return `cairn:page/${mention.artifactId}`;
    case "task":
      return `cairn:task/${mention.taskId}`;
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
  const taskId = taskPattern.exec(address)?.[1];
  if (taskId !== undefined) return { kind: "task", taskId };
  const [, repositoryId, path, first, last] = filePattern.exec(address) ?? [];
  if (repositoryId === undefined || path === undefined) return null;
  const start = Number(first ?? 0);
  const lines = start > 0 ? { start, end: Math.max(start, Number(last ?? first)) } : null;
  const decoded = decodePath(path);
  return decoded === null ? null : { kind: "file", repositoryId, path: decoded, lines };
}

/** Ids of the tasks that a text mentions, each once, in the order of their first mention. */
export function listMentionedTaskIds(text: string): string[] {
  return [...new Set([...text.matchAll(taskInText)].flatMap(([, taskId]) => taskId ?? []))];
}

/** A piece of a text without Markdown, such as a message of a chat; with the name of a task where it may be one. */
interface WrittenPiece {
  text: string;
  /** "FB-9"; null for text around names. What looks alike, as "UTF-8" does, is for whoever knows the tasks to tell. */
  taskName: string | null;
  /** Written as "@FB-9", which is meant as a mention. */
  hasSign: boolean;
}

/** The whole text in pieces, in order. */
export function splitAtTaskNames(text: string): WrittenPiece[] {
  const pieces: WrittenPiece[] = [];
  let end = 0;
  for (const match of text.matchAll(writtenTaskName)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), taskName: null, hasSign: false });
    const [written, sign, name = ""] = match;
    pieces.push({ text: written, taskName: name.toUpperCase(), hasSign: sign !== "" });
    end = match.index + written.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), taskName: null, hasSign: false });
  return pieces;
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
