import { getFile } from "@cairn/contract/code-browsing";
import { deleteArtifact, getArtifact } from "@cairn/contract/pages";
import { getProject } from "@cairn/contract/projects";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { receiveQuestion } from "#web/features/chat/testing/chat-connection.ts";
import {
  commit,
  makePage,
  makeSource,
  pageId,
  sectionId,
  writtenSection,
} from "#web/features/pages/testing/make-page.ts";
import { choosePageAction, openPage, pageAddress } from "#web/features/pages/testing/open-page.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeIndexedService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const phone = { width: 375, height: 700 };
const purpose = writtenSection(1, "Purpose", {
  content: "Fees are charged once [1].",
  sources: [makeSource("src/charge.ts", 2, 3)],
});
const dataFlow = writtenSection(2, "Data flow");
const notes = writtenSection(3, "Notes", { kind: "static", writtenBy: null, commit: null });
const section = (name: string) => page.getByRole("region", { name, exact: true });

describe("a page", () => {
  it("says who made it, when, and from which commit", async () => {
    await openPage(makePage([notes, purpose]));
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("System overview");
    await expect.element(page.getByText("by Built-in engine")).toBeVisible();
    await expect.element(page.getByText("· from 4f2a9c1")).toBeVisible();
    await expect.poll(() => document.title).toMatch(/^System overview · /);
  });

  it("leads to the pages above, below and beside it", async () => {
    const other = (number: number, title: string) => ({ artifactId: pageId(number), title });
    await openPage(
      makePage([purpose], {
        service: { serviceId: sampleId(5), name: "Billing" },
        ancestors: [other(1, "Handbook")],
        children: [other(2, "Refunds")],
        related: [other(3, "Runbook")],
      }),
    );
    const above = page.getByRole("navigation", { name: "Pages above" });
    await expect.element(above).toHaveTextContent("Live Docs/Billing/Handbook");
    await expect
      .element(above.getByRole("link", { name: "Live Docs" }))
      .toHaveAttribute("href", "/o/payments/p/payments/context");
    const linkTo = (list: string, name: string) =>
      page.getByRole("navigation", { name: list }).getByRole("link", { name });
    const address = (number: number) => `/o/payments/p/payments/artifacts/${pageId(number)}`;
    await expect.element(linkTo("Pages above", "Handbook")).toHaveAttribute("href", address(1));
    await expect.element(linkTo("Pages below", "Refunds")).toHaveAttribute("href", address(2));
    await expect.element(linkTo("Related pages", "Runbook")).toHaveAttribute("href", address(3));
  });

  it("has an outline that moves the focus to a section", async () => {
    await openPage(makePage([purpose, dataFlow]));
    await page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name: "Data flow" }).click();
    await expect.element(page.getByRole("heading", { name: "Data flow" })).toHaveFocus();
  });

  describe("of a product with code that cannot be read any more", () => {
    const failed = makeIndexedService(1, { state: "failed", error: "There is no repository at this address." });
    const openFrom = (repositoryId: string) =>
      openPage(makePage([{ ...purpose, sources: [{ ...makeSource("src/charge.ts", 2, 3), repositoryId }] }]), {
        api: (fake) => fake.adjust(getProject, { slug: "payments", services: [failed] }),
      });

    it("says so where it rests on it", async () => {
      await openFrom(failed.repository?.repositoryId ?? "");
      await expect.element(page.getByRole("alert")).toMatchTextContent(/There is no repository at this address\./);
    });

    it("says nothing of it where it rests on other code", async () => {
      await openFrom(sampleId(77));
      await expect.element(section("Purpose")).toBeVisible();
      await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
    });
  });

  it("without sections says so", async () => {
    await openPage(makePage([]));
    await expect.element(page.getByText("Nothing is written here yet.")).toBeVisible();
  });

  it("that does not exist is denied with its id", async () => {
    await openScreen(pageAddress, { api: (fake) => fake.refuse(getArtifact, "not_found") });
    await expect.element(page.getByText("Please ensure this page exists and you have access to it")).toBeVisible();
    await expect.element(page.getByText(pageId(0))).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Back home" })).toHaveAttribute("href", "/");
  });

  it("that could not be loaded says why, and is loaded on Retry", async () => {
    const fail = (fake: FakeApi) => fake.refuse(getArtifact, "internal", "The disk is full");
    const api = await openScreen(pageAddress, { api: fail });
    await expect.element(page.getByRole("alert")).toHaveTextContent("Could not fetch data :(The disk is fullRetry");
    api.reply(getArtifact, makePage([notes]));
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(section("Notes")).toBeVisible();
  });

  it("is announced as loading", async () => {
    await openScreen(pageAddress, { api: (fake) => fake.stall(getArtifact) });
    await expect.element(page.getByText("Loading document")).toBeInTheDocument();
  });

  it("is copied as Markdown, its citations as footnotes", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    await openPage(makePage([purpose]));
    await page.getByRole("button", { name: "Copy Markdown" }).click();
    expect(write).toHaveBeenCalledWith(
      "# System overview\n\n## Purpose\n\nFees are charged once [^1].\n\n[^1]: `src/charge.ts:2-3`\n",
    );
    await expect.element(page.getByText("Copied", { exact: true })).toBeInTheDocument();
  });

  it("is printed with the lines that its citations stand for", async () => {
    let printed = "";
    vi.spyOn(window, "print").mockImplementation(() => {
      printed = page.getByRole("main").element().textContent;
    });
    await openPage(makePage([purpose]));
    await choosePageAction("Print");
    await expect.poll(() => printed).toContain("[1] src/charge.ts:2-3 @ 4f2a9c1");
    await expect.element(page.getByText("[1] src/charge.ts:2-3 @ 4f2a9c1")).not.toBeInTheDocument();
  });

  it("keeps its actions and its question field on a phone", async () => {
    await openPage(makePage([purpose, dataFlow]), { viewport: phone });
    await expect.element(page.getByRole("button", { name: "Edit", exact: true })).toBeInViewport();
    await expect.element(page.getByRole("textbox", { name: "Ask about this page" })).toBeInViewport();
    await expect.element(page.getByRole("navigation", { name: "On this page" })).not.toBeInTheDocument();
  });
});

describe("a citation", () => {
  it("opens the cited lines at their commit", async () => {
    await openPage(makePage([purpose]));
    await expect
      .element(section("Purpose").getByRole("link", { name: "Source 1, charge.ts lines 2 to 3" }))
      .toHaveAttribute("href", `/o/payments/p/payments/repositories/payments/b/${commit}/src/charge.ts#L2-L3`);
  });

  it("shows its lines when it gets the focus, and hides them on Escape", async () => {
    const api = await openPage(makePage([purpose]));
    api.adjust(getFile, { path: "src/charge.ts", content: "one\nexport function charge() {\n  pay();\n}" });
    const chip = section("Purpose").getByRole("link", { name: /^Source 1/ });
    await expect.element(chip).toBeVisible();
    (chip.element() as HTMLElement).focus();
    await userEvent.keyboard("{Shift>}{Tab}{/Shift}{Tab}");
    await expect.element(page.getByText("src/charge.ts:2-3")).toBeVisible();
    await expect.element(page.getByText("export function charge() {")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByText("export function charge() {")).not.toBeInTheDocument();
  });

  it("says why its lines cannot be shown", async () => {
    const api = await openPage(makePage([purpose]));
    api.refuse(getFile, "not_found", "This file is not there any more");
    await section("Purpose")
      .getByRole("link", { name: /^Source 1/ })
      .hover();
    await expect.element(page.getByText("This file is not there any more")).toBeVisible();
  });
});

describe("asking about a page", () => {
  it("starts a chat that knows the page", async () => {
    await openPage(makePage([purpose]));
    await page.getByRole("textbox", { name: "Ask about this page" }).fill("  Who pays?  ");
    await userEvent.keyboard("{Enter}");
    const requested = await receiveQuestion();
    expect(requested.request).toMatchObject({
      request: { type: "text", content: "Who pays?" },
      context: { projectId: sampleId(), artifactId: pageId(0), lens: "technical" },
    });
    await expect
      .poll(() => location.pathname + location.search)
      .toBe(`/o/payments/p/payments/chat?session=${requested.request.sessionId}`);
    await expect.element(page.getByRole("link", { name: "System overview" })).toHaveAttribute("href", pageAddress);
  });

  it("starts a chat that knows the section", async () => {
    await openPage(makePage([purpose]));
    await section("Purpose").hover();
    await page.getByRole("button", { name: "Ask about Purpose" }).click();
    const dialog = page.getByRole("dialog", { name: "Ask about this section" });
    await expect.element(dialog.getByRole("textbox", { name: "Your question" })).toHaveFocus();
    await expect
      .element(dialog.getByRole("button", { name: "Ask", exact: true }))
      .toHaveAccessibleDescription("Type a question first");
    await userEvent.keyboard("What does this rest on?{Enter}");
    const requested = await receiveQuestion();
    expect(requested.request.context).toMatchObject({ artifactId: pageId(0), sectionId: sectionId(1) });
  });
});

describe("deleting a page", () => {
  it("says what is lost and what moves, and leads to all documents", async () => {
    const child = { artifactId: pageId(2), title: "Refunds" };
    const api = await openPage(makePage([purpose], { children: [child] }));
    await choosePageAction("Delete");
    const dialog = page.getByRole("dialog", { name: "Delete this page?" });
    await expect
      .element(dialog)
      .toMatchTextContent(
        "“System overview” will be gone for good, with its history. The page below it moves up to where it was.",
      );
    expect(api.received(deleteArtifact)).toEqual([]);
    await dialog.getByRole("button", { name: "Delete page" }).click();
    await expect.poll(() => location.pathname).toBe("/o/payments/p/payments/context");
    expect(api.received(deleteArtifact)).toEqual([{ organizationId: "payments", artifactId: pageId(0) }]);
  });

  it("that is refused says so, and stays on the page", async () => {
    const api = await openPage(makePage([purpose]));
    api.refuse(deleteArtifact, "forbidden", "Only admins delete pages");
    await choosePageAction("Delete");
    await page.getByRole("button", { name: "Delete page" }).click();
    await expect.element(page.getByText("Could not delete artifact")).toBeVisible();
    await expect.element(page.getByText("Only admins delete pages")).toBeVisible();
    expect(location.pathname).toBe(pageAddress);
  });
});
