import { expect, it } from "vitest";

import { sayDecisions } from "./say-decisions.ts";
import { makeDocument } from "./testing/make-document.ts";

const say = (...decisions: ("accepted" | "refused" | null)[]) =>
  sayDecisions({
    state: "ready",
    note: null,
    head: null,
    content: decisions.map((decision, at) => makeDocument(at, { decision })),
  });

it("says how many sections are published, refused and undecided, and what becomes of them", () => {
  expect(say()).toBeNull();
  expect(say("accepted")).toBe("1 section is published with it.");
  expect(say("accepted", "accepted", "refused", null)).toMatch(
    /^2 sections are published with it, 1 refused, 1 undecided\. What is refused keeps its text .* What is undecided is/,
  );
  expect(say(null, null)).toMatch(/^2 sections are undecided\. What is undecided/);
  expect(say("refused")).toBe("1 section is refused. What is refused keeps its text and stands as stale.");
  expect(sayDecisions({ state: "preparing", note: null, head: null, content: [] })).toMatch(/still being compared/);
  expect(sayDecisions({ state: "unavailable", note: "Gone", head: null, content: [] })).toBeNull();
});
