import type { ArtifactSummary } from "@cairn/contract/pages";
import { getSitemap as contract } from "@cairn/contract/transfer";
import { expect, it } from "vitest";

import { drawSitemap } from "./get-sitemap.ts";

const id = (last: string) => `3f2b8a54-6a53-4f59-9a39-0f5c8f0d2b${last}`;
const page = (last: string, location: Partial<ArtifactSummary> = {}): ArtifactSummary => ({
  artifactId: id(last),
  title: `Page ${last}`,
  type: "page",
  projectId: id("a0"),
  serviceId: null,
  parentArtifactId: null,
  revision: 1,
  isUpdating: false,
  updatedAt: "2026-11-22T08:00:00.000Z",
  creator: null,
  writtenBy: "Built-in engine",
  staleSections: 0,
  heldSections: 0,
  isPlanned: true,
  isPinned: false,
  ...location,
});
const location = {
  projectId: id("a0"),
  slug: "board",
  name: "Board",
  services: [{ serviceId: id("b0"), name: "api" }],
};
const titles = (pages: ReturnType<typeof drawSitemap>["pages"]): unknown[] =>
  pages.map(({ title, children }) => (children.length > 0 ? [title, ...titles(children)] : title));

it("puts every page where it belongs, in the order given", () => {
  const drawn = drawSitemap(
    [
      page("01", { projectId: null }),
      page("02"),
      page("03", { parentArtifactId: id("02"), staleSections: 2 }),
      page("04", { parentArtifactId: id("03") }),
      page("05", { parentArtifactId: id("02") }),
      page("06", { serviceId: id("b0") }),
    ],
    [location],
  );
  expect(contract.response.parse(drawn)).toEqual(drawn);
  expect(titles(drawn.pages)).toEqual(["Page 01"]);
  expect(titles(drawn.projects[0]?.pages ?? [])).toEqual([["Page 02", ["Page 03", "Page 04"], "Page 05"]]);
  expect(titles(drawn.projects[0]?.services[0]?.pages ?? [])).toEqual(["Page 06"]);
});

it("shows products and services without pages, and loses no page whose parent is not told", () => {
  const [project] = drawSitemap([page("02", { parentArtifactId: id("99") })], [location]).projects;
  expect(titles(project?.pages ?? [])).toEqual(["Page 02"]);
  expect(project?.services).toEqual([{ serviceId: id("b0"), name: "api", pages: [] }]);
});
