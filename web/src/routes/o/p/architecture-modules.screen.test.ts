import { getArchitecture, moveArchitectureNodes } from "@cairn/contract/architecture";
import type { ArchitectureEdge } from "@cairn/contract/architecture";
import { getServiceModules, newModuleId } from "@cairn/contract/architecture-modules";
import type { ServiceModules } from "@cairn/contract/architecture-modules";
import { getProject } from "@cairn/contract/projects";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

const service = makeService(1, { name: "web" });
const other = makeService(2, { name: "orders", type: "api" });
const { repositoryId } = service.repository!;
const place = (path: string) => {
  return { repositoryId, repositorySlug: "shop", branch: "main", commit: "c", path, startLine: 3, endLine: 3 };
};
const idOf = (path: string) => newModuleId(service.serviceId, path);
const part = (path: string, files: number): ServiceModules["modules"][number] => {
  return { moduleId: idOf(path), name: path, path: `web/${path}`, files, place: place(`web/${path}/a.ts`) };
};
const shows = (kind: "import" | "call", count: number) => {
  const evidence = [{ kind, place: place("web/pages/a.ts") }];
  return { kinds: [kind], count, certainty: "resolved" as const, evidence };
};
const modules = (count: number): ServiceModules => ({
  modules: [part("pages", 4), ...Array.from({ length: count - 1 }, (_unused, at) => part(`part-${at}`, 1))],
  moduleCount: count,
  connections: [
    { sourceId: idOf("pages"), targetId: idOf("part-0"), derived: shows("import", 3) },
    { sourceId: idOf("pages"), targetId: other.serviceId, derived: shows("call", 1) },
  ],
  isCutOff: false,
});
const call: ArchitectureEdge = {
  sourceId: service.serviceId,
  targetId: other.serviceId,
  stance: null,
  derived: shows("call", 1),
  drift: null,
  broughtBy: null,
};

const open = (api: (fake: FakeApi) => void) =>
  openScreen("/o/payments/p/shop/setup/architecture", {
    api: (fake) => {
      const services = [service, other];
      fake.adjust(getProject, { slug: "shop", name: "Ferry Board", setupComplete: true, services });
      fake.reply(getArchitecture, {
        nodes: [],
        edges: [call],
        baselineAt: null,
        hasContract: false,
        index: { isFresh: true, repositories: [] },
        isCutOff: false,
      });
      api(fake);
    },
  });
const card = page.getByRole("group", { name: "web, Frontend", exact: true });
const frame = page.getByRole("group", { name: /^web, Frontend, open/ });
const moduleCard = (name: string) => page.getByRole("group", { name: new RegExp(`^${name}, module of web`) });
const listed = () => page.getByRole("list", { name: "Modules", exact: true });

it("shows of a selected service the modules that it is made of, and what they use", async () => {
  const api = await open((fake) => fake.reply(getServiceModules, modules(10)));
  await card.click();
  const text = /pages\s*4 files\s*imports code of part-0 in 3 places.*calls orders/;
  await expect.element(listed()).toMatchTextContent(text);
  expect(api.received(getServiceModules).at(-1)).toMatchObject({ serviceId: service.serviceId });
  expect(listed().getByRole("listitem").elements().length).toBeLessThan(20);
  await page.getByRole("button", { name: "Show all 10" }).click();
  await expect.element(listed()).toMatchTextContent(/part-8/);
});

it("says why the modules cannot be read, and reads them on Retry", async () => {
  const api = await open((fake) => fake.refuse(getServiceModules, "internal", "The disk is full"));
  await card.click();
  await expect.element(page.getByText("The disk is full")).toBeVisible();
  api.reply(getServiceModules, modules(10));
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.element(listed()).toBeVisible();
});

it("opens a service on the canvas with its modules and what connects them, and closes it again, without a change to save", async () => {
  const api = await open((fake) => fake.reply(getServiceModules, modules(3)));
  await expect.element(card).toBeVisible();
  await page.getByRole("button", { name: "Open web" }).click();
  await expect.element(frame).toHaveAccessibleName("web, Frontend, open, 3 modules");
  await expect.element(moduleCard("pages")).toBeVisible();
  const lines = () =>
    [...document.querySelectorAll(".react-flow__edge")].map((line) => line.getAttribute("aria-label"));
  expect(lines()).toEqual(
    ["pages imports code of part-0. In the code", "pages calls orders. In the code"].toSorted().toReversed(),
  );
  await moduleCard("pages").click();
  const panel = page.getByRole("complementary", { name: "Module" });
  await expect.element(panel).toMatchTextContent(/Module of web · 4 files.*Uses.*calls orders/);
  await page.getByRole("button", { name: "Close web" }).click();
  await expect.element(card).toBeVisible();
  expect(moduleCard("pages").query()).toBeNull();
  await expect.element(page.getByText("Need Changes?")).toBeVisible();
  expect(api.received(moveArchitectureNodes)).toEqual([]);
});

it("opens by double click and by O, walks the modules by Tab, and closes by Escape from within", async () => {
  await open((fake) => fake.reply(getServiceModules, modules(3)));
  await card.dblClick();
  await expect.element(frame).toBeVisible();
  await frame.dblClick({ position: { x: 40, y: 12 } });
  await expect.element(card).toBeVisible();
  const node = card.element() as HTMLElement;
  node.focus();
  await userEvent.keyboard("o");
  await expect.element(frame).toHaveFocus();
  await userEvent.keyboard("{Tab}");
  await expect.element(moduleCard("pages")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("complementary", { name: "Module" })).toBeVisible();
  (moduleCard("part-0").element() as HTMLElement).focus();
  await userEvent.keyboard("{Escape}");
  await expect.element(card).toHaveFocus();
  expect(moduleCard("pages").query()).toBeNull();
});

it("keeps where a node is dragged to that stood aside for an open one", async () => {
  const api = await open((fake) => {
    fake.reply(getServiceModules, modules(3));
    fake.reply(moveArchitectureNodes, undefined);
  });
  const orders = page.getByRole("group", { name: "orders, Api", exact: true });
  await expect.element(orders).toBeVisible();
  await page.getByRole("button", { name: "Open web" }).click();
  await expect.element(frame).toBeVisible();
  (orders.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.poll(() => api.received(moveArchitectureNodes).length).toBe(1);
  expect(api.received(moveArchitectureNodes)[0]).toMatchObject({ positions: [{ position: { x: 10, y: 240 } }] });
});

it("shows of many modules the first, and all on request; and says in the frame why there are none", async () => {
  const api = await open((fake) => fake.refuse(getServiceModules, "internal", "The disk is full"));
  await expect.element(card).toBeVisible();
  await page.getByRole("button", { name: "Open web" }).click();
  await expect.element(frame).toMatchTextContent(/The disk is full/);
  api.reply(getServiceModules, modules(60));
  await frame.getByRole("button", { name: "Retry" }).click();
  await expect.element(frame).toMatchTextContent(/24 of 60 modules/);
  await frame.getByRole("button", { name: "Show all" }).click();
  await expect.element(frame).toMatchTextContent(/60 modules/);
});

it("lists the modules below the row of their service, each with what it uses", async () => {
  await open((fake) => fake.reply(getServiceModules, modules(3)));
  await page.getByText("List", { exact: true }).click();
  const toggle = page.getByRole("button", { name: "Modules of web" });
  await toggle.click();
  const rows = page.getByRole("list", { name: "Modules of web" });
  await expect.element(rows).toMatchTextContent(/pages\s*4 files\s*imports code of part-0, calls orders/);
  await expect.element(toggle).toHaveAttribute("aria-expanded", "true");
  await rows.getByRole("button", { name: "pages" }).click();
  await expect.element(page.getByRole("complementary", { name: "Module" })).toBeVisible();
  await toggle.click();
  await expect.element(rows).not.toBeInTheDocument();
});
