import type { Section } from "@cairn/contract/page-sections";
import { expect, it } from "vitest";

import { describeOtherWriters } from "./author.ts";

const section = (title: string, writtenBy: string | null, kind: Section["kind"] = "auto") =>
  ({ title, writtenBy, kind }) as Section;

it("says which sections were written by others than most of them", () => {
  const model = [section("Purpose", "bridge"), section("Concepts", "bridge")];
  expect(describeOtherWriters({ sections: model })).toEqual([]);
  const mixed = [...model, section("Parts", "Built-in engine"), section("Notes", null, "static")];
  expect(describeOtherWriters({ sections: mixed })).toEqual(["Parts by Built-in engine"]);
});
