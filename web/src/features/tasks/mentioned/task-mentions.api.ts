import { getTaskMentions } from "@cairn/contract/task-mentions";
import { queryOptions } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { endpointQuery } from "#web/lib/api/endpoint-query.ts";

/** What mentions the task, and what it mentions itself. Chats tell nobody that they do, so it is asked for each time. */
export function taskMentionsQuery(key: ProjectKey, taskId: string) {
  return queryOptions({ ...endpointQuery(getTaskMentions, { params: { ...key, taskId } }), staleTime: 0 });
}
