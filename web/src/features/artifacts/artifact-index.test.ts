import { expect, it } from "vitest";

import { groupArtifacts } from "./artifact-index.tsx";

function page(title: string, projectId: string | null, serviceId: string | null) {
  return {
    artifactId: title,
    title,
    type: "page" as const,
    projectId,
    serviceId,
    isUpdating: false,
    updatedAt: "2026-01-01T00:00:00Z",
    creator: null,
    writtenBy: "Built-in engine",
  };
}

it("groups pages by organization, product and service, in this order, without empty groups", () => {
  const pages = [page("API", "p", "s-2"), page("Overview", "p", null), page("Glossary", null, null)];
  const services = [
    { serviceId: "s-1", name: "web" },
    { serviceId: "s-2", name: "api" },
  ];
  const groups = groupArtifacts(pages, { organization: "Northquay", product: "Ferry Board", services });
  expect(groups.map(({ title, pages: own }) => [title, ...own.map((one) => one.title)])).toEqual([
    ["Northquay", "Glossary"],
    ["Ferry Board", "Overview"],
    ["api", "API"],
  ]);
});
