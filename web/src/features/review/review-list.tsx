import type { Implementation } from "@cairn/contract/implementations";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { List, ListRow } from "#web/ui/list/list.tsx";

interface ReviewListProps {
  project: ProjectKey;
  implementations: readonly Implementation[];
}

/** Implementations that wait for a decision: what stands in the way, and since when they wait. */
export function ReviewList({ project, implementations }: ReviewListProps) {
  return (
    <List label="Reviews">
      {implementations.map((implementation) => {
        const { implementationId, projectImplementationId, task, mergeObstacles, comments, endedAt } = implementation;
        const open = comments.open === 1 ? "1 open comment" : `${comments.open} open comments`;
        return (
          <ListRow
            key={implementationId}
            href={href("review", { ...project, taskId: task.taskId })}
            search={{ implementationId }}
            title={<bdi>{task.title}</bdi>}
            description={[
              task.name,
              `Implementation ${projectImplementationId}`,
              mergeObstacles[0]?.message ?? "Merges cleanly",
            ].join(" · ")}
            isMetaLong
            meta={
              <>
                {comments.open > 0 && <Badge tone="warning">{open}</Badge>}
                {endedAt !== null && <RelativeTime date={endedAt} />}
              </>
            }
          />
        );
      })}
    </List>
  );
}
