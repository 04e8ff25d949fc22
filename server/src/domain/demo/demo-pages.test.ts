import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import type { CodeReader } from "#server/engine/evidence/evidence.ts";
import { planPages } from "#server/engine/pages/plan/page-plans.ts";
import { parseMermaid } from "#server/engine/pages/testing/parse-mermaid.ts";
import { writeSection } from "#server/engine/pages/write/write-section.ts";
import { unpackBundle } from "#server/platform/git/hosting/unpack-bundle.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";

import { citedPageFile } from "./cited-page.ts";
import { demoFile } from "./demo-file.ts";
import { type PageSection, recordCitedPage } from "./testing/record-cited-page.ts";

let folder: string;
let reader: CodeReader;
let sections: PageSection[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-demo-pages-"));
  const mirror = join(folder, "ferry-board.git");
  await unpackBundle(demoFile("ferry-board.bundle"), mirror);
  const commit = (await resolveCommit(mirror, "main")) ?? "";
  const directory = join(folder, "index");
  await updateIndex({ directory, source: createMirrorSource(mirror), commit });
  const index = openIndex(directory, createMirrorSource(mirror));
  if (index === null) throw new Error("the index was not finished");
  const signal = new AbortController().signal;
  reader = openCodeReader({ repositoryId: "ferry-board", directory: mirror, commit, signal });
  const repositories = [{ repositoryId: "ferry-board", name: "ferry-board", index, reader }];
  const plans = planPages({ productName: "Ferry Board", repositories, services: [] });
  const written = await Promise.all(
    plans.flatMap(({ title, subject, templates }) =>
      templates.map(async (template) => ({ page: title, section: await writeSection(template, subject) })),
    ),
  );
  sections = written.flatMap(({ page, section }) => (section === null ? [] : [{ ...section, page }]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const contentOf = (templateKey: string) =>
  sections.find((section) => section.templateKey === templateKey)?.content ?? "";

it("boxes the parts of the demo by package", async () => {
  const diagram = contentOf("components");
  expect(diagram).toMatch(/subgraph \w+\["apps\/api"\]\n(?: {2}n\d+\[.*\n)+ {2}end/);
  expect(diagram).toMatch(/subgraph \w+\["apps\/web"\]/);
  expect(await parseMermaid(diagram)).toBe("flowchart-v2");
});

it("draws the demo's tables with their own columns, comments left out", async () => {
  const diagram = contentOf("data-model");
  expect(diagram).toMatch(/"delay_reports"\] \{[^}]*reported_by/);
  expect(diagram).toMatch(/"sailings"\] \{[^}]*route_id/);
  expect(diagram).not.toMatch(/\bUTC\b|\bnot\b/);
});

it("tells each of the demo's settings with its default", () => {
  expect(contentOf("settings")).toMatch(/\| `API_TIMEOUT_MS` \| `3000` \| How long the board waits/);
});

/** Visitors read it before they sign in. Where the writers or the demo changed on purpose: `npx vitest run -u <this file>`. */
it("writes what is recorded for visitors", async () => {
  const written = await recordCitedPage("Ferry Board", { sections, reader });
  await expect(`${JSON.stringify(written, null, 2)}\n`).toMatchFileSnapshot(demoFile(citedPageFile));
});
