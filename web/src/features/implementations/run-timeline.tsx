import { phaseNames, type ImplementationEvent } from "@cairn/contract/implementations";
import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { CircleIcon } from "@phosphor-icons/react/dist/csr/Circle";
import { XCircleIcon } from "@phosphor-icons/react/dist/csr/XCircle";

import { formatDateTime, formatDuration, formatFullDate } from "#web/lib/text/dates.ts";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

import { groupByMinute, type TimelineItem } from "./group-by-minute.ts";

/** What a run did, minute by minute. While it is paused nothing turns. */
export function RunTimeline({ events, isPaused }: { events: readonly ImplementationEvent[]; isPaused: boolean }) {
  const minutes = groupByMinute(events);
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
  const { event, kind } = item;
  const { startedAt, completedAt, summary } = event;
  const took =
    kind !== "started" && completedAt !== null && formatDuration(Date.parse(completedAt) - Date.parse(startedAt));
  return (
    <li className="flex gap-2.5 text-sm">
      <span className="mt-0.5 shrink-0">
        <TimelineIcon item={item} isPaused={isPaused} />
      </span>
      <div className="min-w-0">
        <p className="text-ink-2">
          <span className="font-medium text-ink">{phaseNames[event.type]}</span> {kind}
          {took && <span className="text-ink-3"> in {took}</span>}
        </p>
        {kind !== "started" && summary !== null && (
          <p className="whitespace-pre-line wrap-anywhere text-ink-2">{summary}</p>
        )}
      </div>
    </li>
  );
}

function TimelineIcon({ item: { event, kind }, isPaused }: TimelineRowProps) {
  if (kind === "completed") return <CheckCircleIcon aria-hidden weight="fill" className="size-4 text-success-text" />;
  if (kind === "failed") return <XCircleIcon aria-hidden weight="fill" className="size-4 text-danger-text" />;
  if (event.state === null && !isPaused) return <Spinner className="text-ai-text" />;
  return <CircleIcon aria-hidden className="size-4 text-ink-3" />;
}
