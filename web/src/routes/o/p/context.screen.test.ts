import { listArtifacts, placeArtifact, updateArtifact } from "@cairn/contract/pages";
import type { ArtifactSummary } from "@cairn/contract/pages";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makePage, pageId } from "#web/features/pages/testing/make-page.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/p/payments/context";
const main = () => page.getByRole("main");
const rows = () =>
  main()
    .getByRole("listitem")
    .elements()
    .map((row) => row.querySelector("a")?.textContent);
const link = (name: string) => main().getByRole("link", { name, exact: true });

async function focus(name: string) {
  await expect.element(link(name)).toBeVisible();
  (link(name).element() as HTMLElement).focus();
}

function summary(number: number, title: string, change: Partial<ArtifactSummary> = {}): ArtifactSummary {
  const {
    sections: _sections,
    project: _project,
    service: _service,
    ...page
  } = makePage([], { artifactId: pageId(number), title });
  const { ancestors: _ancestors, children: _children, related: _related, crawl: _crawl, ...rest } = page;
  return { ...rest, ...change };
}

const overview = summary(1, "System overview");
const api = summary(2, "API reference");
const runbook = summary(3, "Runbook", { parentArtifactId: pageId(1) });

function open(pages: readonly ArtifactSummary[] = [overview, runbook, api], options: OpenOptions = {}) {
  return openScreen(address, {
    ...options,
    api: (fake) => fake.replyList(listArtifacts, [...pages]),
  });
}

describe("all documents", () => {
  it("are grouped by organization, product and service", async () => {
    const service = { serviceId: sampleId(2) };
    await openScreen(address, {
      api: (fake) =>
        fake.replyList(listArtifacts, [
          overview,
          summary(5, "Handbook", { projectId: null }),
          summary(6, "Board states", service),
          summary(7, "Elsewhere", { projectId: sampleId(8) }),
        ]),
    });
    const group = (name: RegExp) => main().getByRole("region", { name });
    await expect
      .element(link("System overview"))
      .toHaveAttribute("href", `/o/payments/p/payments/artifacts/${pageId(1)}`);
    await expect
      .element(
        group(/^A name$/)
          .first()
          .getByRole("link", { name: "Handbook" }),
      )
      .toBeVisible();
    await expect.element(group(/^A name 2$/).getByRole("link", { name: "Board states" })).toBeVisible();
    await expect.element(link("Elsewhere")).not.toBeInTheDocument();
    await expect.poll(() => document.title).toMatch(/^All documents · /);
  });

  it("say what has to be done about each", async () => {
    await open([
      summary(1, "Waiting", { heldSections: 1 }),
      summary(2, "Stale", { staleSections: 2 }),
      summary(3, "Busy", { isUpdating: true }),
    ]);
    const row = (name: string) => main().getByRole("listitem").filter({ hasText: name });
    await expect.element(row("Waiting")).toMatchTextContent("Waits for you: A new text waits");
    await expect.element(row("Stale")).toMatchTextContent("Code changed: Code changed since in 2 sections");
    await expect.element(row("Busy")).toMatchTextContent("Updating");
  });

  it("offer first pages while there are none", async () => {
    await open([]);
    await expect.element(main().getByRole("heading", { name: "No documents yet" })).toBeVisible();
    await expect
      .element(main().getByRole("link", { name: /^Runbook/ }))
      .toHaveAttribute("href", "/o/payments/p/payments/create?template=Runbook");
  });

  it("that could not be loaded say why, and are loaded on Retry", async () => {
    const fake = await openScreen(address, {
      api: (server) => server.refuse(listArtifacts, "internal", "The disk is full"),
    });
    await expect.element(main().getByRole("alert")).toMatchTextContent("The disk is full");
    fake.replyList(listArtifacts, [overview]);
    await main().getByRole("button", { name: "Retry" }).click();
    await expect.element(link("System overview")).toBeVisible();
  });

  it("are filtered by title with the pages above a match", async () => {
    await open();
    await main().getByRole("searchbox", { name: "Filter documents" }).fill("runb");
    await expect.poll(rows).toEqual(["System overview", "Runbook"]);
    await expect.element(main().getByRole("button", { name: "Actions for Runbook" })).not.toBeInTheDocument();
    await main().getByRole("searchbox").fill("nothing");
    await expect.element(main().getByRole("heading", { name: "No document matches" })).toBeVisible();
    await main().getByRole("searchbox").fill("");
    await expect.poll(rows).toEqual(["System overview", "Runbook", "API reference"]);
  });

  it("are folded by their arrow and by the arrow keys", async () => {
    await open();
    await main().getByRole("button", { name: "Hide the pages below System overview" }).click();
    await expect.poll(rows).toEqual(["System overview", "API reference"]);
    await focus("System overview");
    await userEvent.keyboard("{ArrowRight}");
    await expect.poll(rows).toEqual(["System overview", "Runbook", "API reference"]);
    await userEvent.keyboard("{ArrowLeft}");
    await expect.poll(rows).toEqual(["System overview", "API reference"]);
  });

  it("are gone through with J and K, and opened with Enter", async () => {
    await open();
    await expect.element(link("System overview")).toBeVisible();
    await userEvent.keyboard("jj");
    await expect.element(link("Runbook")).toHaveFocus();
    await userEvent.keyboard("k");
    await expect.element(link("System overview")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => location.pathname).toBe(`/o/payments/p/payments/artifacts/${pageId(1)}`);
  });

  it("show two hundred at first, folded, and more on demand", async () => {
    await open(Array.from({ length: 205 }, (_one, index) => summary(index + 1, `Page ${index + 1}`)));
    await expect.poll(() => rows().length).toBe(200);
    await main().getByRole("button", { name: "Show 5 more" }).click();
    await expect.poll(() => rows().length).toBe(205);
  });
});

describe("moving a page", () => {
  const inPage = (number: number) => ({ organizationId: "payments", artifactId: pageId(number) });

  it("shows the new order at once, and says it", async () => {
    const fake = await open();
    fake.stall(placeArtifact);
    await focus("API reference");
    await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
    await expect.poll(rows).toEqual(["API reference", "System overview", "Runbook"]);
    await expect.element(page.getByText("API reference: moved up, 1 of 2")).toBeInTheDocument();
    expect(fake.received(placeArtifact)).toEqual([
      { ...inPage(2), parentArtifactId: null, beforeArtifactId: pageId(1) },
    ]);
    await expect.element(link("API reference")).toHaveFocus();
  });

  it("goes back where the server refuses, and says why", async () => {
    const fake = await open();
    fake.refuse(placeArtifact, "forbidden", "Your role cannot edit");
    await focus("API reference");
    // The former order is there before the server could send it again.
    fake.stall(listArtifacts);
    await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
    await expect.element(page.getByText("Could not move the page")).toBeVisible();
    await expect.element(page.getByText("Your role cannot edit")).toBeVisible();
    await expect.poll(rows).toEqual(["System overview", "Runbook", "API reference"]);
  });

  it("is done by the keys from the button of its menu, too, which stays closed", async () => {
    const fake = await open();
    fake.stall(placeArtifact);
    const button = main().getByRole("button", { name: "Actions for System overview" });
    await button.click();
    await userEvent.keyboard("{Escape}");
    await expect.element(button).toHaveFocus();
    await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
    await expect.poll(rows).toEqual(["API reference", "System overview", "Runbook"]);
    await expect.element(page.getByRole("menu")).not.toBeInTheDocument();
  });

  it("is done by the menu of its row too", async () => {
    const fake = await open();
    fake.stall(placeArtifact);
    await main().getByRole("button", { name: "Actions for Runbook" }).click();
    await page.getByRole("menuitem", { name: "Move out one level" }).click();
    await expect
      .poll(() => fake.received(placeArtifact))
      .toEqual([{ ...inPage(3), parentArtifactId: null, beforeArtifactId: pageId(2) }]);
  });

  it("offers only moves that change something", async () => {
    await open();
    await main().getByRole("button", { name: "Actions for System overview" }).click();
    await expect.element(page.getByRole("menuitem", { name: "Move down" })).toBeVisible();
    const items = page
      .getByRole("menuitem")
      .elements()
      .map((item) => item.textContent);
    expect(items).toEqual(["Move down", "Move below…", "Pin, so that it stays", "Take out of the outline"]);
  });

  it("to the whole organization is a change of the page itself", async () => {
    const fake = await open();
    await main().getByRole("button", { name: "Actions for API reference" }).click();
    await page.getByRole("menuitem", { name: "Move below…" }).click();
    const dialog = page.getByRole("dialog", { name: "Move page" });
    const move = dialog.getByRole("button", { name: "Move", exact: true });
    await expect.element(move).toHaveAccessibleDescription("It is there already");
    await dialog.getByRole("combobox", { name: "Belongs to" }).click();
    await page.getByRole("option", { name: "The whole organization" }).click();
    await move.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(fake.received(updateArtifact)).toEqual([{ ...inPage(2), projectId: null, serviceId: null }]);
    expect(fake.received(placeArtifact)).toEqual([]);
  });

  it("that is refused leaves the dialog open", async () => {
    const fake = await open();
    fake.refuse(updateArtifact, "forbidden", "Your role cannot edit");
    await main().getByRole("button", { name: "Actions for API reference" }).click();
    await page.getByRole("menuitem", { name: "Move below…" }).click();
    const dialog = page.getByRole("dialog", { name: "Move page" });
    await dialog.getByRole("combobox", { name: "Belongs to" }).click();
    await page.getByRole("option", { name: "The whole organization" }).click();
    await dialog.getByRole("button", { name: "Move", exact: true }).click();
    await expect.element(page.getByText("Could not move the page")).toBeVisible();
    await expect.element(dialog).toBeVisible();
  });
});
