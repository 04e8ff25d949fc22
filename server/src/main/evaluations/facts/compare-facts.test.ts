import { expect, it } from "vitest";

import { compareFacts } from "./compare-facts.ts";

it("compares defaults and what is required where the documents tell them, by any spelling of a name", () => {
  const told = {
    TIDE_PORT: { defaultValue: "10000", isRequired: false },
    TIDE_KEY: { defaultValue: null, isRequired: true },
    TIDE_LEVEL: { defaultValue: "info", isRequired: null },
    TIDE_NAME: { defaultValue: null, isRequired: null },
  };
  const comparison = compareFacts(
    {
      kind: "settings",
      files: ["docs/env.md"],
      keys: new Set(Object.keys(told)),
      details: new Map(Object.entries(told)),
    },
    [
      { key: "TIDE_PORT", path: "a", line: 1, details: { defaultValue: "10_000", isRequired: false } },
      { key: "TIDE_KEY", path: "a", line: 2, details: { defaultValue: null, isRequired: false } },
      {
        key: "tide.level",
        aliases: ["TIDE_LEVEL"],
        path: "a",
        line: 3,
        details: { defaultValue: "debug", isRequired: false },
      },
      { key: "tide.other", path: "a", line: 4 },
      { key: "TIDE_OTHER", path: "a", line: 5 },
    ],
  );
  expect(comparison).toMatchObject({ listed: 4, found: 4, matched: 3, missed: ["TIDE_NAME"] });
  expect(comparison.unlisted.map(({ key }) => key)).toEqual(["TIDE_OTHER"]);
  expect(comparison.details).toEqual({
    defaults: { listed: 2, found: 2, matched: 1 },
    required: { listed: 2, matched: 1 },
    differing: ["TIDE_KEY: optional, listed required", "TIDE_LEVEL: default debug, listed info"],
  });
});
