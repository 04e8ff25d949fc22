import { displayName } from "@cairn/contract/auth";
import type { PresenceField, TaskViewer } from "@cairn/contract/presence";

import { useUser } from "#web/features/users/users.api.ts";
import { useTaskViewers } from "#web/lib/live/presence.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

const maxAvatars = 4;

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
  const hidden = others.length - maxAvatars;
  return (
    <div className="flex min-w-0 items-center gap-2">
      {writers.length > 0 && <p className="truncate text-xs text-ink-3 max-sm:hidden">{describeWriters(writers)}</p>}
      {others.length > 0 && (
        <ul aria-label="Also here" className="flex shrink-0 items-center -space-x-1.5">
          {others.slice(0, maxAvatars).map((viewer) => (
            <li key={viewer.userId} {...tooltip(describe(viewer), { side: "bottom" })} className="rounded-full">
              <span className={viewer.field ? "block rounded-full ring-2 ring-accent-line" : "block"}>
                <Avatar name={displayName(viewer)} />
              </span>
              <span className="sr-only">{describe(viewer)}</span>
            </li>
          ))}
          {hidden > 0 && <li className="pl-2.5 text-xs text-ink-3 tabular-nums">+{hidden}</li>}
        </ul>
      )}
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
