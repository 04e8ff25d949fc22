import { describe, expect, it } from "vitest";

import { beginDraft, changeDraft } from "./draft.ts";
import type { Draft, DraftChange } from "./draft.ts";
import { findTold } from "./told-steps.ts";

const after = (draft: Draft, ...changes: DraftChange[]) => changes.reduce(changeDraft, draft);
const added = (nodeId: string): DraftChange => ({ kind: "added", nodeId, type: "api" });
const told = (stepId: string): DraftChange => ({
  kind: "told",
  step: {
    kind: "stance",
    stepId,
    name: "board calls harbour",
    sourceId: "a",
    targetId: "b",
    from: null,
    to: "allowed",
  },
});
const newest = ({ past, present }: Draft) => findTold(past.at(-1), present)?.stepId ?? null;
const idsOf = ({ present }: Draft) => present.nodes.map(({ nodeId }) => nodeId);

describe("what was told to the server", () => {
  it("is a step between those of the draft, there and back", () => {
    const draft = after(beginDraft([]), added("n1"), told("one"), added("n2"));
    expect(newest(draft)).toBeNull();
    const before = after(draft, { kind: "undone" });
    expect(newest(before)).toBe("one");
    const back = after(before, { kind: "undone" });
    expect(idsOf(back)).toEqual(["n1"]);
    expect(findTold(back.present, back.future.at(-1))?.stepId).toBe("one");
  });

  it("that was taken back out of turn leaves no step in which nothing changes", () => {
    for (const changes of [
      [told("one"), added("n1")],
      [added("n1"), told("one"), added("n2")],
      [added("n1"), told("one")],
      [told("one"), told("two")],
    ]) {
      const draft = after(beginDraft([]), ...changes, { kind: "untold", stepId: "one" });
      expect(draft.past).toHaveLength(changes.length - 1);
      expect(JSON.stringify(draft)).not.toContain('"one"');
      expect(idsOf(draft)).toEqual(changes.flatMap((change) => (change.kind === "added" ? [change.nodeId] : [])));
    }
  });

  it("is what was answered last, in every step", () => {
    const step = (baselineAt: string): DraftChange & { kind: "told" | "retold" } => ({
      kind: "told",
      step: { kind: "baseline", stepId: "one", baselineAt, formerBaselineAt: null },
    });
    const draft = after(beginDraft([]), step("first"), added("n1"), { kind: "retold", step: step("second").step });
    expect(findTold(beginDraft([]).present, draft.present)).toMatchObject({ baselineAt: "second" });
    expect(JSON.stringify(draft)).not.toContain('"first"');
  });
});
