import type { ArtifactDraft } from "@cairn/contract/page-draft";

/** A draft with its undo and redo history. */
export interface DraftHistory {
  /** The server's draft; null before there is one. */
  server: ArtifactDraft | null;
  /** The draft that is shown: the server's, unless the person has undone or redone changes since. */
  current: ArtifactDraft | null;
  /** The states before each step, oldest first. */
  past: readonly ArtifactDraft[];
  /** The undone states, the next one first. */
  future: readonly ArtifactDraft[];
  /** An answer was under way when a draft was received last. */
  isAnswering: boolean;
  /** The answer has changed the draft, and its step is in `past` already. */
  isInStep: boolean;
}

export type DraftHistoryEvent =
  /** The server's draft, and whether it is still being changed. */
  { type: "received"; draft: ArtifactDraft | null; isAnswering: boolean } | { type: "undo" } | { type: "redo" };

const maxSteps = 50;

export const emptyHistory: DraftHistory = {
  server: null,
  current: null,
  past: [],
  future: [],
  isAnswering: false,
  isInStep: false,
};

/** All changes of one answer are one step, however many sections it writes. */
export function reduceHistory(history: DraftHistory, event: DraftHistoryEvent): DraftHistory {
  switch (event.type) {
    case "received":
      return receiveDraft(history, event);
    case "undo": {
      const before = history.past.at(-1);
      if (!before || !history.current || history.isInStep) return history;
      const future = [history.current, ...history.future];
      return { ...history, current: before, past: history.past.slice(0, -1), future };
    }
    case "redo": {
      const [next, ...future] = history.future;
      if (!next || !history.current || history.isInStep) return history;
      return { ...history, current: next, past: [...history.past, history.current], future };
    }
  }
}

function receiveDraft(
  history: DraftHistory,
  { draft, isAnswering }: Extract<DraftHistoryEvent, { type: "received" }>,
): DraftHistory {
  const isKnown = draft === history.server;
  if (isKnown || !draft) {
    const isInStep = history.isInStep && isAnswering;
    return isAnswering === history.isAnswering && isInStep === history.isInStep
      ? history
      : { ...history, isAnswering, isInStep };
  }
  const { current } = history;
  // The change of a short answer may come together with its end.
  const isOfAnswer = isAnswering || history.isAnswering;
  const isStep = !history.isInStep && current !== null && isOfAnswer && isDifferent(draft, current);
  return {
    server: draft,
    current: draft,
    past: isStep ? [...history.past, current].slice(-maxSteps) : history.past,
    future: isStep ? [] : history.future,
    isAnswering,
    isInStep: isAnswering && (history.isInStep || isStep),
  };
}

/** Whether the shown draft differs from the server's; it is then sent with the next message. */
export function hasUndoneChanges({ current, server }: DraftHistory): boolean {
  return current !== server;
}

function isDifferent(one: ArtifactDraft, other: ArtifactDraft): boolean {
  return canonicalDraftText(one) !== canonicalDraftText(other);
}

/** The draft as JSON with sorted keys, because the database returns fields in an order of its own. */
export function canonicalDraftText(draft: ArtifactDraft): string {
  return JSON.stringify(draft, (_name, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
