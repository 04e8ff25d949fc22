import type { CommentFile, CommentSide, ImplementationComment } from "@cairn/contract/implementation-comments";

/** A comment and the answers to it, the oldest first. */
export interface CommentThread {
  threadId: string;
  comments: ImplementationComment[];
  /** Null where it is about the whole. */
  file: CommentFile | null;
  /** Somebody has yet to say that it is dealt with. */
  isOpen: boolean;
}

/** Threads in the order in which their first comments stand in the list. */
export function groupThreads(comments: readonly ImplementationComment[]): CommentThread[] {
  return [...Map.groupBy(comments, ({ threadId }) => threadId)].map(([threadId, group]) => ({
    threadId,
    comments: group,
    file: group[0]?.file ?? null,
    isOpen: group.some(({ resolvedAt }) => resolvedAt === null),
  }));
}

/** The name of a line among those of an implementation. */
export function lineKey(at: { side: CommentSide; filename: string; line: number }): string {
  return `${at.side}:${at.line}:${at.filename}`;
}

/** Threads by the line where they stand, without those that have none any more. */
export function threadsByLine(threads: readonly CommentThread[]): ReadonlyMap<string, readonly CommentThread[]> {
  return Map.groupBy(
    threads.filter(({ file }) => file !== null && !file.isOutdated),
    ({ file }) => (file === null ? "" : lineKey(file)),
  );
}

/** "src/tides.ts, line 2" */
export function nameLine({ filename, line, side }: { filename: string; line: number; side: CommentSide }): string {
  return `${filename}, ${side === "old" ? "former " : ""}line ${line}`;
}

/** How many open threads are about lines of a file, on either side of its change. */
export function countOpenThreads(
  threads: readonly CommentThread[],
  { path, oldPath }: { path: string; oldPath: string | null },
): number {
  return threads.filter(({ isOpen, file }) => {
    if (!isOpen || file === null) return false;
    return file.filename === (file.side === "old" ? (oldPath ?? path) : path);
  }).length;
}
