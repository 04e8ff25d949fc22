import type { Section } from "@cairn/contract/page-sections";

/** A fresh Auto section without a text. */
export function makeSection(change: Partial<Section> = {}): Section {
  return {
    sectionId: "s",
    title: "Purpose",
    kind: "auto",
    instructions: null,
    content: "",
    sources: [],
    status: "fresh",
    changed: [],
    changedLists: [],
    error: null,
    held: null,
    isPaused: false,
    pausedBy: null,
    pausedWith: null,
    generatedAt: null,
    commit: null,
    writtenBy: null,
    ...change,
  };
}
