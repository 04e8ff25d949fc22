import type { Mention } from "@cairn/contract/mentions";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { repositoriesQuery } from "#web/features/repositories/repositories.api.ts";
import { useTaskMentions } from "#web/features/task-mentions/task-mentions.api.ts";
import type { MentionTarget } from "#web/ui/markdown/mention-target.ts";

import { usePages } from "./artifacts.api.ts";
import { resolveMentionTarget } from "./mention-target.ts";

/** Resolves mentions in these texts of a product; the function is stable until what can be mentioned changes. */
export function useMentionTargets(
  { organizationId, projectId }: ProjectKey,
  texts: readonly string[],
): (mention: Mention) => MentionTarget {
  const { pages, isComplete } = usePages(organizationId);
  const repositories = useQuery(repositoriesQuery({ organizationId, projectId })).data?.content;
  const taskTarget = useTaskMentions({ organizationId, projectId }, texts);
  const ids = useMemo(() => pages.map(({ artifactId }) => artifactId).join(" "), [pages]);
  return useCallback(
    (mention) =>
      resolveMentionTarget(
        mention,
        { organizationId, projectId },
        { pageIds: isComplete ? new Set(ids.split(" ")) : null, taskTarget, repositories: repositories ?? null },
      ),
    [organizationId, projectId, ids, isComplete, taskTarget, repositories],
  );
}
