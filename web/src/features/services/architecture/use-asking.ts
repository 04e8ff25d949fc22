import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";

import { useAskForEdits } from "./architecture.api.ts";
import type { AskKind } from "./architecture.api.ts";
import type { Proposals } from "./use-proposals.ts";

/** One request with what came of it. */
export interface EditTurn {
  turnId: string;
  words: string;
  kind: AskKind;
  /** Null while it is being worked out, and of one that failed. */
  answer: { count: number; notes: readonly string[]; writtenBy: string } | null;
  /** Why there is no answer. */
  failure: string | null;
}

/** What was asked for in this visit, oldest first, and how to ask for more. */
export type Asking = ReturnType<typeof useAsking>;

/** A conversation about the draft: each answer becomes a proposal on the canvas. */
export function useAsking(project: ProjectKey, proposals: Proposals, onSay: (text: string) => void) {
  const [turns, setTurns] = useState<readonly EditTurn[]>([]);
  const { mutateAsync, isPending } = useAskForEdits(project);

  const settle = (turnId: string, settled: Pick<EditTurn, "answer" | "failure">) =>
    setTurns((current) => current.map((turn) => (turn.turnId === turnId ? { ...turn, ...settled } : turn)));

  /** Whether it was answered. */
  const ask = async (kind: AskKind, words: string): Promise<boolean> => {
    const turnId = crypto.randomUUID();
    setTurns((current) => [...current, { turnId, words, kind, answer: null, failure: null }]);
    try {
      const { edits, notes, writtenBy } = await mutateAsync({ kind, words, draft: proposals.describeDraft() });
      await proposals.propose({ edits });
      settle(turnId, { answer: { count: edits.length, notes, writtenBy }, failure: null });
      onSay([countEdits(edits.length), ...notes].join(". "));
      return true;
    } catch (error) {
      settle(turnId, { answer: null, failure: errorMessage(error) });
      return false;
    }
  };
  return { turns, isBusy: isPending, ask };
}

/** How many changes an answer proposes, in words. */
export function countEdits(count: number): string {
  if (count === 0) return "No change proposed";
  return count === 1 ? "1 change proposed" : `${count} changes proposed`;
}
