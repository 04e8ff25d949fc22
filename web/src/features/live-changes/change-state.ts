import type { ProjectChange } from "@cairn/contract/project-changes";

/** How far this tab has followed the changes of a product. */
export interface FeedState {
  /** All changes up to this number have been seen; null before the first contact. */
  last: number | null;
  isConnected: boolean;
  /** Connections that failed or were lost since the server was last heard. */
  failures: number;
}

export type FeedEvent =
  | { type: "changes"; sequence: number; changes: readonly ProjectChange[] }
  | { type: "reload"; sequence: number }
  /** `isRefused`: the server did not let it in, perhaps because a right or the product has gone. */
  | { type: "lost"; isRefused: boolean }
  /** It is time to poll without a notification. */
  | { type: "poll" };

/** What has become stale: what these changes are about, everything of the product, or who may see it. */
export type Stale =
  | { kind: "nothing" }
  | { kind: "changes"; changes: readonly ProjectChange[] }
  | { kind: "everything" }
  | { kind: "access" };

export const unconnected: FeedState = { last: null, isConnected: false, failures: 0 };

/** What an event makes of the state, and what is to be loaded again because of it. */
export function applyChange(state: FeedState, event: FeedEvent): { state: FeedState; stale: Stale } {
  switch (event.type) {
    case "changes":
      return applyBatch(state, event);
    case "reload":
      return { state: connectedAt(event.sequence), stale: { kind: "everything" } };
    case "lost":
      return {
        state: { ...state, isConnected: false, failures: state.failures + 1 },
        stale: { kind: event.isRefused ? "access" : "nothing" },
      };
    case "poll":
      return { state, stale: { kind: state.isConnected ? "nothing" : "everything" } };
  }
}

function applyBatch(
  { last }: FeedState,
  { sequence, changes }: Extract<FeedEvent, { type: "changes" }>,
): { state: FeedState; stale: Stale } {
  const fresh = changes.filter((change) => change.sequence > (last ?? 0));
  const state = connectedAt(Math.max(sequence, last ?? 0));
  // Numbers have no gap, so one that is missing was lost on the way.
  const isGap = last === null || (fresh[0]?.sequence ?? last + 1) > last + 1 || sequence > last + fresh.length;
  if (isGap) return { state, stale: { kind: "everything" } };
  return { state, stale: fresh.length === 0 ? { kind: "nothing" } : { kind: "changes", changes: fresh } };
}

function connectedAt(last: number): FeedState {
  return { last, isConnected: true, failures: 0 };
}

/** Two things that are stale, as one. */
export function joinStale(one: Stale, other: Stale): Stale {
  if (one.kind === "everything" || other.kind === "nothing") return one;
  if (other.kind === "everything" || one.kind === "nothing") return other;
  if (one.kind === "changes" && other.kind === "changes")
    return { kind: "changes", changes: [...one.changes, ...other.changes] };
  return one.kind === other.kind ? one : { kind: "everything" };
}

const firstDelayMs = 1_000;
const longestDelayMs = 30_000;

/** How long to wait before the next connection; `chance` from 0 to 1 spreads the clients of a server that restarts. */
export function reconnectDelayMs(failures: number, chance: number): number {
  const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.max(0, failures - 1));
  return Math.round(delayMs * (0.5 + chance / 2));
}
