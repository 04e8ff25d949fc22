import { describe, expect, it } from "vitest";

import { applyEdits } from "./apply-edits.ts";
import type { DraftEdit, DraftSection, PageDraft, PlannedSection } from "./page-draft.ts";

const section = (sectionId: string, given: Partial<DraftSection> = {}): DraftSection => ({
  sectionId,
  title: sectionId.toUpperCase(),
  instructions: { prompt: `about ${sectionId}`, output: "markdown" },
  content: "Text",
  sources: [],
  writtenBy: "engine",
  ...given,
});
const draft: PageDraft = { title: "Tides", serviceId: null, sections: [section("a"), section("b"), section("c")] };
const planned = (title: string): PlannedSection => ({ title, prompt: `about ${title}`, output: "markdown" });

function apply(edits: readonly DraftEdit[], given: PageDraft = draft) {
  let made = 0;
  const newId = () => `new${(made += 1)}`;
  const applied = applyEdits(given, edits, { newId, services: [{ serviceId: "v1", name: "api" }] });
  return { ...applied, order: applied.draft.sections.map(({ sectionId }) => sectionId).join(" ") };
}

it.each<[string, DraftEdit[], string, string[]]>([
  ["adds at the end", [{ kind: "add", section: planned("X"), beforeId: null }], "a b c new1", []],
  ["adds before another", [{ kind: "add", section: planned("X"), beforeId: "b" }], "a new1 b c", []],
  ["adds at the end where the other is gone", [{ kind: "remove", sectionId: "b" }, { kind: "add", section: planned("X"), beforeId: "b" }], "a c new1", ["removed “B”"]],
  ["moves before another", [{ kind: "move", sectionId: "c", beforeId: "a" }], "c a b", ["moved “C” before “A”"]],
  ["moves to the end", [{ kind: "move", sectionId: "a", beforeId: null }], "b c a", ["moved “A” to the end"]],
  ["removes", [{ kind: "remove", sectionId: "a" }, { kind: "remove", sectionId: "c" }], "b", ["removed “A” and “C”"]],
  ["names a section that it moves by its new title", [{ kind: "rename", sectionId: "a", title: "Z" }, { kind: "move", sectionId: "a", beforeId: null }], "b c a", ["renamed “A” to “Z”", "moved “Z” to the end"]],
  ["leaves out what was removed before", [{ kind: "remove", sectionId: "a" }, { kind: "move", sectionId: "a", beforeId: null }, { kind: "rename", sectionId: "a", title: "Z" }, { kind: "rewrite", sectionId: "a", prompt: "x", output: null }, { kind: "remove", sectionId: "a" }], "b c", ["removed “A”"]],
])("%s", (_, edits, order, done) => {
  expect(apply(edits)).toMatchObject({ order, done, problems: [] });
}); // prettier-ignore

it("counts removed sections where they are many", () => {
  const many = { ...draft, sections: ["a", "b", "c", "d"].map((id) => section(id)) };
  const edits = many.sections.map(({ sectionId }): DraftEdit => ({ kind: "remove", sectionId }));
  expect(apply(edits, many)).toMatchObject({ order: "", done: ["removed 4 sections"] });
});

it("names the page and puts it below a service", () => {
  expect(apply([{ kind: "title", title: "Ebb" }, { kind: "place", serviceId: "v1" }])).toMatchObject({
    draft: { title: "Ebb", serviceId: "v1" },
    done: ["named the page “Ebb”", "put the page below the service “api”"],
  }); // prettier-ignore
  expect(apply([{ kind: "place", serviceId: null }]).done).toEqual(["put the page at the top of the product"]);
});

describe("what is to be written", () => {
  it("is a new section, which goes where there is nothing to say", () => {
    expect(apply([{ kind: "add", section: planned("X"), beforeId: null }])).toMatchObject({
      draft: { sections: [{}, {}, {}, { title: "X", content: "", sources: [], writtenBy: null }] },
      writings: [{ sectionId: "new1", before: null, about: [] }],
    });
  });

  it("is a section by other words, whose old text stays until there is a new one", () => {
    const { draft: changed, writings } = apply([
      { kind: "rewrite", sectionId: "b", prompt: "the clock", output: "mermaid" },
      { kind: "rewrite", sectionId: "b", prompt: null, output: "markdown" },
    ]);
    expect(changed.sections[1]).toEqual(section("b", { instructions: { prompt: "the clock", output: "markdown" } }));
    expect(writings).toEqual([{ sectionId: "b", before: section("b"), about: [] }]);
  });

  it("takes its title for a prompt where a person wrote the section", () => {
    const byHand = { ...draft, sections: [section("a", { instructions: null })] };
    const { draft: changed } = apply([{ kind: "rewrite", sectionId: "a", prompt: null, output: null }], byHand);
    expect(changed.sections[0]?.instructions).toEqual({ prompt: "A", output: "markdown" });
  });

  it("is every section without a text that somebody asked for", () => {
    const begun = {
      ...draft,
      sections: [section("a"), section("b", { content: " \n" }), section("c", { content: "", instructions: null })],
    };
    expect(apply([{ kind: "write-rest" }], begun).writings).toEqual([{ sectionId: "b", before: null, about: [] }]);
    expect(apply([{ kind: "write-rest" }])).toMatchObject({
      writings: [],
      problems: ["Every section has its text already."],
    });
  });

  it("is nothing that a later edit removed", () => {
    const edits: DraftEdit[] = [
      { kind: "rewrite", sectionId: "a", prompt: "x", output: null },
      { kind: "remove", sectionId: "a" },
    ];
    expect(apply(edits).writings).toEqual([]);
  });

  it("holds no prompt that is too long or cut within a letter", () => {
    const long = `${"x".repeat(4_999)}😀 and more`;
    const { draft: changed } = apply([{ kind: "rewrite", sectionId: "a", prompt: long, output: null }]);
    expect(changed.sections[0]?.instructions?.prompt).toBe(`${"x".repeat(4_999)}\uFFFD`);
  });
});

describe("a whole page", () => {
  const page = (count: number): DraftEdit => ({
    kind: "page",
    title: "Ebb",
    template: null,
    sections: Array.from({ length: count }, (_, at) => ({ ...planned(`P${at + 1}`), about: ["ebb"] })),
  });

  it("stands in place of every section", () => {
    expect(apply([page(2)])).toMatchObject({
      order: "new1 new2",
      draft: { title: "Ebb" },
      writings: [
        { sectionId: "new1", before: null, about: ["ebb"] },
        { sectionId: "new2", before: null, about: ["ebb"] },
      ],
    });
  });

  it("has at most 20 sections, and no other comes to them", () => {
    const full = apply([page(25), { kind: "add", section: planned("X"), beforeId: null }]);
    expect(full.draft.sections).toHaveLength(20);
    expect(full.writings).toHaveLength(20);
    expect(full.problems).toEqual(["A page I write has at most 20 sections, so I did not add “X”."]);
  });
});
