import { expect, it } from "vitest";

import type { SectionRow } from "#server/domain/pages/store/artifacts.store.ts";

import type { SectionState } from "./merge-sections.ts";
import { planSection } from "./plan-section.ts";

const source = (hash: string, commit = "c1") => {
  return { repositoryId: "r", path: "a.ts", startLine: 1, endLine: 2, commit, hash };
};
const former: SectionRow = {
  sectionId: "s",
  organizationId: "o",
  artifactId: "p",
  position: 1000,
  title: "Delays",
  prompt: "Tell of delays",
  output: "markdown",
  templateKey: "delays",
  content: "Boats wait. [1]",
  status: "fresh",
  error: null,
  commit: "c1",
  generatedAt: new Date("2026-01-01T00:00:00Z"),
  writtenBy: "Built-in engine",
  versionId: "v",
  heldVersionId: null,
  heldReason: null,
  pausedAt: null,
  pausedBy: null,
  pausedWith: null,
};
const now = new Date("2026-02-02T00:00:00Z");
const sources = [source("one")];
const byWriter = { commit: "c1", generatedAt: former.generatedAt, writtenBy: "Built-in engine" };
const byModel = { commit: "c2", generatedAt: now, writtenBy: "model" };
const byPerson = { commit: null, generatedAt: null, writtenBy: null };

const plan = (change: Partial<SectionState>, row: Partial<SectionRow> | null = {}) => {
  const current = row && { row: { ...former, ...row }, sources };
  const { sectionId, title, prompt, output, content, writtenBy } = former;
  const wanted = { sectionId, title, prompt, output, content, sources, writtenBy, ...change };
  const { text, ...rest } = planSection(current, wanted, { writer: "model", now });
  return { ...rest, ...text };
};

it.each([
  ["another title", { title: "Waits" }, { status: "fresh", keepsSources: true, title: "Waits", ...byWriter }],
  [
    "another prompt",
    { prompt: "More" },
    { status: "updating", keepsSources: true, content: former.content, ...byWriter },
  ],
  ["another output", { output: "plain-text" }, { status: "updating", content: former.content }],
  ["a diagram in place of a text", { output: "mermaid" }, { status: "updating", content: "", sources: [] }],
  [
    "a previewed text",
    { prompt: "More", content: "New. [1]", sources: [source("two", "c2")] },
    { status: "fresh", keepsSources: false, content: "New. [1]", ...byModel },
  ],
  ["a text by hand", { content: "By hand." }, { status: "fresh", keepsSources: true, ...byPerson }],
  ["a text by hand for another prompt", { prompt: "More", content: "By hand." }, { status: "updating", ...byPerson }],
  [
    "no prompt any more",
    { prompt: null },
    { status: "fresh", keepsSources: true, content: former.content, ...byWriter },
  ],
  ["no sources any more", { prompt: null, sources: [] }, { status: "fresh", keepsSources: false, ...byPerson }],
] as const)("an Auto section with %s", (_, change, expected) => {
  expect(plan(change as Partial<SectionState>)).toMatchObject({ templateKey: "delays", ...expected });
});

it.each([
  ["a static one that becomes Auto", { prompt: "Tell" }, { prompt: null, templateKey: null }, "updating"],
  [
    "a static one with a preview",
    { prompt: "Tell", content: "New.", sources: [source("x")] },
    { prompt: null },
    "fresh",
  ],
  ["one that failed", { title: "Waits" }, { status: "failed", error: "Nothing." }, "updating"],
  ["one that waits for its writer", { title: "Waits" }, { status: "updating" }, "updating"],
  ["one that waits and becomes static", { prompt: null }, { status: "updating" }, "fresh"],
  ["one without a text", { title: "Waits", content: " " }, { content: "" }, "updating"],
] as const)("%s is then: %s", (_, change, row, status) => {
  expect(plan(change as Partial<SectionState>, row)).toMatchObject({ status });
});

it.each([
  ["an empty Auto section", { content: "" }, { status: "updating", keepsSources: false }],
  ["a previewed one", { sources: [source("x", "c2")] }, { status: "fresh", ...byModel }],
  ["one that cites two commits", { sources: [source("x", "c2"), source("y")] }, { ...byModel, commit: null }],
  [
    "a text by hand",
    { prompt: null, sources: [] },
    { status: "fresh", keepsSources: true, templateKey: null, ...byPerson },
  ],
] as const)("a new section: %s", (_, change, expected) => {
  expect(plan(change as unknown as Partial<SectionState>, null)).toMatchObject({ templateKey: null, ...expected });
});
