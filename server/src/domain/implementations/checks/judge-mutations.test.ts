import type { JudgedCheck } from "@cairn/contract/run-checks";
import { expect, it } from "vitest";

import { judgeMutations, type SpoiltChange } from "./judge-mutations.ts";

const judge = (spoilt: Partial<SpoiltChange>, of: Partial<JudgedCheck> = {}) =>
  judgeMutations(
    { kind: "criterion", criterionId: "c1", title: "Low water", verdict: "proven", reason: "It passed.", ...of },
    { total: 2, tried: 2, unnoticed: [], silent: new Set(), ...spoilt },
  );
const part = (where: string) => ({ where, what: "“a > b” became “a <= b”" });

it("believes a check that noticed every part", () => {
  expect(judge({}).reason).toBe("It passed. Each of the change's 2 parts was spoilt on purpose, and that was noticed.");
  expect(judge({ total: 1, tried: 1 }).reason).toContain("The change was spoilt on purpose, and that was noticed.");
});

it("says what was not tried", () => {
  expect(judge({ total: 0, tried: 0 })).toMatchObject({
    verdict: "proven",
    reason: expect.stringContaining("could be"),
  });
  expect(judge({ tried: 0 })).toMatchObject({ verdict: "proven", reason: expect.stringContaining("no time to spoil") });
  expect(judge({ total: 30, tried: 9 }).reason).toContain("Of the change's 30 parts 9 were spoilt on purpose");
});

it("calls a check weak, with the part, where nothing notices that it is spoilt", () => {
  const { verdict, reason } = judge({ unnoticed: [part("src/a.ts:3"), part("src/b.ts:9")] });
  expect(verdict).toBe("weak");
  expect(reason).toBe(
    "It passes, but nothing turns red when src/a.ts:3 is spoilt on purpose: “a > b” became “a <= b”. The same holds of src/b.ts:9.",
  );
});

it("blames the check that noticed nothing before those that noticed something", () => {
  const spoilt = { unnoticed: [part("src/a.ts:3")], silent: new Set(["c2"]) };
  expect(judge(spoilt).verdict).toBe("proven");
  expect(judge(spoilt, { criterionId: "c2" }).verdict).toBe("weak");
  expect(judge(spoilt, { criterionId: "c2", verdict: "not-met" }).verdict).toBe("not-met");
});
