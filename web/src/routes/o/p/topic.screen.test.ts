import { deleteTopic, getTopic, refreshTopic, updateTopic } from "@cairn/contract/external-context";
import type { Topic } from "@cairn/contract/external-context";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeTopic, makeWebTopic } from "#web/testing/make-topic.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const list = "/o/payments/p/payments/external-context";
const address = `${list}/${sampleId(1)}`;
const key = { organizationId: "payments", projectId: "payments", topicId: sampleId(1) };
const content = () => page.getByRole("region", { name: "Content" });
const field = (name: string) => page.getByRole("textbox", { name });
const edit = () => page.getByRole("button", { name: "Edit" });
const fetchAgain = () => page.getByRole("button", { name: "Fetch again" });

const open = (topic: Topic = makeTopic(1), { hash = "", api }: { hash?: string; api?: (fake: FakeApi) => void } = {}) =>
  openScreen(address + hash, {
    api: (fake) => {
      fake.reply(getTopic, topic);
      api?.(fake);
    },
  });

describe("a topic", () => {
  it("written by hand says by whom, and shows its text as it is meant", async () => {
    await open();
    await expect.element(page.getByText(/^Written by Ada Lovelace · changed on \w+ 2\. Mar/)).toBeVisible();
    await expect.element(content().getByText("berth")).toBeVisible();
    await expect.element(content()).not.toMatchTextContent("**");
    await expect.element(fetchAgain()).not.toBeInTheDocument();
    await expect.poll(() => document.title).toMatch(/^Words of the harbour · /);
  });

  it("of the web names its address, which is opened without a trace", async () => {
    await open(makeWebTopic(1, { creator: null }));
    const source = page.getByRole("link", { name: "https://harbour.example.com/tides" });
    await expect.element(source).toHaveAttribute("rel", "noreferrer noopener nofollow");
    await expect.element(source).toHaveAttribute("target", "_blank");
    await expect.element(page.getByText(/ · fetched on \w+ 2\. Mar/)).not.toMatchTextContent("added");
  });

  it("opens at the lines that are cited", async () => {
    await open(makeTopic(1, { content: "one\ntwo\nthree" }), { hash: "#L2-L3" });
    await expect.element(page.getByRole("radio", { name: "Lines" })).toBeChecked();
    await page.getByRole("group", { name: "View" }).getByText("Text").click();
    await expect.element(page.getByRole("radio", { name: "Text" })).toBeChecked();
  });

  it("that was deleted meanwhile says so, and leads to the others", async () => {
    await open(makeTopic(1), { api: (fake) => fake.refuse(getTopic, "not_found") });
    await expect.element(page.getByRole("heading", { name: "Topic not found" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "All topics" })).toHaveAttribute("href", list);
  });
});

describe("fetching a page again", () => {
  it("is begun by a press, and what was fetched is shown by itself", async () => {
    const running = makeWebTopic(1, { crawl: { status: "running" } });
    const api = await open(makeWebTopic(1), { api: (fake) => fake.reply(refreshTopic, running) });
    await expect.element(content()).toMatchTextContent("High water at six.");
    api.reply(getTopic, running);
    await fetchAgain().click();
    await expect.element(fetchAgain()).toHaveAccessibleDescription("It is being fetched");
    expect(api.received(refreshTopic)).toEqual([key]);
    await expect.element(content()).toMatchTextContent("High water at six.");
    api.reply(getTopic, makeWebTopic(1, { content: "High water at seven." }));
    await expect.element(content()).toMatchTextContent("High water at seven.");
    await expect.element(fetchAgain()).not.toHaveAccessibleDescription("It is being fetched");
  });

  it("that failed says why, and what the text below is", async () => {
    await open(makeWebTopic(1, { crawl: { status: "failed", error: "The page answered 500." } }));
    await expect.element(page.getByText("The last fetch failed")).toBeVisible();
    await expect
      .element(page.getByText(/^The page answered 500\. Below is what was there on \w+ 2\. Mar at \d\d:\d\d\.$/))
      .toBeVisible();
    await expect.element(content()).toMatchTextContent("High water at six.");
  });

  it("that failed the first time has no text below", async () => {
    const crawl = { status: "failed", fetchedAt: null, error: "The page answered 404." } as const;
    await open(makeWebTopic(1, { crawl, content: "" }));
    await expect.element(page.getByText("The page could not be fetched")).toBeVisible();
    await expect.element(page.getByText("The page answered 404.").first()).toBeVisible();
    await expect.element(content()).not.toBeInTheDocument();
  });

  it("that is refused says why", async () => {
    await open(makeWebTopic(1), { api: (fake) => fake.refuse(refreshTopic, "rate_limited", "Wait a minute") });
    await fetchAgain().click();
    await expect.element(page.getByText("Could not fetch the page again")).toBeVisible();
    await expect.element(page.getByText("Wait a minute")).toBeVisible();
  });
});

describe("editing a topic", () => {
  const save = () => page.getByRole("button", { name: "Save" });

  it("sends its text without its mode, which cannot change", async () => {
    const changed = makeTopic(1, { content: "A **berth** is for a ship." });
    const api = await open(makeTopic(1), { api: (fake) => fake.reply(updateTopic, changed) });
    await edit().click();
    await expect.element(page.getByRole("radio", { name: /^A page of the web/ })).not.toBeInTheDocument();
    await expect.element(save()).toHaveAccessibleDescription("Nothing has changed");
    await field("Content").fill(changed.content);
    api.reply(getTopic, changed);
    await save().click();
    await expect.element(page.getByText("Topic updated")).toBeVisible();
    expect(api.received(updateTopic)).toEqual([{ ...key, title: "Words of the harbour", content: changed.content }]);
    await expect.element(content()).toMatchTextContent("A berth is for a ship.");
    await expect.element(field("Content")).not.toBeInTheDocument();
    await expect.element(edit()).toHaveFocus();
  });

  it("changes the address of a page", async () => {
    const url = "https://harbour.example.com/tables";
    const api = await open(makeWebTopic(1));
    await edit().click();
    await field("Address").fill("harbour.example.com/tables");
    await save().click();
    await expect.poll(() => api.received(updateTopic)).toEqual([{ ...key, title: "Tide tables", crawl: { url } }]);
  });

  it("that is refused says why, and keeps what was typed", async () => {
    await open(makeTopic(1), { api: (fake) => fake.refuse(updateTopic, "internal", "The disk is full") });
    await edit().click();
    await field("Title").fill("Words of the quay");
    await save().click();
    await expect.element(page.getByText("Could not update topic")).toBeVisible();
    await expect.element(field("Title")).toHaveValue("Words of the quay");
  });

  it("asks before changes are lost, and then leaves the topic as it was", async () => {
    const question = vi.spyOn(window, "confirm").mockReturnValue(false);
    const api = await open();
    await edit().click();
    await field("Title").fill("Words of the quay");
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(field("Title")).toHaveValue("Words of the quay");
    question.mockReturnValue(true);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(field("Title")).not.toBeInTheDocument();
    await expect.element(edit()).toHaveFocus();
    expect(question.mock.calls).toEqual([
      ["Leave without saving your changes?"],
      ["Leave without saving your changes?"],
    ]);
    expect(api.received(updateTopic)).toEqual([]);
  });
});

describe("deleting a topic", () => {
  const dialog = () => page.getByRole("dialog", { name: "Delete Words of the harbour?" });
  const confirm = async () => {
    await page.getByRole("button", { name: "Delete Topic" }).click();
    await dialog()
      .getByRole("textbox", { name: "Type “Words of the harbour” to confirm" })
      .fill("Words of the harbour");
    await dialog().getByRole("button", { name: "Delete Words of the harbour" }).click();
  };

  it("leads to the other topics", async () => {
    const api = await open();
    await confirm();
    await expect.poll(() => location.pathname).toBe(list);
    expect(api.received(deleteTopic)).toEqual([key]);
  });

  it("that is refused says why", async () => {
    await open(makeTopic(1), { api: (fake) => fake.refuse(deleteTopic, "internal", "The disk is full") });
    await confirm();
    await expect.element(page.getByText("Could not delete topic")).toBeVisible();
    await expect.element(dialog()).toBeVisible();
    expect(location.pathname).toBe(address);
  });
});
