import type { CanvasContent, ServerStep } from "./canvas-content.ts";
import { record, throughout } from "./history.ts";
import type { History } from "./history.ts";

export type ServerStepChange =
  /** The server was told something at once; it can be taken back. */
  | { kind: "told"; step: ServerStep }
  /** It was taken back otherwise than as the newest step, which is gone for good. */
  | { kind: "untold"; stepId: string }
  /** It was told once more, and the server answered anew. */
  | { kind: "retold"; step: ServerStep };

type Contents = History<CanvasContent>;

/** What such a change makes of the history. */
export function changeTold(history: Contents, change: ServerStepChange): Contents {
  switch (change.kind) {
    case "told":
      return record(history, { ...history.present, told: [...(history.present.told ?? []), change.step] });
    case "untold":
      return forget(history, change.stepId);
    case "retold":
      return mapTold(history, (steps) =>
        steps.map((step) => (step.stepId === change.step.stepId ? change.step : step)),
      );
  }
}

/** What the server was told between two contents; null where the step is one of the draft alone. */
export function findTold(before: CanvasContent | undefined, after: CanvasContent | undefined): ServerStep | null {
  const [old, told] = [before?.told ?? [], after?.told ?? []];
  return before && told.length > old.length ? (told.at(-1) ?? null) : null;
}

/** The content before it differs in nothing else, and would be a step in which nothing changes. */
function forget(history: Contents, stepId: string): Contents {
  const has = ({ told = [] }: CanvasContent) => told.some((step) => step.stepId === stepId);
  const first = [...history.past, history.present].findIndex(has);
  const past = first > 0 ? history.past.toSpliced(first - 1, 1) : history.past;
  return mapTold({ ...history, past }, (steps) => steps.filter((step) => step.stepId !== stepId));
}

function mapTold(history: Contents, map: (steps: readonly ServerStep[]) => readonly ServerStep[]): Contents {
  return throughout(history, (content) => (content.told ? { ...content, told: map(content.told) } : content));
}
