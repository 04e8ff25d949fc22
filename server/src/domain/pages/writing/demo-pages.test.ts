import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import { planPages } from "#server/engine/pages/plan/page-plans.ts";
import { parseMermaid } from "#server/engine/pages/testing/parse-mermaid.ts";
import { writeSection } from "#server/engine/pages/write/write-section.ts";
import type { WrittenSection } from "#server/engine/sections/section-template.ts";
import { unpackBundle } from "#server/platform/git/hosting/unpack-bundle.ts";
import { createMirrorSource } from "#server/platform/git/mirror-source.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";

let folder: string;
let sections: WrittenSection[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cairn-demo-pages-"));
  const mirror = join(folder, "ferry-board.git");
  await unpackBundle(new URL("../../../../demo/ferry-board.bundle", import.meta.url).pathname, mirror);
  const commit = (await resolveCommit(mirror, "main")) ?? "";
  const directory = join(folder, "index");
  await updateIndex({ directory, source: createMirrorSource(mirror), commit });
  const index = openIndex(directory, createMirrorSource(mirror));
  if (index === null) throw new Error("the index was not finished");
  const signal = new AbortController().signal;
  const reader = openCodeReader({ repositoryId: "ferry-board", directory: mirror, commit, signal });
  const repositories = [{ repositoryId: "ferry-board", name: "ferry-board", index, reader }];
  const plans = planPages({ productName: "Ferry Board", repositories, services: [] });
  const written = await Promise.all(
    plans.flatMap((plan) => plan.templates.map((template) => writeSection(template, plan.subject))),
  );
  sections = written.filter((section) => section !== null);
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
