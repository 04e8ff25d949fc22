import type { Implementation } from "@cairn/contract/implementations";
import { phaseNames } from "@cairn/contract/implementations";

import type { Tone } from "#web/ui/display/badge.tsx";
import type { StateKind } from "#web/ui/feedback/state-icon.tsx";

/** How a run stands, in a word or two. */
export function describeRun(implementation: Implementation): { word: string; tone: Tone } {
  const { state, outcome, position, waitsForPush, pause, events } = implementation;
  if (state === "merged") return { word: "Merged", tone: "success" };
  if (state === "discarded") return { word: "Discarded", tone: "neutral" };
  switch (outcome) {
    case "completed":
      return { word: "Ready for review", tone: "success" };
    case "failed":
      return { word: "Failed", tone: "danger" };
    case "stopped":
      return { word: "Stopped", tone: "neutral" };
    case null: {
      if (position !== null)
        return { word: position === 0 ? "Next in line" : `${position} before it`, tone: "neutral" };
      if (waitsForPush) return { word: "Waits for a push", tone: "neutral" };
      if (pause !== null) return { word: "Paused", tone: "warning" };
      const under = events.findLast((event) => event.state === null);
      return { word: under ? phaseNames[under.type] : "Starting", tone: "info" };
    }
  }
}

const outcomeKinds = { completed: "done", failed: "failed", stopped: "idle" } as const;

/** The icon for how a run stands. */
export function kindOfRun({ state, outcome, pause }: Implementation): StateKind {
  if (state === "discarded") return "idle";
  if (pause !== null) return "attention";
  return outcome === null ? "running" : outcomeKinds[outcome];
}
