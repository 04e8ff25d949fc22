import { skipToken, useQuery } from "@tanstack/react-query";

import { queryClient } from "#web/lib/api/query-client.ts";

const deletedKey = (taskId: string) => ["deleted-task", taskId];

/** Remembers that somebody deleted these tasks, for the page that may show one of them. */
export function noteDeleted(taskIds: readonly string[]): void {
  for (const taskId of taskIds) queryClient.setQueryData(deletedKey(taskId), true);
}

/** Whether the task was deleted since this tab is open. */
export function useIsDeleted(taskId: string): boolean {
  return useQuery<boolean>({ queryKey: deletedKey(taskId), queryFn: skipToken }).data === true;
}
