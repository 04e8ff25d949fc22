import type { ArtifactDraft } from "@cairn/contract/page-draft";

/** A draft as the person sees it, with the states they can go back to. */
export interface DraftHistory {
  /** What the server has; null before it has any. */
  server: ArtifactDraft | null;
  /** What is shown: the server's, unless the person took something back since. */
  current: ArtifactDraft | null;
  /** Before each change, oldest first. */
  past: readonly ArtifactDraft[];
  /** What was taken back, the next first. */
  future: readonly ArtifactDraft[];
  /** The changes that come now belong to a step that is in `past` already. */
  isInTurn: boolean;
}

export type DraftHistoryEvent =
  /** The server's draft, and whether it is still being changed. */
  { type: "arrived"; draft: ArtifactDraft | null; isAnswering: boolean } | { type: "undo" } | { type: "redo" };

const maxSteps = 50;

export const emptyHistory: DraftHistory = { server: null, current: null, past: [], future: [], isInTurn: false };

/** All that one message changed is one step, however many sections were written for it. */
export function reduceHistory(history: DraftHistory, event: DraftHistoryEvent): DraftHistory {
  switch (event.type) {
    case "arrived":
      return receiveDraft(history, event);
    case "undo": {
      const before = history.past.at(-1);
      if (!before || !history.current || history.isInTurn) return history;
      const future = [history.current, ...history.future];
      return { ...history, current: before, past: history.past.slice(0, -1), future };
    }
    case "redo": {
      const [next, ...future] = history.future;
      if (!next || !history.current || history.isInTurn) return history;
      return { ...history, current: next, past: [...history.past, history.current], future };
    }
  }
}

function receiveDraft(
  history: DraftHistory,
  { draft, isAnswering }: Extract<DraftHistoryEvent, { type: "arrived" }>,
): DraftHistory {
  const isKnown = draft === history.server;
  if (isKnown || !draft)
    return isAnswering === history.isInTurn || isAnswering ? history : { ...history, isInTurn: false };
  const { current } = history;
  const isStep = !history.isInTurn && current !== null && isAnswering && isDifferent(draft, current);
  return {
    server: draft,
    current: draft,
    past: isStep ? [...history.past, current].slice(-maxSteps) : history.past,
    future: isStep ? [] : history.future,
    isInTurn: isAnswering && (history.isInTurn || isStep),
  };
}

/** Whether the person went back to another state than the server has; it is sent along with what they say next. */
export function hasUndoneChanges({ current, server }: DraftHistory): boolean {
  return current !== server;
}

function isDifferent(one: ArtifactDraft, other: ArtifactDraft): boolean {
  return canonicalDraftText(one) !== canonicalDraftText(other);
}

/** A draft as text that is the same for the same draft: the database gives fields back in an order of its own. */
export function canonicalDraftText(draft: ArtifactDraft): string {
  return JSON.stringify(draft, (_name, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
