import { skipToken, useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { queryClient } from "#web/lib/api/query-client.ts";

import type { CorrectedProposal } from "./proposal-corrections.ts";

/** Proposals that are being added one after another. */
export interface AcceptRun {
  /** All that was proposed when it began: it stays in its place until all is done. */
  shown: readonly CorrectedProposal[];
  /** Keys of those that are added, in their order. */
  keys: readonly string[];
  done: number;
  /** Somebody wants it to end after the one that is on its way. */
  isStopping: boolean;
}

/** What became of the last run. */
export interface AcceptOutcome {
  added: number;
  total: number;
  /** The one that was not taken, which ended it. */
  refused: { name: string; message: string } | null;
}

interface AcceptState {
  run: AcceptRun | null;
  outcome: AcceptOutcome | null;
}

const nothing: AcceptState = { run: null, outcome: null };

// Kept beside what was loaded, so that it outlives the screen it was begun on and goes with the session.
const stateKey = ({ organizationId, projectId }: ProjectKey) => ["accepted-proposals", organizationId, projectId];

export function useAcceptState(key: ProjectKey): AcceptState {
  const state = useQuery<AcceptState>({ queryKey: stateKey(key), queryFn: skipToken, gcTime: Infinity });
  return state.data ?? nothing;
}

export function currentRun(key: ProjectKey): AcceptRun | null {
  return queryClient.getQueryData<AcceptState>(stateKey(key))?.run ?? null;
}

export function beginRun(key: ProjectKey, shown: readonly CorrectedProposal[], keys: readonly string[]): void {
  const run = { shown, keys, done: 0, isStopping: false };
  queryClient.setQueryData<AcceptState>(stateKey(key), { run, outcome: null });
}

export function changeRun(key: ProjectKey, change: Partial<AcceptRun>): void {
  const run = currentRun(key);
  if (run) queryClient.setQueryData<AcceptState>(stateKey(key), { run: { ...run, ...change }, outcome: null });
}

export function endRun(key: ProjectKey, outcome: AcceptOutcome): void {
  queryClient.setQueryData<AcceptState>(stateKey(key), { run: null, outcome });
}

/** How far one proposal of a run is; null for one that is not added. */
export function stateInRun({ keys, done }: AcceptRun, key: string): "waiting" | "saving" | "added" | null {
  const at = keys.indexOf(key);
  if (at === -1) return null;
  if (at === done) return "saving";
  return at < done ? "added" : "waiting";
}
