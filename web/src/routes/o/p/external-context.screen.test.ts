import { createTopic, listTopics } from "@cairn/contract/external-context";
import type { Topic, TopicSummary } from "@cairn/contract/external-context";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeTopic, makeWebTopic } from "#web/testing/make-topic.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/p/payments/external-context";
const key = { organizationId: "payments", projectId: "payments" };
const rows = () => page.getByRole("list", { name: "Topics" }).getByRole("listitem");

/** A topic as lists show it. */
function summary({ content: _content, ...topic }: Topic): TopicSummary {
  return topic;
}

interface ContextOptions extends OpenOptions {
  topics?: Topic[];
  search?: string;
}

const open = ({ topics = [makeTopic(1)], search = "", ...options }: ContextOptions = {}) =>
  openScreen(address + search, {
    ...options,
    api: (fake) => {
      fake.replyList(listTopics, topics.map(summary));
      options.api?.(fake);
    },
  });

describe("the external context", () => {
  it("says of each topic where it is from, and leads to it", async () => {
    await open({ topics: [makeTopic(1), makeWebTopic(2)] });
    await expect.element(rows().first()).toMatchTextContent(/^Words of the harbourWritten by hand/);
    await expect.element(rows().nth(1)).toMatchTextContent(/^Tide tableshttps:\/\/harbour.example.com\/tides/);
    await expect
      .element(page.getByRole("link", { name: "Tide tables" }))
      .toHaveAttribute("href", `${address}/${sampleId(2)}`);
    await expect.poll(() => document.title).toMatch(/^External Context · /);
  });

  it("says what is still on its way, and what failed with and without an earlier text", async () => {
    await open({
      topics: [
        makeWebTopic(1, { crawl: { status: "waiting", fetchedAt: null } }),
        makeWebTopic(2, { crawl: { status: "failed", fetchedAt: null, error: "No answer" } }),
        makeWebTopic(3, { crawl: { status: "failed", error: "No answer" } }),
        makeTopic(4, { isIndexed: false }),
        makeTopic(5),
      ],
    });
    await expect.element(rows().nth(0)).toMatchTextContent("Fetching");
    await expect.element(rows().nth(1)).toMatchTextContent("Not fetched");
    await expect.element(rows().nth(2)).toMatchTextContent("Last fetch failed");
    await expect.element(rows().nth(3)).toMatchTextContent("Indexing");
    await expect.element(rows().nth(4)).not.toMatchTextContent(/Fetch|Indexing/);
  });

  it("shows by itself when a page was fetched and indexed", async () => {
    const api = await open({ topics: [makeWebTopic(1, { crawl: { status: "running" }, isIndexed: false })] });
    await expect.element(rows()).toMatchTextContent("Fetching");
    api.replyList(listTopics, [summary(makeWebTopic(1, { isIndexed: false }))]);
    await expect.element(rows()).toMatchTextContent("Indexing");
    api.replyList(listTopics, [summary(makeWebTopic(1))]);
    await expect.element(rows()).not.toMatchTextContent(/Fetching|Indexing/);
  });

  it("is empty at first, and the first topic is offered once", async () => {
    await open({ topics: [] });
    await expect.element(page.getByRole("heading", { name: "No External Context yet" })).toBeVisible();
    await expect
      .element(page.getByText("Add a page of the web, or write down what the code does not say"))
      .toBeVisible();
    const add = page.getByRole("link", { name: "Add Topic" });
    await expect.element(add).toHaveAttribute("href", `${address}/create`);
    expect(add.elements()).toHaveLength(1);
  });

  it("that cannot be loaded says why, and Retry loads it", async () => {
    const api = await open({ api: (fake) => fake.refuse(listTopics, "internal", "The disk is full") });
    await expect.element(page.getByRole("alert")).toMatchTextContent("The disk is full");
    api.replyList(listTopics, [summary(makeTopic(1))]);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(rows()).toMatchTextContent("Words of the harbour");
  });

  it("on its way is announced", async () => {
    await open({ api: (fake) => fake.stall(listTopics) });
    await expect.element(page.getByText("Loading topics")).toBeInTheDocument();
  });

  it("comes in pages", async () => {
    const api = await open({
      search: "?page=2",
      api: (fake) =>
        fake.reply(listTopics, ({ page: number }) => ({
          content: number < 4 ? [summary(makeTopic(number, { title: `Topic ${number}` }))] : [],
          page: number,
          limit: 1,
          total: 3,
        })),
    });
    await expect.element(page.getByText("Page 2 of 3")).toBeVisible();
    await page.getByRole("link", { name: "Next page" }).click();
    await expect.element(page.getByText("Page 3 of 3")).toBeVisible();
    expect(api.received(listTopics).map(({ page: number }) => number)).toContain(3);
    await expect.element(rows()).toMatchTextContent("Topic 3");
    expect(location.search).toBe("?page=3");
  });

  it("leads back from a page after the last one", async () => {
    await open({
      search: "?page=9",
      api: (fake) => fake.reply(listTopics, { content: [], page: 9, limit: 100, total: 3 }),
    });
    await expect.element(page.getByRole("heading", { name: "Nothing on this page" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "First page" })).toHaveAttribute("href", address);
  });
});

describe("a new topic", () => {
  const field = (name: string) => page.getByRole("textbox", { name });
  const add = () => page.getByRole("button", { name: "Add Topic" });
  const openForm = (options: OpenOptions = {}) => openScreen(`${address}/create`, options);
  const byHand = () => page.getByRole("radio", { name: /^Written by hand/ });

  it("from the web takes an address without a scheme, and leads to the topic", async () => {
    const api = await openForm({ api: (fake) => fake.reply(createTopic, makeWebTopic(7)) });
    await expect.element(page.getByRole("radio", { name: /^A page of the web/ })).toBeChecked();
    await field("Title").fill("Tide tables");
    await field("Address").fill("harbour.example.com/tides");
    await add().click();
    await expect.poll(() => location.pathname).toBe(`${address}/${sampleId(7)}`);
    const crawl = { url: "https://harbour.example.com/tides" };
    expect(api.received(createTopic)).toEqual([{ ...key, mode: "url", title: "Tide tables", crawl }]);
  });

  it("written by hand is sent with its text only", async () => {
    const api = await openForm({ api: (fake) => fake.reply(createTopic, makeTopic(8)) });
    await field("Address").fill("harbour.example.com");
    await byHand().click();
    await field("Title").fill("Words");
    await field("Content").fill("A berth is a mooring.");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => location.pathname).toBe(`${address}/${sampleId(8)}`);
    expect(api.received(createTopic)).toEqual([
      { ...key, mode: "manual", title: "Words", content: "A berth is a mooring." },
    ]);
  });

  it("says at its fields what is missing, and the first of them gets the focus", async () => {
    const api = await openForm();
    await field("Address").fill("not an address");
    await add().click();
    await expect.element(page.getByText("Title is too short")).toBeVisible();
    await expect.element(page.getByText("Enter a valid URL")).toBeVisible();
    await expect.element(field("Title")).toHaveFocus();
    await byHand().click();
    await add().click();
    await expect.element(page.getByText("Content is too short")).toBeVisible();
    expect(api.received(createTopic)).toEqual([]);
  });

  it("says what is missing also at a field that has just appeared", async () => {
    await openForm();
    await field("Title").fill("Words");
    await byHand().click();
    await add().click();
    await expect.element(field("Content")).toHaveFocus();
    await expect.element(page.getByText("Content is too short")).toBeVisible();
  });

  it("keeps both texts while the other way is considered", async () => {
    await openForm();
    await field("Address").fill("https://harbour.example.com");
    await byHand().click();
    await field("Content").fill("A berth is a mooring.");
    await page.getByRole("radio", { name: /^A page of the web/ }).click();
    await expect.element(field("Address")).toHaveValue("https://harbour.example.com");
    await byHand().click();
    await expect.element(field("Content")).toHaveValue("A berth is a mooring.");
  });

  it("that is refused says why, and nothing typed is lost", async () => {
    await openForm({ api: (fake) => fake.refuse(createTopic, "unprocessable", "robots.txt forbids it") });
    await field("Title").fill("Tide tables");
    await field("Address").fill("harbour.example.com/tides");
    await add().click();
    await expect.element(page.getByText("Could not add topic")).toBeVisible();
    await expect.element(page.getByText("robots.txt forbids it")).toBeVisible();
    await expect.element(field("Address")).toHaveValue("harbour.example.com/tides");
    expect(location.pathname).toBe(`${address}/create`);
  });

  it("fits a phone", async () => {
    await openForm({ viewport: { width: 375, height: 700 } });
    await expect.element(add()).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(375);
  });
});
