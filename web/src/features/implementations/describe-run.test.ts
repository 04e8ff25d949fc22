import type { Implementation, ImplementationEvent } from "@cairn/contract/implementations";
import { expect, it } from "vitest";

import { describeRun } from "./describe-run.ts";
import { makeImplementation } from "./testing/make-implementation.ts";

const event = (type: ImplementationEvent["type"], state: ImplementationEvent["state"]): ImplementationEvent => ({
  type,
  state,
  startedAt: "2026-11-21T09:00:00.000Z",
  completedAt: null,
  summary: null,
});
const under = [
  event("task-implementation", null),
  event("code-analysis", "success"),
  event("build-implementation", null),
];

it.each<[Partial<Implementation>, string]>([
  [{ running: true, outcome: null, position: 0, events: [] }, "Next in line"],
  [{ running: true, outcome: null, position: 3, events: [] }, "3 before it"],
  [{ running: true, outcome: null, position: null, events: [] }, "Starting"],
  [{ running: true, outcome: null, position: null, events: under }, "Build"],
  [{ running: true, outcome: null, waitsForPush: true, events: [] }, "Waits for a push"],
  [{ running: true, outcome: null, pause: { cause: "run", message: "", neededTokens: 1 }, events: under }, "Paused"],
  [{ outcome: "completed" }, "Ready for review"],
  [{ outcome: "failed" }, "Failed"],
  [{ outcome: "stopped" }, "Stopped"],
  [{ outcome: "completed", state: "merged" }, "Merged"],
])("says of %j that it is %j", (change, word) => {
  expect(describeRun(makeImplementation(change)).word).toBe(word);
});
