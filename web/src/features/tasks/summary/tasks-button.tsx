import { KanbanIcon } from "@phosphor-icons/react/dist/csr/Kanban";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";

import { taskSummaryQuery } from "./task-summary.api.ts";

/** Leads to the tasks of a product, and says how many wait for a review. */
export function TasksButton({ project }: { project: ProjectKey }) {
  const inReview = useQuery(taskSummaryQuery(project)).data?.totals["in-review"] ?? 0;
  return (
    <ButtonLink href={href("tasks", { ...project })} icon={<KanbanIcon aria-hidden className="size-4" />}>
      Tasks{inReview > 0 && `: ${inReview} in review`}
    </ButtonLink>
  );
}
