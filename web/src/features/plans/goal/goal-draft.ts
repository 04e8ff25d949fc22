import { useState } from "react";

import { loadPlanDraft, savePlanDraft } from "#web/lib/browser/storage.ts";

/**
 * A goal that is being written, which survives a reload of the page. Each start of a plan, and each plan, has one of its
 * own under `key`. While nobody has written anything it is `saved`.
 */
export function useGoalDraft(key: string, saved = "") {
  const [typed, setTyped] = useState(() => loadPlanDraft(key));
  const change = (next: string | null) => {
    setTyped(next);
    savePlanDraft(key, next);
  };
  return {
    goal: typed ?? saved,
    isTyped: typed !== null,
    onGoal: (goal: string) => change(goal === "" && saved === "" ? null : goal),
    /** It has arrived at the server, or nobody wants it any more. */
    onEnd: () => change(null),
  };
}
