import { getArchitecture } from "@cairn/contract/architecture";
import { getCodeMap } from "@cairn/contract/code-graph";
import type { CodeMap } from "@cairn/contract/code-graph";
import { getProject } from "@cairn/contract/projects";
import { expect, it } from "vitest";
import { page } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

const service = makeService(1, { name: "web" });
const { repositoryId } = service.repository!;
const part = (path: string, files: number) => {
  return { repositoryId, repositorySlug: "shop", name: path, path, files, serviceIds: [service.serviceId] };
};
const map: CodeMap = {
  parts: [part("web/pages", 4), ...Array.from({ length: 9 }, (_unused, at) => part(`web/part-${at}`, 1))],
  edges: [{ repositoryId, from: "web/pages", to: "web/part-0", count: 3, examples: [] }],
  endpoints: [],
  unresolvedRoutes: { count: 0, places: [] },
  models: [],
  triggers: [],
  isCutOff: false,
};

const open = (api: (fake: FakeApi) => void) =>
  openScreen("/o/payments/p/shop/setup/architecture", {
    api: (fake) => {
      fake.adjust(getProject, { slug: "shop", name: "Ferry Board", setupComplete: true, services: [service] });
      fake.reply(getArchitecture, {
        nodes: [],
        edges: [],
        baselineAt: null,
        hasContract: false,
        index: { isFresh: true, repositories: [] },
        isCutOff: false,
      });
      api(fake);
    },
  });
const modules = () => page.getByRole("list", { name: "Modules" });

it("shows of a selected service the modules that it is made of, and who imports whom", async () => {
  const api = await open((fake) => fake.reply(getCodeMap, map));
  await page.getByRole("group", { name: "web, Frontend", exact: true }).click();
  await expect.element(modules()).toMatchTextContent(/web\/pages\s*4 files\s*imports web\/part-0 in 3 places/);
  expect(api.received(getCodeMap).at(-1)).toMatchObject({ serviceId: service.serviceId });
  expect(modules().getByRole("listitem").elements()).toHaveLength(8);
  await page.getByRole("button", { name: "Show all 10" }).click();
  await expect.poll(() => modules().getByRole("listitem").elements().length).toBe(10);
});

it("says why the modules cannot be read, and reads them on Retry", async () => {
  const api = await open((fake) => fake.refuse(getCodeMap, "internal", "The disk is full"));
  await page.getByRole("group", { name: "web, Frontend", exact: true }).click();
  await expect.element(page.getByText("The disk is full")).toBeVisible();
  api.reply(getCodeMap, map);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(modules()).toBeVisible();
});
