import { expect, it } from "vitest";

import { readLabels } from "./read-labels.ts";

it("keeps a text with the one that answers or describes it", () => {
  const lines = [
    "{",
    '  "cargo": "Cargo",',
    '  "whenLate": "When is a delivery late?",',
    '  "whenLateAnswer": "After <0>two days</0>, unless it was \\"slow\\".",',
    '  "rope": {',
    '    "title": "Rope",',
    '    "description": "Sold by the metre"',
    "  }",
    "}",
  ];
  expect(readLabels(lines)).toEqual([
    { text: "Cargo", key: "cargo", further: null, line: 2, endLine: 2 },
    {
      text: "When is a delivery late?",
      key: "whenLate",
      further: 'After two days, unless it was "slow".',
      line: 3,
      endLine: 4,
    },
    { text: "Rope", key: "rope title", further: "Sold by the metre", line: 6, endLine: 7 },
  ]);
});

it("tells a description without a title by itself", () => {
  expect(readLabels(["  ropeDescription: Sold by the metre"])).toEqual([
    { text: "Sold by the metre", key: "ropeDescription", further: null, line: 1, endLine: 1 },
  ]);
});

it("takes a text that is kept in several forms by the key above it", () => {
  const lines = ["role:", "  name:", "    other: Keeper", "  description:", "    other: Opens the lock"];
  expect(readLabels(lines)).toEqual([
    { text: "Keeper", key: "role name", further: "Opens the lock", line: 3, endLine: 5 },
  ]);
});
