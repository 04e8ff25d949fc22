import { deleteChat, getChat, listChats } from "@cairn/contract/chat";
import type { ChatSummary } from "@cairn/contract/chat";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { chatOf } from "#web/features/chat/testing/chat-connection.ts";
import { chatAddress } from "#web/features/chat/testing/chat-parts.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";

const list = () => page.getByRole("navigation", { name: "Chats" });
const row = (name: string) => list().getByRole("link", { name, exact: true });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

function summary(title: string, change: Partial<ChatSummary> = {}): ChatSummary {
  const sessionId = crypto.randomUUID();
  return { sessionId, title, isStreaming: false, isError: false, updatedAt: daysAgo(0), ...change };
}

/** A server that has these chats and gives them in pages of this many. */
function serveChats(fake: FakeApi, chats: readonly ChatSummary[], limit = 100) {
  fake.reply(listChats, ({ page: number }) => ({
    content: chats.slice((number - 1) * limit, number * limit),
    page: number,
    limit,
    total: chats.length,
  }));
}

async function openList(chats: readonly ChatSummary[], limit?: number, address = chatAddress) {
  return openScreen(address, { api: (fake) => serveChats(fake, chats, limit) });
}

async function chooseDelete(title: string) {
  await page.getByRole("button", { name: `Actions for ${title}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
}

describe("the list of chats", () => {
  it("says what will be there", async () => {
    await openList([]);
    await expect.element(list().getByText("Your questions will be listed here.")).toBeVisible();
    await expect.element(list().getByRole("searchbox")).not.toBeInTheDocument();
  });

  it("says why it could not be loaded, beside a new chat that works all the same", async () => {
    await openScreen(chatAddress, { api: (fake) => fake.refuse(listChats, "internal", "The disk is full") });
    await expect.element(list().getByText("The disk is full")).toBeVisible();
    await expect.element(page.getByRole("textbox", { name: "Your question" })).toBeVisible();
  });

  it("groups chats by the day of their last use", async () => {
    await openList([
      summary("Delays"),
      summary("Ports", { updatedAt: daysAgo(1) }),
      summary("Tides", { updatedAt: daysAgo(5) }),
      summary("Crews", { updatedAt: "2024-03-02T09:30:00.000Z" }),
    ]);
    await expect.element(list().getByRole("region", { name: "Today" }).getByRole("link")).toMatchTextContent("Delays");
    await expect.element(list().getByRole("region", { name: "Yesterday" })).toMatchTextContent("Ports");
    await expect.element(list().getByRole("region", { name: "Previous 7 days" })).toMatchTextContent("Tides");
    await expect.element(list().getByRole("region", { name: "March 2024" })).toMatchTextContent("Crews");
  });

  it("marks the one that is open, those that are answered and those that failed", async () => {
    const open = chatOf(["Why?", "So."]);
    const chats = [
      summary("Delays", { sessionId: open.sessionId }),
      summary("Tides", { isStreaming: true }),
      summary("Ports", { isError: true }),
    ];
    await openScreen(`${chatAddress}?session=${open.sessionId}`, {
      api: (fake) => {
        serveChats(fake, chats);
        fake.reply(getChat, open);
      },
    });
    await expect.element(row("Delays")).toHaveAttribute("aria-current", "page");
    await expect.element(row("Tides")).toHaveAttribute("href", `${chatAddress}?session=${chats[1]?.sessionId}`);
    const items = list().getByRole("listitem");
    await expect.element(items.filter({ hasText: "Tides" })).toMatchTextContent("Answering: Tides");
    await expect.element(items.filter({ hasText: "Ports" })).toMatchTextContent("PortsFailed");
  });

  it("loads older ones on demand", async () => {
    const api = await openList(
      Array.from({ length: 7 }, (_one, index) => summary(`Chat ${index + 1}`)),
      5,
    );
    await expect.element(row("Chat 5")).toBeVisible();
    await expect.element(row("Chat 6")).not.toBeInTheDocument();
    await page.getByRole("button", { name: "Show older chats" }).click();
    await expect.element(row("Chat 7")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Show older chats" })).not.toBeInTheDocument();
    expect(api.received(listChats).at(-1)).toMatchObject({
      organizationId: "payments",
      projectId: "payments",
      page: 2,
    });
  });

  it("is filtered with all its pages, from nine chats on", async () => {
    const chats = [...Array.from({ length: 8 }, (_one, index) => summary(`Chat ${index + 1}`)), summary("Tide tables")];
    await openList(chats, 5);
    const filter = list().getByRole("searchbox", { name: "Filter chats" });
    await filter.fill("TIDE");
    await expect.element(row("Tide tables")).toBeVisible();
    await expect.element(row("Chat 1")).not.toBeInTheDocument();
    await filter.fill("nothing of it");
    await expect.element(list().getByText("No chat has this title.")).toBeVisible();
  });

  it("opens a chat and starts a new one", async () => {
    const session = chatOf(["Why?", "So."]);
    const api = await openList([summary("Delays", { sessionId: session.sessionId })]);
    api.reply(getChat, session);
    await row("Delays").click();
    await expect.element(page.getByRole("article", { name: "Answer" })).toMatchTextContent("So.");
    await list().getByRole("link", { name: "New chat" }).click();
    await expect.poll(() => location.pathname + location.search).toBe(chatAddress);
    await expect.element(page.getByRole("list", { name: "Example questions" })).toBeVisible();
  });

  it("opens as a sheet on a phone, and closes when a chat is chosen", async () => {
    const session = chatOf(["Why?", "So."]);
    const viewport = { width: 375, height: 700 };
    const api = await openScreen(chatAddress, {
      viewport,
      api: (fake) => serveChats(fake, [summary("Delays", session)]),
    });
    api.reply(getChat, session);
    await page.getByRole("navigation", { name: "Quick" }).getByRole("button", { name: "Chat" }).click();
    const sheet = page.getByRole("dialog", { name: "Chat" });
    await sheet.getByRole("link", { name: "Delays" }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(page.getByRole("article", { name: "Answer" })).toMatchTextContent("So.");
  });
});

describe("deleting a chat", () => {
  it("asks first, says what is lost, and moves the focus to the next chat", async () => {
    const chats = [summary("Delays"), summary("Ports")];
    const api = await openList(chats);
    await chooseDelete("Delays");
    const dialog = page.getByRole("dialog", { name: "Delete this chat?" });
    await expect.element(dialog).toMatchTextContent("“Delays” and its answers will be gone for good.");
    expect(api.received(deleteChat)).toEqual([]);
    serveChats(api, chats.slice(1));
    await dialog.getByRole("button", { name: "Delete chat" }).click();
    await expect.element(page.getByText("Chat deleted", { exact: true })).toBeVisible();
    expect(api.received(deleteChat)).toEqual([{ organizationId: "payments", sessionId: chats[0]?.sessionId }]);
    await expect.element(row("Delays")).not.toBeInTheDocument();
    await expect.element(row("Ports")).toHaveFocus();
  });

  it("does nothing on Cancel and on Escape", async () => {
    const api = await openList([summary("Delays")]);
    await chooseDelete("Delays");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await chooseDelete("Delays");
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect(api.received(deleteChat)).toEqual([]);
    await expect.element(row("Delays")).toBeVisible();
  });

  it("that is refused says so, and the chat stays", async () => {
    const api = await openList([summary("Delays")]);
    api.refuse(deleteChat, "internal", "The disk is full");
    await chooseDelete("Delays");
    await page.getByRole("button", { name: "Delete chat" }).click();
    const notice = page.getByRole("region", { name: "Notifications" });
    await expect.element(notice.getByText("Failed to delete chat")).toBeVisible();
    await expect.element(notice.getByText("The disk is full")).toBeVisible();
    await expect.element(row("Delays")).toBeVisible();
  });

  it("that is open leads to a new chat", async () => {
    const open = chatOf(["Why?", "So."]);
    const chats = [summary("Delays", { sessionId: open.sessionId, isStreaming: false })];
    const api = await openScreen(`${chatAddress}?session=${open.sessionId}`, {
      api: (fake) => {
        serveChats(fake, chats);
        fake.reply(getChat, open);
      },
    });
    await chooseDelete("Delays");
    serveChats(api, []);
    await page.getByRole("button", { name: "Delete chat" }).click();
    await expect.poll(() => location.pathname + location.search).toBe(chatAddress);
    await expect.element(page.getByRole("list", { name: "Example questions" })).toBeVisible();
  });
});
