import type { TaskImport } from "@cairn/contract/task-imports";
import { expect, it } from "vitest";

import { describeImport } from "./describe-import.ts";

const one = { name: "jira.csv", total: 1_200, written: 400, kept: 0, failure: null } as TaskImport;

it.each([
  [{ state: "running" }, "Importing jira.csv: 400 of 1,200 tasks"],
  [{ state: "done", written: 1 }, "1 task imported from jira.csv"],
  [
    { state: "failed", failure: "It was stopped." },
    "Importing jira.csv ended after 400 of 1,200 tasks. It was stopped.",
  ],
  [{ state: "undone" }, "Import of jira.csv undone"],
  [{ state: "undone", kept: 1 }, "Import of jira.csv undone; 1 task that people had changed stays"],
  [{ state: "undone", kept: 3 }, "Import of jira.csv undone; 3 tasks that people had changed stay"],
] as const)("says how an import stands: %o", (change, sentence) => {
  expect(describeImport({ ...one, ...change })).toBe(sentence);
});
