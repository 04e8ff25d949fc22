import { displayName } from "@cairn/contract/auth";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { taskEventsQuery } from "#web/features/tasks/tasks.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { runtimeConfig } from "#web/lib/config/runtime-config.ts";
import { formatDateTime, formatFullDate } from "#web/lib/text/dates.ts";
import { Loading, SkeletonRows } from "#web/ui/feedback/skeleton.tsx";
import { InlineError } from "#web/ui/layout/inline-error.tsx";

import { describeEvent } from "./describe-event.ts";
import { groupEvents } from "./group-events.ts";
import type { EventGroup } from "./group-events.ts";

/** Who changed what of a task, newest first. */
export function TaskActivity({ project, taskId }: { project: ProjectKey; taskId: string }) {
  const headingId = useId();
  const events = useQuery(taskEventsQuery(project, taskId));
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-2 text-sm font-medium">
        Activity
      </h2>
      {events.isPending && (
        <Loading what="activity">
          <SkeletonRows count={3} className="h-6" />
        </Loading>
      )}
      {events.isError && !events.data && (
        <InlineError message={errorMessage(events.error)} onRetry={() => void events.refetch()} />
      )}
      <ol className="flex flex-col gap-3 border-l border-line pl-4">
        {groupEvents(events.data?.content ?? []).map((group) => (
          <EventRow key={group.key} group={group} />
        ))}
      </ol>
    </section>
  );
}

function EventRow({ group }: { group: EventGroup }) {
  const { actor, by, createdAt, events } = group;
  const name = actor
    ? displayName(actor)
    : by === "system"
      ? runtimeConfig().appName
      : "Somebody without an account here";
  return (
    <li className="text-sm text-ink-2">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 font-medium wrap-anywhere text-ink">
          {name}
          {by === "agent" && <span className="font-normal text-ink-3"> by an agent</span>}
        </span>
        <time dateTime={createdAt} title={formatFullDate(createdAt)} className="text-xs text-ink-3">
          {formatDateTime(createdAt)}
        </time>
      </p>
      <ul>
        {events.map((event) => (
          <li key={event.eventId} className="wrap-anywhere">
            {describeEvent(event)}
          </li>
        ))}
      </ul>
    </li>
  );
}
