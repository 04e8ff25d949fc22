import type { CallOf } from "@cairn/contract/endpoint";
import { exportTasks, type TaskExportFormat } from "@cairn/contract/task-exports";
import {
  getTaskImport,
  listTaskImports,
  previewTaskImport,
  startTaskImport,
  undoTaskImport,
  type TaskImport,
} from "@cairn/contract/task-imports";
import type { TaskFilters } from "@cairn/contract/tasks";
import { queryOptions, useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { refreshBoards, refreshTaskLists } from "#web/features/tasks/tasks.api.ts";
import { call, callForFile } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

export type ImportSource = NonNullable<CallOf<typeof previewTaskImport>["body"]>["source"];

/** While it runs. */
const progressDelayMs = 1_000;

/** What was brought in before, newest first. */
export function taskImportsQuery(project: ProjectKey) {
  return endpointQuery(listTaskImports, { params: project, query: { limit: 10 } });
}

/** An import, read again and again while it runs. */
export function taskImportQuery(project: ProjectKey, importId: string) {
  return queryOptions({
    ...endpointQuery(getTaskImport, { params: { ...project, importId } }),
    refetchInterval: ({ state }) => (state.data?.state === "running" ? progressDelayMs : false),
  });
}

export function usePreviewImport(project: ProjectKey) {
  return useMutation({
    mutationFn: (source: ImportSource) => call(previewTaskImport, { params: project, body: { source } }),
  });
}

function keepImport(project: ProjectKey, one: TaskImport): void {
  queryClient.setQueryData(taskImportQuery(project, one.importId).queryKey, one);
  refreshAfterImport();
}

/** Loads again what an import changes. */
export function refreshAfterImport(): void {
  void queryClient.invalidateQueries({ queryKey: endpointKey(listTaskImports) });
  refreshBoards();
  refreshTaskLists();
}

export function useStartImport(project: ProjectKey) {
  return useMutation({
    mutationFn: (importId: string) => call(startTaskImport, { params: { ...project, importId } }),
    onSuccess: (one) => keepImport(project, one),
    meta: { failure: "Could not import the tasks" },
  });
}

export function useUndoImport(project: ProjectKey) {
  return useMutation({
    mutationFn: (importId: string) => call(undoTaskImport, { params: { ...project, importId } }),
    onSuccess: (one) => keepImport(project, one),
    meta: { failure: "Could not undo the import" },
  });
}

/** The tasks that the filters take, as a file. */
export function useExportTasks(project: ProjectKey) {
  return useMutation({
    mutationFn: ({ format, filters }: { format: TaskExportFormat; filters: TaskFilters }) =>
      callForFile(exportTasks, { params: project, query: { format, ...filters } }),
    meta: { failure: "Could not export the tasks" },
  });
}
