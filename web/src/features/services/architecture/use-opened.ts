import type { ServiceModules } from "@cairn/contract/architecture-modules";
import { queryOptions, useQueries } from "@tanstack/react-query";
import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";

import { serviceModulesQuery } from "./architecture.api.ts";
import { arrangeModules } from "./model/arrange-modules.ts";
import type { ArrangedModules } from "./model/arrange-modules.ts";
import type { CanvasNode } from "./model/canvas-node.ts";
import type { OpenedService } from "./model/open-edges.ts";
import { frameOf, shownModules } from "./model/opened.ts";
import type { OpenedFrame, OpenedState } from "./model/opened.ts";

/** Which services show what they are made of. It is a way to look: nothing of it is drafted, saved or told to others. */
export interface Opened {
  isOpen: (nodeId: string) => boolean;
  /** What is asked for and not here yet. */
  isLoading: (nodeId: string) => boolean;
  toggle: (nodeId: string) => void;
  close: (nodeId: string) => void;
  retry: (nodeId: string) => void;
  /** Also the modules that are one too many at first. */
  showAll: (nodeId: string) => void;
  frames: ReadonlyMap<string, OpenedFrame>;
  services: readonly OpenedService[];
}

/** Whether a node has an inside to look at: a service that the server has, with code somewhere. */
export function canOpen({ graphId, form, detail }: Pick<CanvasNode, "graphId" | "form" | "detail">): boolean {
  return graphId !== null && form !== "store" && form !== "queue" && form !== "outside" && detail !== null;
}

export function useOpened(project: ProjectKey, nodes: readonly CanvasNode[], onSay: (text: string) => void): Opened {
  const [openIds, setOpenIds] = useState<readonly string[]>([]);
  const [wholeIds, setWholeIds] = useState<readonly string[]>([]);
  const open = nodes.filter((node) => openIds.includes(node.nodeId) && canOpen(node));
  const loadings = useQueries({ queries: open.map(({ graphId }) => serviceModulesQuery(project, graphId ?? "")) });
  const arrangings = useQueries({
    queries: open.map((node, at) => arrangedQuery(node, loadings[at], wholeIds.includes(node.nodeId))),
  });
  const states = open.map((node, at) => ({ node, state: stateOf(loadings[at], arrangings[at]) }));
  const frames = new Map(
    states.flatMap(({ node, state }) => {
      const frame = frameOf(node, state);
      return frame ? [[node.nodeId, frame] as const] : [];
    }),
  );
  useSaying(open, frames, onSay);
  const close = (nodeId: string) => {
    setOpenIds((current) => current.filter((id) => id !== nodeId));
    onSay(`${nodes.find((node) => node.nodeId === nodeId)?.name ?? "The service"} is closed`);
  };
  return {
    isOpen: (nodeId) => open.some((node) => node.nodeId === nodeId),
    isLoading: (nodeId) => states.some(({ node, state }) => node.nodeId === nodeId && state.kind === "loading"),
    toggle: (nodeId) => (openIds.includes(nodeId) ? close(nodeId) : setOpenIds((current) => [...current, nodeId])),
    close,
    retry: (nodeId) => void loadings[open.findIndex((node) => node.nodeId === nodeId)]?.refetch(),
    showAll: (nodeId) => setWholeIds((current) => [...current, nodeId]),
    frames,
    services: states.flatMap(({ node, state }) =>
      state.kind === "ready" ? [{ node, loaded: state.loaded, shownIds: state.shownIds }] : [],
    ),
  };
}

/** Where the modules stand that were loaded last. */
function arrangedQuery({ nodeId }: CanvasNode, loading: UseQueryResult<ServiceModules> | undefined, isWhole: boolean) {
  const loaded = loading?.data;
  return queryOptions({
    queryKey: ["arranged modules", nodeId, loading?.dataUpdatedAt ?? 0, isWhole],
    queryFn: async () =>
      await arrangeModules(loaded ?? { modules: [], connections: [] }, isWhole ? Infinity : shownModules),
    enabled: loaded !== undefined,
    staleTime: Infinity,
    // While what changed is placed, the former places stay.
    placeholderData: (former: ArrangedModules | undefined) => former,
  });
}

function stateOf(
  loading: UseQueryResult<ServiceModules> | undefined,
  arranging: UseQueryResult<ArrangedModules> | undefined,
): OpenedState {
  if (loading?.data && arranging?.data) return { kind: "ready", loaded: loading.data, ...arranging.data };
  const error = loading?.error ?? arranging?.error;
  return error ? { kind: "failed", message: errorMessage(error) } : { kind: "loading" };
}

/** Tells of each service that has been opened what it is made of. */
function useSaying(
  open: readonly CanvasNode[],
  frames: ReadonlyMap<string, OpenedFrame>,
  onSay: (text: string) => void,
): void {
  const text = open
    .flatMap(({ nodeId, name }) => {
      const frame = frames.get(nodeId);
      return frame ? [`${name} is open: ${frame.note ?? frame.countText}`] : [];
    })
    .at(-1);
  const sayRef = useRef(onSay);
  useEffect(() => {
    sayRef.current = onSay;
  });
  useEffect(() => {
    if (text !== undefined) sayRef.current(text);
  }, [text]);
}
