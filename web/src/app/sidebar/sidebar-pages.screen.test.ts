import { listArtifacts } from "@cairn/contract/pages";
import type { ArtifactSummary } from "@cairn/contract/pages";
import { getProject } from "@cairn/contract/projects";
import { beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";

import { makePage, pageId } from "#web/features/pages/testing/make-page.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const product = "/o/payments/p/payments";
const nav = () => page.getByRole("navigation", { name: "Main" });
const link = (name: string | RegExp) => nav().getByRole("link", { name, exact: true });
const service = (name: string) => nav().getByRole("button", { name, exact: true });
const current = () => [...nav().element().querySelectorAll("[aria-current=page]")].map((one) => one.textContent);

const serviceNames = ["Board", "Gate", "Quay", "Tides"];

function pageOf(number: number, title: string, change: Partial<ArtifactSummary> = {}): ArtifactSummary {
  const { sections: _sections, ...summary } = makePage([], { artifactId: pageId(number), title, ...change });
  return summary;
}

/** A reference of each service, numbered from 20, and pages of the product: 1, and below it 2. */
const pages = [
  ...serviceNames.map((name, at) => pageOf(20 + at, `${name} reference`, { serviceId: sampleId(at) })),
  pageOf(1, "Runbook", { staleSections: 1, heldSections: 2 }),
  pageOf(2, "Restart", { parentArtifactId: pageId(1) }),
  pageOf(3, "Of another product", { projectId: sampleId(77) }),
];

async function openProduct(rest: string, setUp: (api: FakeApi) => void = () => {}): Promise<void> {
  const services = serviceNames.map((name, at) => makeService(at, { name }));
  await openScreen(product + rest, {
    api: (api) => {
      api.adjust(getProject, { slug: "payments", setupComplete: true, services });
      api.replyList(listArtifacts, pages);
      setUp(api);
    },
  });
  await expect.element(link("All documents")).toBeVisible();
}

beforeEach(() => {
  document.cookie = "sidebar=open; path=/";
});

it("reads out once what waits on a page", async () => {
  await openProduct("/rules");
  await expect.element(link("Runbook (2 new texts wait, Code changed since in 1 section)")).toBeVisible();
});

it("lists no page of another product", async () => {
  await openProduct("/rules");
  await expect.element(link(/^Runbook/)).toBeVisible();
  await expect.element(link("Of another product")).not.toBeInTheDocument();
});

it("unfolds down to the page that is open at first, and marks it alone", async () => {
  await openProduct(`/artifacts/${pageId(2)}`);
  await expect.element(link("Restart")).toHaveAttribute("aria-current", "page");
  await expect.element(nav().getByRole("button", { name: "Hide the pages below Runbook" })).toBeVisible();
  expect(current()).toEqual(["Restart"]);
});

it("folds more than three services, but not the one of the open page", async () => {
  await openProduct(`/artifacts/${pageId(21)}`);
  await expect.element(link("Gate reference")).toHaveAttribute("aria-current", "page");
  await expect.element(service("Gate")).toHaveAttribute("aria-expanded", "true");
  await expect.element(service("Board")).toHaveAttribute("aria-expanded", "false");
  await expect.element(link("Board reference")).not.toBeInTheDocument();
  await service("Board").click();
  await link("Board reference").click();
  await expect.poll(() => location.pathname).toBe(`${product}/artifacts/${pageId(20)}`);
  await expect.poll(current).toEqual(["Board reference"]);
});

it("unfolds the service of a page that is opened from elsewhere", async () => {
  await openProduct(`/artifacts/${pageId(1)}`);
  await expect.element(service("Tides")).toHaveAttribute("aria-expanded", "false");
  window.history.pushState(null, "", `${product}/artifacts/${pageId(23)}`);
  await expect.element(link("Tides reference")).toHaveAttribute("aria-current", "page");
});

it("leaves the rest of the navigation when its pages cannot be loaded", async () => {
  await openProduct("/rules", (api) => api.refuse(listArtifacts, "internal"));
  await expect.element(link("Services")).toBeVisible();
  await expect.element(link("Product Settings")).toBeVisible();
  await expect.element(service("Board")).not.toBeInTheDocument();
});

it("marks the entry also of the screens below it", async () => {
  await openProduct("/rules/create");
  await expect.poll(current).toEqual(["Rules"]);
});
