import { expect, test } from "vitest";

import { newSection } from "./editor-page.ts";
import type { EditorPage, EditorSection } from "./editor-page.ts";
import { joinTexts, mergePages, resolveConflicts } from "./merge-pages.ts";

const section = (sectionId: string, content = `Text of ${sectionId}`): EditorSection => ({
  ...newSection("static"),
  sectionId,
  title: sectionId.toUpperCase(),
  content,
});
const page = (...sections: EditorSection[]): EditorPage => ({ title: "Overview", sections });
const base = page(section("a"), section("b"), section("c"));
const texts = ({ sections }: EditorPage) => sections.map(({ content }) => content);
const ids = ({ sections }: EditorPage) => sections.map(({ sectionId }) => sectionId).join("");

test("a section that one side changed is taken from that side", () => {
  const mine = page(section("a", "Mine"), section("b"), section("c"));
  const theirs = { ...page(section("a"), section("b", "Theirs"), section("c")), title: "Their title" };
  const merged = mergePages(base, mine, theirs);
  expect(texts(merged.page)).toEqual(["Mine", "Theirs", "Text of c"]);
  expect(merged).toMatchObject({ page: { title: "Their title" }, theirTitle: null, conflicts: [] });
});

test("added and removed sections of both sides are merged, each new section after its predecessor", () => {
  const mine = page(section("a"), section("x"), section("c"));
  const theirs = page(section("a"), section("b"), section("y"), section("c"), section("z"));
  const merged = mergePages(base, mine, theirs);
  expect(merged.conflicts).toEqual([]);
  expect(ids(merged.page)).toHaveLength(5);
  expect(ids(merged.page)).toMatch(/^a(xy|yx)cz$/);
});

test("the order of the side that moved sections is kept", () => {
  const moved = page(section("c"), section("a"), section("b"));
  const longer = page(section("a"), section("b"), section("n"), section("c"));
  expect(ids(mergePages(base, moved, longer).page)).toBe("cabn");
  expect(ids(mergePages(base, longer, moved).page)).toBe("cabn");
});

test("the same change on both sides is no conflict", () => {
  const both = page(section("a", "Same"), section("b"), section("c"));
  expect(mergePages(base, both, both).conflicts).toEqual([]);
});

test("sections and titles changed by both sides are conflicts, with both versions kept", () => {
  const mine = { ...page(section("a", "Mine"), section("b")), title: "Mine" };
  const theirs = { ...page(section("a", "Theirs"), section("b"), section("c", "Theirs of c")), title: "Theirs" };
  const merged = mergePages(base, mine, theirs);
  expect(
    merged.conflicts.map(({ sectionId, mine: own, theirs: other }) => [sectionId, own?.content, other?.content]),
  ).toEqual([
    ["a", "Mine", "Theirs"],
    ["c", undefined, "Theirs of c"],
  ]);
  expect(resolveConflicts(merged, new Map(), false)).toMatchObject({ title: "Mine" });
  expect(texts(resolveConflicts(merged, new Map(), false))).toEqual(["Mine", "Text of b"]);
  const theirChoice = new Map([["a", "theirs"] as const, ["c", "theirs"] as const]);
  expect(resolveConflicts(merged, theirChoice, true).title).toBe("Theirs");
  expect(texts(resolveConflicts(merged, theirChoice, true))).toEqual(["Theirs", "Text of b", "Theirs of c"]);
  expect(texts(resolveConflicts(merged, new Map([["a", "both"]]), false))[0]).toBe("Mine\n\nTheirs");
});

test("a section that they removed and I changed can be removed or kept", () => {
  const mine = page(section("a"), section("b", "Mine"), section("c"));
  const merged = mergePages(base, mine, page(section("a"), section("c")));
  expect(ids(resolveConflicts(merged, new Map([["b", "theirs"]]), false))).toBe("ac");
  expect(ids(resolveConflicts(merged, new Map([["b", "mine"]]), false))).toBe("abc");
});

test("a regenerated text is merged with a prompt that was changed here", () => {
  const auto = (prompt: string, content: string): EditorSection => ({ ...section("a", content), kind: "auto", prompt });
  const before = page(auto("Why?", "Old"));
  const rewritten = page(auto("Why?", "New"));
  const merged = mergePages(before, page(auto("Why not?", "Old")), rewritten);
  expect(merged).toMatchObject({ conflicts: [], page: { sections: [{ prompt: "Why not?", content: "New" }] } });
  expect(mergePages(before, page({ ...auto("Why?", "Mine"), kind: "static" }), rewritten).conflicts).toHaveLength(1);
  expect(mergePages(before, before, rewritten).page).toEqual(rewritten);
});

test("citation numbers of the second text continue after those of the first", () => {
  const source = (path: string) => ({
    repositoryId: "r",
    path,
    startLine: 1,
    endLine: 2,
    commit: "c",
    hash: path,
  });
  const joined = joinTexts(
    { content: "First [1] and [2].\n", sources: [source("one"), source("two")] },
    { content: "Second [1], `list[1]`.", sources: [source("three")] },
  );
  expect(joined.content).toBe("First [1] and [2].\n\nSecond [3], `list[1]`.");
  expect(joined.sources.map(({ path }) => path)).toEqual(["one", "two", "three"]);
});
