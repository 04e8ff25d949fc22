import type { CommentFile } from "@cairn/contract/implementation-comments";
import { ChatCircleIcon } from "@phosphor-icons/react/dist/csr/ChatCircle";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx";

import { lineDraft, loadDrafts, wholeDraft, type CommentedLine } from "./comment-drafts.ts";
import { CommentEditor } from "./comment-editor.tsx";
import { useReviewComments } from "./comments-context.ts";
import { useAddComment } from "./comments.api.ts";
import { nameLine, type CommentThread } from "./group-threads.ts";
import { LineEditor } from "./line-notes.tsx";
import { ThreadBox } from "./thread-box.tsx";

/** Everything that was said about an implementation, with the code it is about; and a way to say more of the whole. */
export function CommentsTab() {
  const { project, implementation, threads, error, onRetry } = useReviewComments();
  const add = useAddComment(project, implementation);
  if (threads === undefined && error) return <ErrorState message={errorMessage(error)} onRetry={onRetry} />;
  if (threads === undefined) {
    return (
      <Loading what="comments">
        <SkeletonRows count={3} className="h-24" />
      </Loading>
    );
  }
  return (
    <section aria-label="Comments" className="flex max-w-180 flex-col gap-5">
      {threads.length === 0 && (
        <EmptyState
          icon={<ChatCircleIcon className="size-5" />}
          title="No comments yet"
          text="Comment on a line in Changes by its number, or on the whole below."
        />
      )}
      {threads.map((thread) => (
        <div key={thread.threadId} className="flex flex-col gap-1.5">
          {thread.file && <CommentedCode file={thread.file} />}
          <ThreadBox thread={thread} />
        </div>
      ))}
      <LostDrafts />
      <CommentEditor
        label="Comment on the whole"
        draftName={wholeDraft}
        submitLabel="Comment"
        onSubmit={(message) => add.mutateAsync({ message })}
      />
    </section>
  );
}

/** The line that a thread is about, as it was when somebody began it. */
function CommentedCode({ file }: { file: CommentFile }) {
  const { excerpt, isOutdated } = file;
  return (
    <div className="overflow-clip rounded-lg border border-line-subtle">
      <p className="flex flex-wrap items-center gap-2 bg-surface-2 px-3 py-1.5 font-mono text-xs text-ink-2">
        <span className="min-w-0 wrap-anywhere">{nameLine(file)}</span>
        {isOutdated && (
          <span className="font-sans">
            <Badge tone="warning">Outdated</Badge>
          </span>
        )}
      </p>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled sideways by keys as well
        tabIndex={0}
        aria-label={isOutdated ? "What this was about" : "What this is about"}
        className="overflow-x-auto px-3 py-1.5 font-mono text-xs/5 text-ink-2"
      >
        {excerpt.lines.join("\n")}
      </pre>
    </div>
  );
}

/** Comments on lines that were begun when the code was another one: they can be sent, or given up. */
function LostDrafts() {
  const { implementation, openEditors } = useReviewComments();
  const { implementationId, base, head } = implementation;
  const lost = Object.values(loadDrafts(implementationId)).flatMap(({ at }) =>
    at && isLost(at, { base, head }) ? at : [],
  );
  return lost
    .filter((at) => openEditors.has(lineDraft(at)))
    .map((at) => (
      <div key={lineDraft(at)} className="flex flex-col gap-1.5">
        <p className="text-sm text-ink-3">Begun before the code changed: {nameLine(at)}</p>
        <LineEditor at={at} />
      </div>
    ));
}

function isLost({ side, commit }: CommentedLine, now: { base: string | null; head: string | null }): boolean {
  return commit !== (side === "old" ? now.base : now.head);
}

interface OpenCommentsProps {
  threads: readonly CommentThread[];
  onShow: (thread: CommentThread) => void;
}

/** In short what is still to be dealt with, each leading to where it stands. */
export function OpenComments({ threads, onShow }: OpenCommentsProps) {
  const open = threads.filter(({ isOpen }) => isOpen);
  return (
    <section aria-labelledby="open-comments-heading" className="flex flex-col gap-2 text-sm">
      <h2 id="open-comments-heading" className="text-sm font-medium">
        Open comments
      </h2>
      {open.length === 0 && (
        <p className="text-ink-3">{threads.length === 0 ? "No comments yet" : "All are resolved"}</p>
      )}
      <ul className="flex flex-col gap-1">
        {open.map((thread) => (
          <li key={thread.threadId}>
            <button
              type="button"
              onClick={() => onShow(thread)}
              className="flex min-h-6 w-full flex-col rounded-sm text-left hover:text-ink pointer-coarse:min-h-11"
            >
              <span className="line-clamp-1 text-ink-2 wrap-anywhere">{thread.comments[0]?.message}</span>
              <span className="line-clamp-1 text-xs text-ink-3 wrap-anywhere">
                {thread.file ? nameLine(thread.file) : "On the whole"}
                {thread.file?.isOutdated && " · outdated"}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
