import { phaseNames, type ImplementationEvent } from "@cairn/contract/implementations";
import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { XCircleIcon } from "@phosphor-icons/react/dist/csr/XCircle";

import { formatDuration } from "#web/lib/text/dates.ts";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

/** The phases of a run in the order in which they began, with what each did. */
export function PhaseList({ events }: { events: readonly ImplementationEvent[] }) {
  return (
    <ol aria-label="Phases" className="flex flex-col gap-3">
      {events.map((event) => (
        <li key={`${event.type} ${event.startedAt}`} className="flex gap-2.5">
          <span className="mt-0.5 shrink-0">
            <PhaseIcon state={event.state} />
          </span>
          <div className="min-w-0 text-sm">
            <p className="font-medium text-ink">
              {phaseNames[event.type]} <span className="font-normal text-ink-3">{sayState(event)}</span>
            </p>
            {event.summary !== null && <p className="wrap-anywhere text-ink-2">{event.summary}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function PhaseIcon({ state }: Pick<ImplementationEvent, "state">) {
  if (state === null) return <Spinner />;
  if (state === "success") return <CheckCircleIcon aria-hidden weight="fill" className="size-4 text-success-text" />;
  return <XCircleIcon aria-hidden weight="fill" className="size-4 text-danger-text" />;
}

function sayState({ state, startedAt, completedAt }: ImplementationEvent): string {
  if (state === null || completedAt === null) return "started";
  const took = formatDuration(Date.parse(completedAt) - Date.parse(startedAt));
  return `${state === "success" ? "completed" : "failed"} in ${took}`;
}
