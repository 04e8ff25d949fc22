import type { EdgeStance } from "@cairn/contract/architecture";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { showToast, toastManager } from "#web/lib/toasts/toast-manager.ts";

import { useRemoveBaseline, useSetBaseline, useSetEdge } from "./architecture.api.ts";
import type { ServerStep } from "./model/canvas-content.ts";
import type { Draft, DraftChange } from "./model/draft.ts";
import { findTold } from "./model/told-steps.ts";

interface TellingGround {
  project: ProjectKey;
  draft: Draft;
  change: (change: DraftChange) => void;
  onSay: (text: string) => void;
}

/** What can be told to the server at once, and the steps back and forth through it and the draft. */
export type Telling = ReturnType<typeof useTelling>;

type StanceStep = Omit<Extract<ServerStep, { kind: "stance" }>, "kind" | "stepId">;

const words = { allowed: "allowed", forbidden: "forbidden" };

/** What is said of a connection, in words. */
export function stanceText(name: string, stance: EdgeStance | null): string {
  return `${name}: ${stance ? words[stance] : "nothing is said of it"}`;
}

/** Tells the server at once what is allowed or forbidden; each is a step of the history, with a way back in its toast. */
export function useTelling({ project, draft, change, onSay }: TellingGround) {
  const setEdge = useSetEdge(project);
  const setBaseline = useSetBaseline(project);
  const removeBaseline = useRemoveBaseline(project);
  const isBusy = setEdge.isPending || setBaseline.isPending || removeBaseline.isPending;

  // A toast is read out by itself.
  const show = (title: string) => showToast({ kind: "success", title });
  const takeBack = (step: ServerStep, onDone = () => {}) => {
    const onSuccess = (text: string) => () => {
      show(text);
      onDone();
    };
    if (step.kind === "baseline") {
      return removeBaseline.mutate(step, { onSuccess: onSuccess("What was allowed is taken back") });
    }
    const { sourceId, targetId, from, name } = step;
    setEdge.mutate({ sourceId, targetId, stance: from }, { onSuccess: onSuccess(stanceText(name, from)) });
  };
  const repeat = (step: ServerStep) => {
    if (step.kind === "baseline") {
      return setBaseline.mutate(undefined, {
        onSuccess: ({ baselineAt, formerBaselineAt }) => {
          change({ kind: "retold", step: { ...step, baselineAt, formerBaselineAt } });
          show("What is there today is allowed");
        },
      });
    }
    const { sourceId, targetId, to, name } = step;
    setEdge.mutate({ sourceId, targetId, stance: to }, { onSuccess: () => show(stanceText(name, to)) });
  };
  const told = (step: ServerStep, title: string, description?: string) => {
    change({ kind: "told", step });
    const onSelect = () => takeBack(step, () => change({ kind: "untold", stepId: step.stepId }));
    showToast({ kind: "success", id: step.stepId, title, description, action: { label: "Undo", onSelect } });
  };
  return {
    isBusy,
    setStance: (stance: StanceStep, title: string, description?: string) =>
      setEdge.mutate(
        { sourceId: stance.sourceId, targetId: stance.targetId, stance: stance.to },
        { onSuccess: () => told({ kind: "stance", stepId: crypto.randomUUID(), ...stance }, title, description) },
      ),
    allowAll: () =>
      setBaseline.mutate(undefined, {
        onSuccess: ({ baselineAt, formerBaselineAt }) =>
          told(
            { kind: "baseline", stepId: crypto.randomUUID(), baselineAt, formerBaselineAt },
            "What is there today is allowed",
          ),
      }),
    undo: () => {
      const step = findTold(draft.past.at(-1), draft.present);
      if (step && isBusy) return;
      if (step) {
        toastManager.close(step.stepId);
        takeBack(step);
      }
      change({ kind: "undone" });
      onSay("One step taken back");
    },
    redo: () => {
      const step = findTold(draft.present, draft.future.at(-1));
      if (step && isBusy) return;
      if (step) repeat(step);
      change({ kind: "redone" });
      onSay("One step done again");
    },
  };
}
