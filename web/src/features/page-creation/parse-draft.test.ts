import type { ChatSession } from "@cairn/contract/chat";
import type { ArtifactDraft } from "@cairn/contract/page-draft";
import { newArtifactSchema } from "@cairn/contract/pages";
import { expect, it } from "vitest";

import { parseArtifactDraft, titlesBeingWritten, toSectionInputs, publishProblem } from "./parse-draft.ts";

const section = {
  sectionId: "7f8de4b8-6a43-4a3c-9b6e-0c64b5b1e2a1",
  title: "Delays",
  instructions: { prompt: "How are delays computed?", output: "markdown" as const },
  content: "By tide [1].",
  sources: [
    {
      repositoryId: "7f8de4b8-6a43-4a3c-9b6e-0c64b5b1e2a2",
      path: "a.ts",
      startLine: 1,
      endLine: 2,
      commit: "c",
      hash: "h",
    },
  ],
  writtenBy: "Built-in engine",
};
const draft: ArtifactDraft = { title: "Tides", projectId: null, sections: [section] };

it("parses a draft and nothing else", () => {
  expect(parseArtifactDraft(draft)).toEqual(draft);
  expect(parseArtifactDraft(null)).toBeNull();
  expect(parseArtifactDraft({ title: "Tides" })).toBeNull();
});

it("makes valid sections, also of one that was stopped before it had a text", () => {
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

it("finds the section that is being written", () => {
  const call = (target: string, durationMs: number | null) => ({ name: "write_section", target, durationMs });
  const thoughts = [{ text: "", functionCalls: [call("Delays", 4), call("Tests", null)] }];
  const session = (isStreaming: boolean) => ({ isStreaming, messages: [{ thoughts }] }) as unknown as ChatSession;
  expect([...titlesBeingWritten(session(true))]).toEqual(["Tests"]);
  expect([...titlesBeingWritten(session(false))]).toEqual([]);
});
