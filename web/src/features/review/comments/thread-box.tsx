import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { useRef, useState } from "react";

import { Button } from "#web/ui/action/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Badge } from "#web/ui/display/badge.tsx";

import { answerDraft } from "./comment-drafts.ts";
import { CommentEditor } from "./comment-editor.tsx";
import { CommentItem } from "./comment-item.tsx";
import { useReviewComments } from "./comments-context.ts";
import { useAddComment, useResolveComment } from "./comments.api.ts";
import { nameLine, type CommentThread } from "./group-threads.ts";
import { leaveEditor } from "./leave-editor.ts";

/** A comment with its answers. One that is dealt with is folded. */
export function ThreadBox({ thread }: { thread: CommentThread }) {
  const { threadId, comments, file, isOpen } = thread;
  const { project, implementation, openEditors, onOpen, onClose } = useReviewComments();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const box = useRef<HTMLElement>(null);
  const add = useAddComment(project, implementation);
  const resolve = useResolveComment(project, implementation);
  const [first] = comments;
  if (first === undefined) return null;
  const draftName = answerDraft(threadId);
  const isAnswering = openEditors.has(draftName);
  const isShown = isOpen || isUnfolded || isAnswering;
  const setResolved = (resolved: boolean) => {
    // What has the focus is folded away with the thread.
    if (resolved && box.current?.contains(document.activeElement)) box.current.focus();
    resolve.mutate({ commentId: first.commentId, resolved });
  };
  return (
    <section
      ref={box}
      aria-label={file ? `Comments on ${nameLine(file)}` : "Comments on the whole"}
      data-thread={threadId}
      tabIndex={-1}
      className="max-w-180 rounded-lg border border-line bg-surface-2"
    >
      {!isOpen && (
        <button
          type="button"
          aria-expanded={isShown}
          onClick={() => setIsUnfolded(!isUnfolded)}
          className="flex min-h-9 w-full items-center gap-2 rounded-lg px-3 text-left text-sm text-ink-2 hover:text-ink pointer-coarse:min-h-11"
        >
          <CaretRightIcon aria-hidden className={cx("size-3.5 shrink-0", isShown && "rotate-90")} />
          <Badge tone="success">Resolved</Badge>
          <span className="truncate text-ink-3">
            {comments.length === 1 ? "1 comment" : `${comments.length} comments`}
          </span>
        </button>
      )}
      {isShown && (
        <div className="flex flex-col gap-3 p-3">
          {comments.map((comment) => (
            <CommentItem key={comment.commentId} comment={comment} />
          ))}
          {isAnswering ? (
            <CommentEditor
              label="Reply"
              draftName={draftName}
              submitLabel="Reply"
              isFocused
              onSubmit={async (message) => {
                await add.mutateAsync({ message, replyTo: first.commentId });
                leaveEditor(() => onClose(draftName), { threadId });
              }}
              onCancel={() => leaveEditor(() => onClose(draftName), { threadId })}
            />
          ) : (
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => onOpen(draftName)}>
                Reply
              </Button>
              <Button
                size="sm"
                variant="ghost"
                data-resolve={isOpen ? "" : undefined}
                isBusy={resolve.isPending}
                onClick={() => setResolved(isOpen)}
              >
                {isOpen ? "Resolve" : "Reopen"}
              </Button>
            </div>
          )}
        </div>
      )}
    </section>
  );
}
