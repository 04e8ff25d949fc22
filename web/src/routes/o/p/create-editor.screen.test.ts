import { getDraftChat, listChats } from "@cairn/contract/chat";
import { createArtifact } from "@cairn/contract/pages";
import { listTemplates } from "@cairn/contract/templates";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { chatOf } from "#web/features/chat/testing/chat-connection.ts";
import { makePage, pageId, sectionId } from "#web/features/pages/testing/make-page.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const create = "/o/payments/p/payments/create";
const title = () => page.getByRole("textbox", { name: "Page title" });
const publish = () => page.getByRole("button", { name: "Publish", exact: true });
const section = (number: number) => page.getByRole("group", { name: new RegExp(`, section ${number} of `) });

/** Opens the editor for a page that is started by hand. */
async function openEmpty(sessionId: string = crypto.randomUUID(), setUp?: (fake: FakeApi) => void) {
  const api = await openScreen(`${create}/${sessionId}/editor`, {
    api: (fake) => {
      fake.replyList(listChats, []);
      // Templates of two lists are shown in one, so their samples must not be the same.
      fake.replyList(listTemplates, []);
      setUp?.(fake);
    },
  });
  await expect.element(title()).toBeVisible();
  return api;
}

/** Makes the first section an Auto section of this title and prompt. */
async function describeSection(name: string, prompt: string) {
  await section(1).getByText("Auto", { exact: true }).click();
  await section(1).getByRole("textbox", { name: "Section title" }).fill(name);
  await section(1).getByRole("textbox", { name: "Prompt" }).fill(prompt);
}

describe("a page started by hand", () => {
  it("begins with one empty section, and asks the server for no conversation", async () => {
    const api = await openEmpty();
    await expect.element(title()).toHaveValue("");
    await expect.element(section(1)).toBeVisible();
    expect(page.getByRole("group", { name: /, section \d of / }).elements()).toHaveLength(1);
    expect(api.received(getDraftChat)).toEqual([]);
  });

  it("is published in the product, and opened", async () => {
    const api = await openEmpty(undefined, (fake) => fake.reply(createArtifact, makePage([], { title: "Delays" })));
    await title().fill("Delays");
    await describeSection("Rules", "How delays are computed");
    await publish().click();
    await expect.poll(() => location.pathname).toBe(`/o/payments/p/payments/artifacts/${pageId(0)}`);
    expect(api.received(createArtifact)).toMatchObject([
      {
        title: "Delays",
        projectId: sampleId(),
        serviceId: null,
        parentArtifactId: null,
        sections: [
          { title: "Rules", instructions: { prompt: "How delays are computed", output: "markdown" }, content: "" },
        ],
      },
    ]);
  });

  it("says beside each field what is wrong, and sends nothing", async () => {
    const api = await openEmpty();
    await describeSection("", "");
    await publish().click();
    await expect.element(title()).toHaveAccessibleDescription("Title is too short");
    await expect.element(title()).toHaveFocus();
    await expect
      .element(section(1).getByRole("textbox", { name: "Section title" }))
      .toHaveAccessibleDescription("Title is too short");
    await expect
      .element(section(1).getByRole("textbox", { name: "Prompt" }))
      .toHaveAccessibleDescription("Instructions are too short");
    await title().fill("Delays");
    await expect.element(title()).not.toHaveAttribute("aria-invalid", "true");
    expect(api.received(createArtifact)).toEqual([]);
  });

  it("keeps everything where the server refuses, and says why", async () => {
    const api = await openEmpty(undefined, (fake) => fake.refuse(createArtifact, "internal", "The disk is full"));
    await title().fill("Delays");
    await describeSection("Rules", "How delays are computed");
    await publish().click();
    await expect.element(page.getByText("Could not create artifact")).toBeVisible();
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    await expect.element(title()).toHaveValue("Delays");
    await expect.element(section(1).getByRole("textbox", { name: "Prompt" })).toHaveValue("How delays are computed");
    expect(api.received(createArtifact)).toHaveLength(1);
  });

  it("leads back on Cancel, after a question once something was typed", async () => {
    await openEmpty();
    await title().fill("Delays");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click();
    await expect.element(title()).toHaveValue("Delays");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Discard changes" }).click();
    await expect.poll(() => location.pathname).toBe(create);
  });

  it("that was left is offered again under its address, and can be thrown away", async () => {
    const sessionId = crypto.randomUUID();
    await openEmpty(sessionId);
    await title().fill("Delays");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Create" }).click();
    await page
      .getByRole("dialog", { name: "Leave without publishing?" })
      .getByRole("button", { name: "Leave" })
      .click();
    await expect.poll(() => location.pathname).toBe(create);
    await expect.element(title()).not.toBeInTheDocument();
    window.history.back();
    await expect.element(page.getByText(/^Unsaved changes from/)).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Restore" })).toHaveFocus();
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await expect.element(title()).toHaveValue("");
  });
});

describe("a page drafted in a conversation", () => {
  const draft = {
    title: "Delays",
    projectId: sampleId(),
    serviceId: null,
    parentArtifactId: null,
    sections: [
      {
        sectionId: sectionId(1),
        title: "Rules",
        instructions: { prompt: "How delays are computed", output: "markdown" },
        content: "Ten minutes late is late.",
        sources: [],
        writtenBy: "Tide 3",
      },
    ],
  };

  async function openDrafted(setUp?: (fake: FakeApi) => void) {
    const session = chatOf(["Write about delays", "Here it is."], { data: draft });
    const { sessionId, title: name, isStreaming, isError, updatedAt } = session;
    const api = await openScreen(`${create}/${sessionId}/editor`, {
      api: (fake) => {
        fake.replyList(listChats, [{ sessionId, title: name, isStreaming, isError, updatedAt }]);
        fake.reply(getDraftChat, session);
        setUp?.(fake);
      },
    });
    return { api, sessionId };
  }

  it("has its title and sections there, and Cancel leads back to the conversation", async () => {
    const { sessionId } = await openDrafted();
    await expect.element(title()).toHaveValue("Delays");
    await expect.element(section(1).getByRole("textbox", { name: "Prompt" })).toHaveValue("How delays are computed");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => location.pathname).toBe(`${create}/${sessionId}`);
  });

  it("is published with its text by the keys", async () => {
    const { api } = await openDrafted((fake) => fake.reply(createArtifact, makePage([], { title: "Delays" })));
    await title().fill("All delays");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => api.received(createArtifact)).toHaveLength(1);
    expect(api.received(createArtifact)[0]).toMatchObject({
      title: "All delays",
      sections: [{ content: "Ten minutes late is late." }],
    });
  });

  it("that could not be loaded says why, and is loaded on Retry", async () => {
    const { api } = await openDrafted((fake) => fake.refuse(getDraftChat, "internal", "The disk is full"));
    await expect.element(page.getByRole("alert")).toMatchTextContent("The disk is full");
    api.reply(getDraftChat, chatOf(["Write", "Here."], { data: draft }));
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(title()).toHaveValue("Delays");
  });
});
