import type { FileDiff } from "@cairn/contract/code-history";
import type { CommentSide } from "@cairn/contract/implementation-comments";

import { lineDraft, type CommentedLine } from "./comment-drafts.ts";
import { CommentEditor } from "./comment-editor.tsx";
import { useReviewComments, type ReviewComments } from "./comments-context.ts";
import { useAddComment } from "./comments.api.ts";
import { lineKey, nameLine } from "./group-threads.ts";
import { leaveEditor } from "./leave-editor.ts";
import { ThreadBox } from "./thread-box.tsx";

interface LineLocation {
  side: CommentSide;
  line: number;
}

/** What was said about the lines of a file, below each, and a way to say something. */
export function createLineNotes(
  { byLine, openEditors, onOpen }: ReviewComments,
  diff: { base: string | null; head: string },
  { path, oldPath, hunks }: Pick<FileDiff, "path" | "oldPath" | "hunks">,
  { isNewSideOnly = false }: { isNewSideOnly?: boolean } = {},
) {
  const locate = ({ side, line }: LineLocation): CommentedLine => {
    const isOld = side === "old";
    return { side, line, filename: isOld ? (oldPath ?? path) : path, commit: (isOld ? diff.base : diff.head) ?? "" };
  };
  // A line that the change removes has nothing to be replaced with.
  const textOf = ({ side, line }: LineLocation) =>
    side === "old" ? undefined : hunks.flatMap(({ lines }) => lines).find(({ newLine }) => newLine === line)?.content;
  return {
    isNewSideOnly,
    onComment: (at: LineLocation) => onOpen(lineDraft(locate(at))),
    below(location: LineLocation) {
      const at = locate(location);
      const threads = byLine.get(lineKey(at)) ?? [];
      const isWriting = openEditors.has(lineDraft(at));
      if (threads.length === 0 && !isWriting) return null;
      return (
        <div key={location.side} className="flex flex-col gap-2">
          {threads.map((thread) => (
            <ThreadBox key={thread.threadId} thread={thread} />
          ))}
          {isWriting && <LineEditor at={at} text={textOf(location)} />}
        </div>
      );
    },
  };
}

/** Writes about a line. `text`: of the line, where another one can be suggested. */
export function LineEditor({ at, text }: { at: CommentedLine; text?: string | undefined }) {
  const { project, implementation, onClose } = useReviewComments();
  const add = useAddComment(project, implementation);
  const draftName = lineDraft(at);
  return (
    <div className="max-w-180 rounded-lg border border-line bg-surface-2 p-3">
      <CommentEditor
        label={`Comment on ${nameLine(at)}`}
        draftName={draftName}
        at={at}
        suggestedFor={text}
        submitLabel="Comment"
        isFocused
        onSubmit={async (message) => {
          const { threadId } = await add.mutateAsync({ message, at });
          leaveEditor(() => onClose(draftName), { threadId, at });
        }}
        onCancel={() => leaveEditor(() => onClose(draftName), { at })}
      />
    </div>
  );
}
