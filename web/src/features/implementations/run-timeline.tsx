import { commentAuthor, type ImplementationComment } from "@cairn/contract/implementation-comments";
import { phaseNames, type ImplementationEvent } from "@cairn/contract/implementations";
import { ChatCircleIcon } from "@phosphor-icons/react/dist/csr/ChatCircle";
import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { CircleIcon } from "@phosphor-icons/react/dist/csr/Circle";
import { XCircleIcon } from "@phosphor-icons/react/dist/csr/XCircle";

import { formatDateTime, formatDuration, formatFullDate } from "#web/lib/text/dates.ts";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

import { groupByMinute, type TimelineItem } from "./group-by-minute.ts";
import { useSeconds } from "./use-seconds.ts";

interface RunTimelineProps {
  events: readonly ImplementationEvent[];
  comments: readonly ImplementationComment[];
  isPaused: boolean;
}

/** What runs did and reviewers said, minute by minute. While a run is paused nothing turns. */
export function RunTimeline({ events, comments, isPaused }: RunTimelineProps) {
  const minutes = groupByMinute(events, comments);
  if (minutes.length === 0) return <p className="text-sm text-ink-3">Nothing has happened yet.</p>;
  return (
    <ol aria-label="Timeline" className="flex flex-col gap-5">
      {minutes.map(({ at, items }) => (
        <li key={at}>
          <time dateTime={at} title={formatFullDate(at)} className="text-xs text-ink-3">
            {formatDateTime(at)}
          </time>
          <ul className="mt-1.5 flex flex-col gap-2.5 border-l border-line pl-4">
            {items.map((item) => (
              <TimelineRow key={item.key} item={item} isPaused={isPaused} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

interface TimelineRowProps {
  item: TimelineItem;
  isPaused: boolean;
}

function TimelineRow({ item, isPaused }: TimelineRowProps) {
  return (
    <li className="flex gap-2.5 text-sm">
      <span className="mt-0.5 shrink-0">
        <TimelineIcon item={item} isPaused={isPaused} />
      </span>
      <div className="min-w-0">
        {"comment" in item ? <CommentText item={item} /> : <PhaseText item={item} isPaused={isPaused} />}
      </div>
    </li>
  );
}

type CommentItem = Extract<TimelineItem, { comment: ImplementationComment }>;

function CommentText({ item: { comment, kind } }: { item: CommentItem }) {
  const { file, message } = comment;
  const about = file === null ? "" : ` on ${file.filename}, line ${file.line}`;
  if (kind === "resolved") return <p className="wrap-anywhere text-ink-2">Comment{about} resolved</p>;
  return (
    <>
      <p className="wrap-anywhere text-ink-2">
        <bdi className="font-medium text-ink">{commentAuthor(comment)}</bdi>{" "}
        {comment.commentId === comment.threadId ? "commented" : "answered"}
        {about}
      </p>
      <p className="line-clamp-2 wrap-anywhere text-ink-2" dir="auto">
        {message}
      </p>
    </>
  );
}

/** Less is no second when rounded. */
const shownMs = 500;

type PhaseItem = Extract<TimelineItem, { event: ImplementationEvent }>;

interface PhaseTextProps {
  item: PhaseItem;
  isPaused: boolean;
}

function PhaseText({ item: { event, kind }, isPaused }: PhaseTextProps) {
  const { startedAt, completedAt, summary } = event;
  const tookMs = kind === "started" || completedAt === null ? 0 : Date.parse(completedAt) - Date.parse(startedAt);
  return (
    <>
      <p className="text-ink-2">
        <span className="font-medium text-ink">{phaseNames[event.type]}</span> {kind}
        {tookMs >= shownMs && <span className="text-ink-3"> in {formatDuration(tookMs)}</span>}
        {kind === "started" && event.state === null && !isPaused && <TimeSoFar startedAt={startedAt} />}
      </p>
      {kind !== "started" && summary !== null && (
        <p className="whitespace-pre-line wrap-anywhere text-ink-2">{summary}</p>
      )}
    </>
  );
}

/** Of a phase that is under way. It is shown, and read aloud by nobody second after second. */
function TimeSoFar({ startedAt }: { startedAt: string }) {
  const tookMs = useSeconds(true) - Date.parse(startedAt);
  if (tookMs < shownMs) return null;
  return (
    <span aria-hidden className="text-ink-3 tabular-nums">
      {" "}
      for {formatDuration(tookMs)}
    </span>
  );
}

function TimelineIcon({ item, isPaused }: TimelineRowProps) {
  switch (item.kind) {
    case "completed":
      // That a run was cancelled is nobody's success.
      return item.event.type === "implementation-cancelled" ? (
        <CircleIcon aria-hidden className="size-4 text-ink-3" />
      ) : (
        <CheckCircleIcon aria-hidden weight="fill" className="size-4 text-success-text" />
      );
    case "failed":
      return <XCircleIcon aria-hidden weight="fill" className="size-4 text-danger-text" />;
    case "commented":
      return <ChatCircleIcon aria-hidden className="size-4 text-ink-3" />;
    case "resolved":
      return <CheckIcon aria-hidden className="size-4 text-ink-3" />;
    case "started":
      return item.event.state === null && !isPaused ? (
        <Spinner className="text-ai-text" />
      ) : (
        <CircleIcon aria-hidden className="size-4 text-ink-3" />
      );
  }
}
