import { listServices, reindexService } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeIndexedService, makeService } from "#web/testing/make-service.ts";
import { makeRepository } from "#web/testing/open-repository.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/p/payments/services";
const key = { organizationId: "payments", projectId: "payments" };
const rows = () => page.getByRole("list", { name: "Services", exact: true }).getByRole("listitem");
const reindex = (name: string) => page.getByRole("button", { name: `Reindex ${name}` });

interface ServicesOptions extends OpenOptions {
  services?: Service[];
  search?: string;
}

const open = ({ services = [makeService(1)], search = "", ...options }: ServicesOptions = {}) =>
  openScreen(address + search, {
    ...options,
    api: (fake) => {
      fake.replyList(listServices, services);
      options.api?.(fake);
    },
  });

describe("the services", () => {
  it("say their type, repository and folder, and lead to their own screens", async () => {
    const hosted = makeRepository({ owner: "acme", repo: "ferries" });
    const services = [
      makeService(1, { repository: hosted, workingPath: "/apps/board" }),
      makeService(2, { name: "harbour", type: "api", repository: { ...hosted, owner: null } }),
      makeService(3, { name: "tides", type: "database", repository: null, workingPath: "/data" }),
    ];
    await open({ services });
    await expect.element(rows().nth(0)).toMatchTextContent(/^boardFrontend · acme\/ferries · \/apps\/board/);
    await expect.element(rows().nth(1)).toMatchTextContent(/^harbourApi · ferries(?! ·)/);
    await expect.element(rows().nth(2)).toMatchTextContent(/^tidesDatabase\s*$/);
    await expect
      .element(page.getByRole("main").getByRole("link", { name: "harbour" }))
      .toHaveAttribute("href", `${address}/${sampleId(2)}`);
    await expect.poll(() => document.title).toMatch(/^Services · /);
  });

  it("say how far their index is", async () => {
    await open({
      services: [
        makeIndexedService(1, { state: "never", commit: null }),
        makeIndexedService(2, { state: "queued" }),
        makeIndexedService(3, { state: "cloning", label: "Cloning repository", progress: 0 }),
        makeIndexedService(4, { state: "analyzing", label: null, progress: 99.8 }),
        makeIndexedService(5, { state: "failed", error: "No such branch" }),
        makeIndexedService(6, { state: "ready", lastIndexedAt: null }),
        makeIndexedService(7, { state: "ready", lastIndexedAt: "2020-03-02T09:30:00.000Z" }),
      ],
    });
    const states = [
      "Not indexed",
      "Waiting to be indexed",
      // Something of the progress is visible from the start, and it never seems to have ended while it runs.
      "Cloning repository 3 %",
      "Indexing 99 %",
      "Indexing failed",
      /Indexed\s*$/,
      /Indexed \w+ 2\. Mar at \d\d:\d\d/,
    ];
    for (const [index, state] of states.entries()) await expect.element(rows().nth(index)).toMatchTextContent(state);
  });

  it("come in pages", async () => {
    await open({
      search: "?page=2",
      api: (fake) =>
        fake.reply(listServices, ({ page: number }) => ({
          content: [makeService(number, { name: `part ${number}` })],
          page: number,
          limit: 1,
          total: 2,
        })),
    });
    await expect.element(rows()).toMatchTextContent("part 2");
    await page.getByRole("link", { name: "Previous page" }).click();
    await expect.element(rows()).toMatchTextContent("part 1");
    await expect.element(page.getByText("Page 1 of 2")).toBeVisible();
  });

  it("are walked through by J and K", async () => {
    await open({ services: [makeService(1), makeService(2, { name: "harbour" })] });
    await expect.element(rows().first()).toBeVisible();
    await userEvent.keyboard("jj");
    await expect.element(page.getByRole("main").getByRole("link", { name: "harbour" })).toHaveFocus();
    await userEvent.keyboard("k");
    await expect.element(page.getByRole("main").getByRole("link", { name: "board" })).toHaveFocus();
  });
});

describe("indexing a service again", () => {
  it("starts its index, and shows that it runs", async () => {
    const ready = makeIndexedService(1, { lastIndexedAt: "2020-03-02T09:30:00.000Z" });
    const queued = makeIndexedService(1, { state: "queued" });
    const api = await open({ services: [ready], api: (fake) => fake.reply(reindexService, queued) });
    await expect.element(reindex("board")).toBeEnabled();
    api.replyList(listServices, [queued]);
    await reindex("board").click();
    await expect.element(page.getByText("Indexing started")).toBeVisible();
    expect(api.received(reindexService)).toEqual([{ ...key, serviceId: sampleId(1) }]);
    await expect.element(rows()).toMatchTextContent("Waiting to be indexed");
    await expect.element(reindex("board")).toHaveAccessibleDescription("It is being indexed right now");
  });

  it("says when it will be possible again, and sends nothing before", async () => {
    const api = await open({ services: [makeIndexedService(1, { lastIndexedAt: new Date().toISOString() })] });
    await expect.element(reindex("board")).toHaveAccessibleDescription(/^Possible again .*\d\d:\d\d$/);
    await reindex("board").click({ force: true });
    expect(api.received(reindexService)).toEqual([]);
  });

  it("is possible at once after a failed index", async () => {
    const failed = makeIndexedService(1, { state: "failed", error: "x", lastIndexedAt: new Date().toISOString() });
    const api = await open({ services: [failed] });
    await reindex("board").click();
    await expect.poll(() => api.received(reindexService)).toHaveLength(1);
  });

  it("that is refused says why, and is offered again", async () => {
    const failed = makeIndexedService(1, { state: "failed", error: "x" });
    await open({
      services: [failed],
      api: (fake) => fake.refuse(reindexService, "unavailable", "The disk is full"),
    });
    await reindex("board").click();
    await expect.element(page.getByText("Could not start indexing")).toBeVisible();
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    await expect.element(reindex("board")).not.toHaveAccessibleDescription("It is being started");
  });

  it("is not offered where there is no code", async () => {
    await open({ services: [makeService(1, { repository: null })] });
    await expect.element(rows()).toMatchTextContent("board");
    await expect.element(reindex("board")).not.toBeInTheDocument();
  });
});
