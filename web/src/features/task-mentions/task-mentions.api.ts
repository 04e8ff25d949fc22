import { listMentionedTaskIds } from "@cairn/contract/mentions";
import { listMentionedTasks, maxMentionedTasks, maxTaskQuery, searchTasks } from "@cairn/contract/tasks";
import type { TaskReference } from "@cairn/contract/tasks";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { href } from "#web/lib/navigation/paths.ts";
import type { MentionTarget } from "#web/ui/markdown/mention-target.ts";

/** Those of these tasks that the product has; asks nothing where there are none. */
function mentionedTasksQuery(key: ProjectKey, named: { taskId?: readonly string[]; name?: readonly string[] }) {
  const { taskId = [], name = [] } = named;
  const query = { taskId: taskId.slice(0, maxMentionedTasks), name: name.slice(0, maxMentionedTasks) };
  const options = endpointQuery(listMentionedTasks, { params: key, query });
  return queryOptions({
    ...options,
    ...(taskId.length + name.length === 0 ? { enabled: false } : {}),
    // While a text grows, what was known of it stays.
    placeholderData: keepPreviousData,
  });
}

/** Resolves mentions of tasks in these texts; the function is stable until a mentioned task changes. */
export function useTaskMentions(project: ProjectKey, texts: readonly string[]): (taskId: string) => MentionTarget {
  const { organizationId, projectId } = project;
  const ids = listMentionedTaskIds(texts.join("\n"));
  const { data, isPlaceholderData } = useQuery(mentionedTasksQuery(project, { taskId: ids }));
  const isComplete = !isPlaceholderData && ids.length <= maxMentionedTasks;
  const tasks = data?.content;
  return useCallback(
    (taskId) => {
      const task = tasks?.find((one) => one.taskId === taskId);
      if (task) return toTarget({ organizationId, projectId }, task);
      return tasks && isComplete
        ? goneTarget
        : { kind: "link", href: href("task", { organizationId, projectId, taskId }) };
    },
    [organizationId, projectId, tasks, isComplete],
  );
}

/**
 * Resolves the names of tasks that a text without Markdown has, such as "FB-9"; null while it is not known yet what they
 * are.
 */
export function useNamedTasks(
  project: ProjectKey,
  names: readonly string[],
): (name: string) => Exclude<MentionTarget, { kind: "name" }> | null {
  const { data, isPlaceholderData } = useQuery(mentionedTasksQuery(project, { name: names }));
  const isComplete = !isPlaceholderData && names.length <= maxMentionedTasks;
  return (name) => {
    const task = data?.content.find((one) => one.name === name);
    return task ? toTarget(project, task) : data && isComplete ? goneTarget : null;
  };
}

/** The best matches by name, number or words of the title. Without words, the newest that are open. */
export function taskSearchQuery(project: ProjectKey, text: string) {
  return endpointQuery(searchTasks, { params: project, query: { query: text.slice(0, maxTaskQuery) } });
}

const goneTarget = { kind: "gone", note: "task not found" } as const;

function toTarget(project: ProjectKey, { taskId, name, title, state }: TaskReference) {
  return { kind: "link" as const, href: href("task", { ...project, taskId }), task: { name, title, state } };
}
