import { displayName } from "@cairn/contract/auth";
import type { PresenceField, TaskViewer } from "@cairn/contract/presence";

import { useUser } from "#web/features/users/users.api.ts";
import { useTaskViewers } from "#web/lib/live/presence.ts";
import { PeopleHere } from "#web/ui/display/people-here.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";

const fieldNames = {
  title: "the title",
  description: "the description",
  acceptanceCriteria: "the acceptance criteria",
} as const satisfies Record<PresenceField, string>;

/** Who else has the task open, and what they write in. Empty while this person is alone. */
export function TaskViewers({ taskId }: { taskId: string }) {
  const own = useUser();
  const others = useTaskViewers(taskId).filter(({ userId }) => userId !== own?.userId);
  const writers = others.filter(({ field }) => field !== null);
  return (
    <div className="flex min-w-0 items-center gap-2">
      {writers.length > 0 && <p className="truncate text-xs text-ink-3 max-sm:hidden">{describeWriters(writers)}</p>}
      <PeopleHere
        people={others.map((viewer) => ({
          userId: viewer.userId,
          name: displayName(viewer),
          text: describe(viewer),
          color: viewer.field ? "var(--accent-border)" : null,
        }))}
      />
      <Announcement>{writers.length > 0 && describeWriters(writers)}</Announcement>
    </div>
  );
}

function describe(viewer: TaskViewer): string {
  return viewer.field
    ? `${displayName(viewer)} is writing ${fieldNames[viewer.field]}`
    : `${displayName(viewer)} is here`;
}

function describeWriters([first, ...others]: readonly TaskViewer[]): string {
  if (!first) return "";
  return others.length === 0 ? describe(first) : `${displayName(first)} and ${others.length} more are writing`;
}
