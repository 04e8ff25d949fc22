import type { FileDiff } from "@cairn/contract/code-history";
import { AppError } from "@cairn/contract/errors";
import { getImplementationEngines, setDefaultEngine } from "@cairn/contract/implementation-engines";
import {
  createPushKey,
  discardImplementation,
  exportImplementationLog,
  getImplementationBrief,
  getImplementationDiff,
  getImplementationLog,
  getImplementationOptions,
  listImplementations,
  proveImplementation,
  resumeImplementation,
  setRunBudget,
  startImplementation,
  stopImplementation,
  type Implementation,
  type ImplementationOptions,
  type OfferedEngine,
  type ReviewedFile,
  type RunLogEntry,
} from "@cairn/contract/implementations";
import { getTask, getTaskBoard } from "@cairn/contract/tasks";
import { outcomes } from "@cairn/contract/texts";
import { queryOptions, useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call, callForFile } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { hasSession } from "#web/lib/auth/session.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";

import { engineKey, engineWords, nameEngine } from "./engine-words.ts";

/** While it is found out whether a required rule is kept, nothing tells that it is known. */
const pendingRetryMs = 3_000;

/** Implementations of a task, newest first. */
export function implementationsQuery(project: ProjectKey, taskId: string) {
  return {
    ...endpointQuery(listImplementations, { params: { ...project, taskId }, query: {} }),
    refetchInterval: ({ state }: { state: { data?: { content: Implementation[] } | undefined } }) => {
      const obstacles = (state.data?.content ?? []).flatMap(({ mergeObstacles }) => mergeObstacles);
      return obstacles.some(({ kind }) => kind === "rule-pending") ? pendingRetryMs : false;
    },
  };
}

const paramsOf = (project: ProjectKey, { task, implementationId }: Implementation) => ({
  ...project,
  taskId: task.taskId,
  implementationId,
});

/** What it changes up to its head. The key has both commits, which say all, so no line of the log makes it load again. */
export function implementationDiffQuery(project: ProjectKey, implementation: Implementation) {
  const { implementationId, base, head } = implementation;
  const [path] = endpointKey(getImplementationDiff);
  return queryOptions({
    ...endpointQuery(getImplementationDiff, { params: paramsOf(project, implementation), query: {} }),
    queryKey: [path, { params: project, query: {} }, implementationId, base, head],
  });
}

/** The changes of one of its files, with more lines than the diff of all files has. */
export function changedFileQuery(project: ProjectKey, implementation: Implementation, { path, oldPath }: ReviewedFile) {
  const { implementationId, base, head } = implementation;
  const [endpointPath] = endpointKey(getImplementationDiff);
  const query = { path, ...(oldPath === null ? {} : { oldPath }) };
  const params = paramsOf(project, implementation);
  return queryOptions<FileDiff>({
    queryKey: [endpointPath, { params: project, query }, implementationId, base, head],
    queryFn: async ({ signal }) => {
      const { files } = await call(getImplementationDiff, { params, query }, { signal });
      const file = files.find((one) => one.path === path);
      if (file === undefined) throw new AppError("not_found", { message: "This file is not changed any more." });
      return file;
    },
    enabled: hasSession,
  });
}

/** Entries of the log that a page begins with; older ones are in the download. */
const firstEntries = 500;

/** The log of an implementation: what is new is added to what was read before. */
export function implementationLogQuery(project: ProjectKey, implementation: Implementation) {
  const params = paramsOf(project, implementation);
  const queryKey = endpointKey(getImplementationLog, { params, query: {} });
  return queryOptions({
    queryKey,
    enabled: hasSession,
    queryFn: async ({ signal }): Promise<RunLogEntry[]> => {
      const known = queryClient.getQueryData<RunLogEntry[]>(queryKey) ?? [];
      let after = known.at(-1)?.sequence ?? Math.max(0, implementation.logSequence - firstEntries);
      const read = [...known];
      for (;;) {
        const { entries, hasMore } = await call(getImplementationLog, { params, query: { after } }, { signal });
        const { length } = read;
        for (const entry of entries) {
          if (entry.sequence <= after) continue;
          read.push(entry);
          after = entry.sequence;
        }
        // An answer that leads no further would be asked for again and again.
        if (!hasMore || read.length === length) return read;
      }
    },
  });
}

function refresh(): void {
  for (const endpoint of [listImplementations, getTask, getTaskBoard]) {
    void queryClient.invalidateQueries({ queryKey: endpointKey(endpoint) });
  }
}

/**
 * Begins an implementation of a task in the way that its product chose, or with what the task itself holds. Where neither is
 * open, or the change would stay on this server, it begins none and gives what each way lacks and what would become of it.
 */
export function useImplement(project: ProjectKey) {
  return useMutation({
    mutationFn: async (taskId: string): Promise<ImplementationOptions | null> => {
      const params = { ...project, taskId };
      const options = await call(getImplementationOptions, { params });
      const usual = findUsual(options);
      if (usual === null || options.keptHere !== null) return options;
      await call(startImplementation, { params, body: toChoice(usual) });
      showToast({ kind: "success", title: outcomes.implementationStart.success });
      return null;
    },
    onSettled: refresh,
    meta: { failure: outcomes.implementationStart.failure },
  });
}

/** What begins without a question; null where somebody must choose. */
function findUsual({ obstacle, engines }: ImplementationOptions): OfferedEngine | null {
  const open = obstacle === null ? engines.filter((one) => one.obstacle === null) : [];
  return open.find((one) => one.isDefault) ?? open.find(({ engine }) => engine === "diff") ?? null;
}

/** What can implement tasks of a product on this server. */
export function implementationEnginesQuery(project: ProjectKey) {
  return endpointQuery(getImplementationEngines, { params: project });
}

/** What one of them is called and does; the key tells them apart. */
export function describeEngine(offered: OfferedEngine): { key: string; label: string; description: string } {
  return { key: engineKey(offered), label: nameEngine(offered), description: engineWords[offered.engine].text };
}

/** Chooses what implements tasks of a product where nobody says otherwise; null for nothing. */
export function useSetDefaultEngine(project: ProjectKey) {
  return useMutation({
    mutationFn: (chosen: OfferedEngine | null) =>
      call(setDefaultEngine, {
        params: project,
        body: { engine: chosen?.engine ?? null, agent: chosen?.agent?.slug ?? null },
      }),
    onSuccess: (engines) => queryClient.setQueryData(implementationEnginesQuery(project).queryKey, engines),
    meta: { success: "Saved what implements tasks", failure: "Could not save what implements tasks" },
  });
}

function toChoice({ engine, agent }: Pick<OfferedEngine, "engine" | "agent">) {
  return { engine, ...(agent === null ? {} : { agent: agent.slug }) };
}

export function useStartImplementation(project: ProjectKey, taskId: string) {
  return useMutation({
    mutationFn: (chosen: Pick<OfferedEngine, "engine" | "agent">) =>
      call(startImplementation, { params: { ...project, taskId }, body: toChoice(chosen) }),
    onSettled: refresh,
    meta: outcomes.implementationStart,
  });
}

export function useStopImplementation(project: ProjectKey, implementation: Implementation) {
  return useMutation({
    mutationFn: () => call(stopImplementation, { params: paramsOf(project, implementation) }),
    onSettled: refresh,
    meta: outcomes.implementationStop,
  });
}

/** Decides against it. Whoever is asked for a confirmation reads there what went wrong. */
export function useDiscardImplementation(project: ProjectKey, implementation: Implementation) {
  return useMutation({
    mutationFn: () => call(discardImplementation, { params: paramsOf(project, implementation) }),
    onSettled: refresh,
    meta: { success: "Implementation discarded" },
  });
}

export function useResumeImplementation(project: ProjectKey, implementation: Implementation) {
  return useMutation({
    mutationFn: () => call(resumeImplementation, { params: paramsOf(project, implementation) }),
    onSettled: refresh,
    meta: outcomes.implementationStart,
  });
}

/** Has a change that is done built, tested and checked once more. */
export function useProveImplementation(project: ProjectKey, implementation: Implementation) {
  return useMutation({
    mutationFn: () => call(proveImplementation, { params: paramsOf(project, implementation) }),
    onSettled: refresh,
    meta: { success: "The change is being proven again", failure: "Could not prove the change again" },
  });
}

/** Sets how many tokens it may use; one that is paused goes on. */
export function useSetRunBudget(project: ProjectKey, implementation: Implementation) {
  return useMutation({
    mutationFn: (tokenLimit: number) =>
      call(setRunBudget, { params: paramsOf(project, implementation), body: { tokenLimit } }),
    onSettled: refresh,
    meta: { failure: "Could not change the limit" },
  });
}

/** Tries once more to give the change a branch in its repository. */
export function usePushImplementation(project: ProjectKey, implementation: Implementation) {
  return useMutation({
    mutationFn: () => call(resumeImplementation, { params: paramsOf(project, implementation) }),
    onSettled: refresh,
    meta: { failure: "Could not push the change" },
  });
}

/** What whoever writes the change elsewhere needs to know. */
export function implementationBriefQuery(project: ProjectKey, implementation: Implementation) {
  return endpointQuery(getImplementationBrief, { params: paramsOf(project, implementation) });
}

/** A new key to the branch; the one before ends. */
export function useCreatePushKey(project: ProjectKey, implementation: Implementation) {
  return useMutation({
    mutationFn: () => call(createPushKey, { params: paramsOf(project, implementation) }),
    onSettled: refresh,
    meta: { failure: "Could not make a key" },
  });
}

/** Gives the whole log to the person, as a file of text. */
export function useSaveLog(project: ProjectKey, implementation: Implementation) {
  const { task, projectImplementationId } = implementation;
  return useMutation({
    mutationFn: () => callForFile(exportImplementationLog, { params: paramsOf(project, implementation) }),
    onSuccess: (file) => saveFile(file, `${task.name}-implementation-${projectImplementationId}.log`),
    meta: { failure: "Could not download the log" },
  });
}
