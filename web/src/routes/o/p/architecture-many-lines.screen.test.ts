import { getArchitecture } from "@cairn/contract/architecture";
import type { ArchitectureEdge } from "@cairn/contract/architecture";
import { getProject } from "@cairn/contract/projects";
import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

/** Each of these calls all that come after it: more lines than are drawn one by one. */
const services = Array.from({ length: 30 }, (_service, at) => makeService(at + 1, { name: `part-${at}`, type: "api" }));
const edges = services.flatMap(({ serviceId: sourceId }, at) =>
  services.slice(at + 1).map(({ serviceId: targetId }): ArchitectureEdge => ({
    sourceId,
    targetId,
    stance: "allowed",
    derived: null,
    drift: null,
    broughtBy: null,
  })),
);
const line = (from: number, to: number) =>
  page.getByRole("img", { name: `part-${from} may use part-${to}. Allowed, and not in the code yet`, exact: true });
const drawnApart = () => document.querySelectorAll(".react-flow__edge").length;

it("chooses one of hundreds of lines that are drawn together, and lets those of a chosen node stand out", async () => {
  await openScreen("/o/payments/p/shop/setup/architecture", {
    api: (fake) => {
      fake.adjust(getProject, { slug: "shop", name: "Ferry Board", setupComplete: true, services });
      const index = { isFresh: true, repositories: [] };
      fake.reply(getArchitecture, { nodes: [], edges, baselineAt: null, hasContract: false, index, isCutOff: false });
    },
  });
  await expect.element(line(0, 1)).toBeInTheDocument();
  expect(drawnApart()).toBe(0);
  (line(0, 1).element() as SVGPathElement).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const connection = page.getByRole("complementary", { name: "Connection" });
  await expect.element(connection).toMatchTextContent("part-0 may use part-1");
  expect(drawnApart()).toBe(1);
  await page.getByRole("group", { name: "part-3, Api", exact: true }).click();
  await expect.element(page.getByRole("complementary", { name: "Settings" })).toBeVisible();
  await expect.poll(drawnApart).toBe(29);
});
