import type { ChatSession } from "@cairn/contract/chat";
import type { ArtifactDraft } from "@cairn/contract/page-draft";
import { newArtifactSchema } from "@cairn/contract/pages";
import { expect, it } from "vitest";

import { parseDraft, titlesBeingWritten, toSectionInputs, publishProblem } from "./parse-draft.ts";

const section = {
  sectionId: "7f8de4b8-6a43-4a3c-9b6e-0c64b5b1e2a1",
  title: "Delays",
  instructions: { prompt: "How are delays computed?", output: "markdown" as const },
  content: "By tide [1].",
  sources: [{ repositoryId: "7f8de4b8-6a43-4a3c-9b6e-0c64b5b1e2a2", path: "a.ts", startLine: 1, endLine: 2, commit: "c", hash: "h" }], // prettier-ignore
  writtenBy: "Built-in engine",
};
const draft: ArtifactDraft = { title: "Tides", projectId: null, sections: [section] };

it("reads a draft and nothing else", () => {
  expect(parseDraft(draft)).toEqual(draft);
  expect(parseDraft(null)).toBeNull();
  expect(parseDraft({ title: "Tides" })).toBeNull();
});

it("publishes what a page may be made of, also a section that was stopped before it had a text", () => {
  const unwritten = { ...draft, sections: [{ ...section, content: "", sources: [] }] };
  for (const one of [draft, unwritten]) {
    expect(newArtifactSchema.safeParse({ title: one.title, sections: toSectionInputs(one) }).success).toBe(true);
  }
  expect(JSON.stringify(toSectionInputs(draft))).not.toContain(section.sectionId);
});

it("says why a draft cannot be published", () => {
  expect(publishProblem(draft)).toBeNull();
  expect(publishProblem({ ...draft, title: " " })).toBe("Title is too short");
  expect(publishProblem({ ...draft, sections: [] })).toBe("At least one section is required");
});

it("knows which section is being written", () => {
  const call = (target: string, durationMs: number | null) => ({ name: "write_section", target, durationMs });
  const session = (isStreaming: boolean) =>
    ({ isStreaming, messages: [{ thoughts: [{ text: "", functionCalls: [call("Delays", 4), call("Tests", null)] }] }] }) as unknown as ChatSession; // prettier-ignore
  expect([...titlesBeingWritten(session(true))]).toEqual(["Tests"]);
  expect([...titlesBeingWritten(session(false))]).toEqual([]);
});
