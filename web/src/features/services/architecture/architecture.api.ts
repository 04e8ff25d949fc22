import {
  getArchitecture,
  moveArchitectureNodes,
  removeArchitectureBaseline,
  removeArchitectureEdge,
  removeDrawnNode,
  saveDrawnNode,
  setArchitectureBaseline,
  setArchitectureEdge,
} from "@cairn/contract/architecture";
import type { EdgeStance, NodePosition } from "@cairn/contract/architecture";
import { analyseArchitecture } from "@cairn/contract/architecture-analysis";
import { listArchitectureChanges } from "@cairn/contract/architecture-changes";
import { editArchitecture, suggestArchitecture } from "@cairn/contract/architecture-edits";
import type { ArchitectureDraft, ProposedEdits } from "@cairn/contract/architecture-edits";
import { exportArchitecture } from "@cairn/contract/architecture-export";
import type { ArchitectureFormat } from "@cairn/contract/architecture-export";
import { getArchitectureAt } from "@cairn/contract/architecture-history";
import { previewArchitectureImport } from "@cairn/contract/architecture-import";
import { getServiceModules } from "@cairn/contract/architecture-modules";
import { AppError } from "@cairn/contract/errors";
import { queryOptions, useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { call, callForFile } from "#web/lib/api/call.ts";
import { endpointKey, endpointQuery } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import { saveFile } from "#web/lib/save-file.ts";

import { toDrawnNode } from "./model/drawn-node.ts";
import type { DrawnValues } from "./model/drawn-node.ts";
import { detectSource, toImportedEdits } from "./model/imported-edits.ts";

/** Stores, queues, outside services and what connects them, with the places of all nodes. */
export function architectureQuery(key: ProjectKey) {
  return endpointQuery(getArchitecture, { params: key });
}

/** Loads the architecture again. */
export const refreshArchitecture = () => queryClient.invalidateQueries({ queryKey: endpointKey(getArchitecture) });

interface EdgeEnds {
  sourceId: string;
  targetId: string;
}

/** Until a server that is away is asked again to keep places. */
const placesRetryMs = 5_000;

/** Keeps places, as soon as the server is there; others are told. What it refuses is only lost with the window. */
export function useMoveNodes(key: ProjectKey) {
  return useMutation({
    retry: (_count, error) => error instanceof AppError && error.code === "unavailable",
    retryDelay: placesRetryMs,
    mutationFn: (positions: { nodeId: string; position: NodePosition }[]) =>
      call(moveArchitectureNodes, { params: key, body: { positions } }),
    scope: { id: "architecture-places" },
    meta: { failure: "Could not keep where nodes stand" },
  });
}

/** Says what may be, or with null takes back what was said. */
export function useSetEdge(key: ProjectKey) {
  return useMutation({
    mutationFn: (line: EdgeEnds & { stance: EdgeStance | null }) => saveLine(key, line),
    onSettled: refreshArchitecture,
    meta: { failure: "Could not change the connection" },
  });
}

/** Allows what the code has today. */
export function useSetBaseline(key: ProjectKey) {
  return useMutation({
    mutationFn: () => call(setArchitectureBaseline, { params: key }),
    onSettled: refreshArchitecture,
    meta: { failure: "Could not allow what is there today" },
  });
}

/** Takes back what the newest baseline allowed. */
export function useRemoveBaseline(key: ProjectKey) {
  return useMutation({
    mutationFn: ({ baselineAt, formerBaselineAt }: { baselineAt: string; formerBaselineAt: string | null }) =>
      call(removeArchitectureBaseline, {
        params: key,
        query: { baselineAt, formerBaselineAt: formerBaselineAt ?? undefined },
      }),
    onSettled: refreshArchitecture,
    meta: { failure: "Could not take back what was allowed" },
  });
}

const extensions: Record<ArchitectureFormat, string> = { mermaid: "mmd", structurizr: "dsl", json: "json" };

/** The architecture as other tools read it, as a download. */
export function useExportArchitecture(key: ProjectKey) {
  return useMutation({
    mutationFn: async (format: ArchitectureFormat) => {
      const file = await callForFile(exportArchitecture, { params: key, query: { format } });
      saveFile(file, `${key.projectId}-architecture.${extensions[format]}`);
    },
    meta: { failure: "Could not export the architecture" },
  });
}

/** What stands out in the architecture: circles, hubs, shared tables. The built-in engine looks, on demand. */
export function useAnalyseArchitecture(key: ProjectKey) {
  return useMutation({
    mutationFn: () => call(analyseArchitecture, { params: {}, body: key }),
    meta: { failure: "Could not look at the architecture" },
  });
}

/** What pushes did to the connections in the code, newest first. */
export function architectureChangesQuery(key: ProjectKey) {
  return endpointQuery(listArchitectureChanges, { params: key, query: { limit: changesPerPage } });
}

/** What a service is made of, and which of its modules connect it with what is around it. */
export function serviceModulesQuery(key: ProjectKey, serviceId: string) {
  return endpointQuery(getServiceModules, { params: { ...key, serviceId } });
}

const changesPerPage = 100;
/** While a commit is being read, it is asked for again this often. */
const readingPollMs = 2_000;

/** The architecture that the code showed at a commit of one repository. */
export function architectureAtQuery(
  key: ProjectKey,
  { repositoryId, commit }: { repositoryId: string; commit: string },
) {
  return queryOptions({
    ...endpointQuery(getArchitectureAt, { params: { ...key, repositoryId, oid: commit } }),
    refetchInterval: ({ state }) => (state.data?.state === "reading" ? readingPollMs : false),
  });
}

/**
 * "change": what somebody says is to be different. "suggest": a goal, for which parts are looked for. "import": a text of
 * another tool.
 */
export type AskKind = "change" | "suggest" | "import";

interface EditsRequest {
  kind: AskKind;
  words: string;
  draft: ArchitectureDraft;
}

/** Asks for changes of the draft, in words. What comes back is for people to accept or refuse; whoever asks tells of failures. */
export function useAskForEdits(key: ProjectKey) {
  return useMutation({
    mutationFn: ({ kind, words, draft }: EditsRequest): Promise<ProposedEdits> => {
      if (kind === "import") return importText(key, words);
      return kind === "change"
        ? call(editArchitecture, { params: {}, body: { ...key, request: words, draft } })
        : call(suggestArchitecture, { params: {}, body: { ...key, goal: words, draft } });
    },
  });
}

async function importText(key: ProjectKey, text: string): Promise<ProposedEdits> {
  const format = detectSource(text);
  const preview = await call(previewArchitectureImport, { params: key, body: { format, text } });
  return { ...toImportedEdits(preview), writtenBy: format === "compose" ? "Compose file" : "Structurizr DSL" };
}

/** Draws a store, queue or outside service, or with null takes it away. */
export function saveDrawn(key: ProjectKey, nodeId: string, values: DrawnValues | null) {
  return values === null
    ? call(removeDrawnNode, { params: key, query: { nodeId } })
    : call(saveDrawnNode, { params: key, body: { nodeId, ...toDrawnNode(values) } });
}

/** Says of one connection what a draft says of it; null takes back what was said. */
export function saveLine(key: ProjectKey, { stance, ...ends }: EdgeEnds & { stance: EdgeStance | null }) {
  return stance === null
    ? call(removeArchitectureEdge, { params: key, query: ends })
    : call(setArchitectureEdge, { params: key, body: { ...ends, stance } });
}
