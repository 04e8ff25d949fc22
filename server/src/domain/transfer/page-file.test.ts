import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { formatPage, PageFileError, parsePage, type FileSection, type PageFile } from "./page-file.ts";

const id = (last: number) => `3f2b8a54-6a53-4f59-9a39-0f5c8f0d2b${String(last).padStart(2, "0")}`;

const section: FileSection = {
  sectionId: id(1),
  title: "Purpose",
  prompt: "Say what it is for.",
  output: "markdown",
  content: "The board shows departures [1].",
  writtenBy: "Built-in engine",
  writtenAt: "2026-11-22T08:00:00.000Z",
  commit: "a".repeat(40),
  sources: [
    {
      repository: "ferry-board",
      path: "apps/web/src/a.ts",
      startLine: 3,
      endLine: 9,
      commit: "a".repeat(40),
      hash: "f0",
    },
  ],
};
const page: PageFile = {
  artifactId: id(50),
  title: 'How "delays" work: part 1',
  parentArtifactId: id(51),
  order: 3,
  product: "ferry-board",
  service: "api",
  address: null,
  sections: [section],
};
const withContent = (content: string, change: Partial<FileSection> = {}): PageFile => ({
  ...page,
  sections: [
    { ...section, ...change, content },
    { ...section, sectionId: id(2), title: "Next" },
  ],
});
const roundTrip = (one: PageFile) => {
  const { markdown, ledger } = formatPage(one);
  return parsePage(markdown, ledger);
};

it("gives back the page it was given", () => {
  expect(roundTrip(page)).toEqual(page);
  const bare = { ...page, parentArtifactId: null, product: null, service: null, address: "https://example.org/a" };
  expect(roundTrip(bare)).toEqual(bare);
});

it.each([
  ["empty", ""],
  ["blank lines at both ends", "\n\ntext\n\n"],
  ["Windows line ends", "one\r\n\r\ntwo\r\n"],
  ["its own end mark", `before\n<!-- /section ${id(1)} -->\nafter`],
  ["another section's marks", `<!-- section {"id":"x"} -->\n## Not a title\n\nx\n\n<!-- /section x -->`],
  ["front matter", "---\ntitle: other\n---\n"],
  ["a comment", "<!-- --> -- >"],
  ["a code block", "```md\n## Title\n```"],
  ["other scripts", "日本語 🙂 \u202e"],
])("keeps content with %s letter by letter", (_name, content) => {
  expect(roundTrip(withContent(content))).toEqual(withContent(content));
});

it("keeps diagrams, whatever fences they hold, and prompts that look like the end of a comment", () => {
  for (const content of ["graph TD\n  a-->b", "graph TD\n  a[```x```]"]) {
    const diagram = withContent(content, { output: "mermaid", prompt: "Draw a --> b -->\n<!-- section" });
    expect(roundTrip(diagram)).toEqual(diagram);
  }
  expect(formatPage(withContent("graph TD", { output: "mermaid" })).markdown).toContain("```mermaid\ngraph TD\n```");
});

it("takes over what somebody changed in the Markdown by hand", () => {
  const { markdown, ledger } = formatPage(page);
  const edited = markdown.replace("## Purpose", "## What for").replace("The board shows", "The big board shows\n\nall");
  expect(parsePage(edited, ledger).sections[0]).toMatchObject({
    title: "What for",
    content: "The big board shows\n\nall departures [1].",
  });
  expect(parsePage(markdown, null).sections[0]).toMatchObject({ writtenBy: null, sources: [] });
});

it.each([
  ["# A README", "no front matter"],
  ["---\ntitle: Notes\n---\n\ntext", "front matter is not a page's: page"],
  [formatPage(page).markdown.replace(/<!-- \/section.*/, ""), "has no end"],
  [formatPage(page).markdown.replace('"output":"markdown"', '"output":"html"'), "cannot be read"],
  [formatPage({ ...page, sections: [] }).markdown, "no sections"],
])("says of %j what is wrong", (markdown, reason) => {
  const parse = () => parsePage(markdown, null);
  expect(parse).toThrow(PageFileError);
  expect(parse).toThrow(reason);
});

it("reads a line full of marks that lead nowhere at once", () => {
  const { markdown } = formatPage(page);
  const workedMs = startCpuClock();
  expect(parsePage(`${"<!-- section {".repeat(50_000)}\n`.replace(/^/, markdown), null).sections).toHaveLength(1);
  expect(workedMs()).toBeLessThan(2000);
});

it.each([
  ["a NUL in the writer's name", { writtenBy: "a\0b" }],
  ["a writer's name without end", { writtenBy: "a".repeat(5000) }],
  ["a time that no database holds", { writtenAt: "0000-01-01T00:00:00Z" }],
  ["a commit that is none", { commit: "main\0" }],
])("refuses a ledger with %s", (_, forged) => {
  const { markdown, ledger } = formatPage({ ...page, sections: [{ ...section, ...forged }] });
  expect(() => parsePage(markdown, ledger)).toThrow(PageFileError);
});
