import { commentAuthor, type ImplementationComment } from "@cairn/contract/implementation-comments";
import { parseSuggestion } from "@cairn/contract/suggestions";
import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";
import { useState } from "react";

import { IconButton } from "#web/ui/action/icon-button.tsx";
import { ConfirmDialog } from "#web/ui/confirmation/confirm-dialog.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { LazyMarkdown } from "#web/ui/markdown/lazy-markdown.tsx";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";

import { changeDraft } from "./comment-drafts.ts";
import { CommentEditor } from "./comment-editor.tsx";
import { useReviewComments } from "./comments-context.ts";
import { useDeleteComment, useUpdateComment } from "./comments.api.ts";
import { leaveEditor } from "./leave-editor.ts";
import { SuggestionBox } from "./suggestion-box.tsx";

/** One comment: who said what, when; its author changes and deletes it. */
export function CommentItem({ comment }: { comment: ImplementationComment }) {
  const { commentId, threadId, createdBy, createdAt, editedAt, message } = comment;
  const { project, implementation, userId, openEditors, onOpen, onClose } = useReviewComments();
  const [isDeleting, setIsDeleting] = useState(false);
  const update = useUpdateComment(project, implementation);
  const remove = useDeleteComment(project, implementation);
  const draftName = changeDraft(commentId);
  const author = commentAuthor(comment);
  const isOwn = createdBy !== null && createdBy.userId === userId;
  return (
    <article aria-label={`Comment by ${author}`} className="flex gap-2.5">
      <Avatar name={author} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-6 flex-wrap items-center gap-x-2 text-sm">
          <span className="font-medium wrap-anywhere">{author}</span>
          <RelativeTime date={createdAt} className="text-xs text-ink-3" />
          {editedAt !== null && <span className="text-xs text-ink-3">edited</span>}
          {isOwn && (
            <span className="ml-auto">
              <Menu
                align="end"
                trigger={
                  <IconButton size="sm" label="More about this comment" icon={<DotsThreeIcon className="size-4" />} />
                }
              >
                <MenuItem onSelect={() => onOpen(draftName)}>Edit</MenuItem>
                <MenuItem isDestructive onSelect={() => setIsDeleting(true)}>
                  Delete
                </MenuItem>
              </Menu>
            </span>
          )}
        </div>
        {isOwn && openEditors.has(draftName) ? (
          <CommentEditor
            label="Change the comment"
            draftName={draftName}
            saved={message}
            submitLabel="Save"
            isFocused
            onSubmit={async (text) => {
              await update.mutateAsync({ commentId, message: text });
              leaveEditor(() => onClose(draftName), { threadId });
            }}
            onCancel={() => leaveEditor(() => onClose(draftName), { threadId })}
          />
        ) : (
          <div className="text-sm wrap-anywhere">
            <CommentText comment={comment} />
          </div>
        )}
      </div>
      <ConfirmDialog
        isOpen={isDeleting}
        onOpenChange={setIsDeleting}
        title="Delete this comment?"
        description="It is gone for everybody. Answers to it stay."
        confirmLabel="Delete comment"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(commentId, { onSettled: () => setIsDeleting(false) })}
      />
    </article>
  );
}

/** What a comment says; a change that it suggests shows as one. */
function CommentText({ comment }: { comment: ImplementationComment }) {
  const { commentId, message, file, suggestion, resolvedAt } = comment;
  const { resolveMention } = useReviewComments();
  const parts = file && suggestion ? parseSuggestion(message) : null;
  const write = (text: string) =>
    text !== "" && <LazyMarkdown text={text} isCompact topHeading={4} resolveMention={resolveMention} />;
  if (file === null || suggestion === null || parts === null) return write(message);
  return (
    <>
      {write(parts.before)}
      <SuggestionBox commentId={commentId} file={file} suggestion={suggestion} isResolved={resolvedAt !== null} />
      {write(parts.after)}
    </>
  );
}
