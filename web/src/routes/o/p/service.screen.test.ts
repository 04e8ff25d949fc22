import { getCodeMap } from "@cairn/contract/code-graph";
import type { CodeEndpoint, CodeMap, CodeTrigger } from "@cairn/contract/code-graph";
import { getProject } from "@cairn/contract/projects";
import { deleteService, reindexService, updateService } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeIndexedService, makeService } from "#web/testing/make-service.ts";
import { settingsCard } from "#web/testing/open-repository-settings.ts";
import { commit, makeRepository } from "#web/testing/open-repository.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const services = "/o/payments/p/shop/services";
const key = { organizationId: "payments", projectId: "shop", serviceId: sampleId(1) };
const repositories = "/o/payments/p/shop/repositories";
const noCode: CodeMap = {
  parts: [],
  edges: [],
  endpoints: [],
  unresolvedRoutes: { count: 0, places: [] },
  models: [],
  triggers: [],
  isCutOff: false,
};

const open = (service: Service = makeService(1), api?: (fake: FakeApi) => void) =>
  openScreen(`${services}/${sampleId(1)}`, {
    api: (fake) => {
      fake.adjust(getProject, { slug: "shop", name: "Ferry Board", services: [service, makeService(2)] });
      fake.reply(getCodeMap, noCode);
      api?.(fake);
    },
  });
const field = (name: string) => page.getByRole("textbox", { name });
const card = () => settingsCard("Repository");

describe("a service", () => {
  it("leads to its code at its folder, and to the settings of its repository", async () => {
    const url = "https://git.example.com/acme/ferries";
    await open(makeService(1, { workingPath: "/apps/board", repository: makeRepository({ url, isReadOnly: true }) }));
    await expect.element(page.getByRole("heading", { level: 1 })).toMatchTextContent("board");
    await expect.element(card()).toMatchTextContent(new RegExp(`${url}\\s*Read-only.*Commit\\s*4f2a9c1(?!d)`));
    await expect
      .element(page.getByRole("link", { name: "Browse code" }))
      .toHaveAttribute("href", `${repositories}/payments/b/main/apps/board`);
    await expect
      .element(page.getByRole("link", { name: "Repository settings" }))
      .toHaveAttribute("href", `${repositories}/payments/settings`);
    await expect.element(field("Service ID")).toHaveValue(sampleId(1));
    await expect.poll(() => document.title).toMatch(/^board · Ferry Board/);
  });

  it("whose index failed says why, and which files could not be read", async () => {
    const failedFiles = [{ path: "src/huge.ts", reason: "larger than 2 MB" }];
    const state = { state: "failed", error: "The host does not answer", commit: null } as const;
    await open(makeIndexedService(1, { ...state, failedFileCount: 1, failedFiles }));
    await expect.element(card()).toMatchTextContent(/The last index failed.*The host does not answer/);
    await expect.element(card()).toMatchTextContent("not indexed yet");
    await page.getByText("1 file could not be read in full").click();
    await expect.element(page.getByText("src/huge.ts · larger than 2 MB")).toBeVisible();
    expect(page.getByRole("link", { name: "Repository settings" }).elements()).toHaveLength(1);
  });

  it("is indexed again", async () => {
    const api = await open(makeIndexedService(1, { state: "failed", error: "The host does not answer" }));
    await page.getByRole("button", { name: "Reindex" }).click();
    await expect.element(page.getByText("Indexing started")).toBeVisible();
    expect(api.received(reindexService)).toEqual([key]);
  });

  it("without code shows its details only", async () => {
    const api = await open(makeService(1, { repository: null }));
    await expect.element(field("Name")).toHaveValue("board");
    await expect.element(card()).not.toBeInTheDocument();
    expect(api.received(getCodeMap)).toEqual([]);
  });

  it("that was deleted meanwhile says so, and leads to the others", async () => {
    await openScreen(`${services}/${sampleId(9)}`);
    await expect.element(page.getByRole("heading", { name: "Service not found" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "All services" })).toHaveAttribute("href", services);
  });
});

describe("the details of a service", () => {
  const save = () => page.getByRole("button", { name: "Save" });

  it("are changed without touching its repository", async () => {
    const changed = makeService(1, { name: "boards", workingPath: "/apps" });
    const api = await open(makeService(1), (fake) => fake.reply(updateService, changed));
    await expect.element(save()).toHaveAccessibleDescription("Nothing has changed");
    await field("Name").fill("boards");
    await field("Working path").fill("apps");
    api.adjust(getProject, { slug: "shop", services: [changed] });
    await save().click();
    await expect.element(page.getByText("Service updated")).toBeVisible();
    const { name, type, description } = makeService(1);
    const body = { name: "boards", type, description, workingPath: "/apps", expected: { name, type, description } };
    expect(api.received(updateService)).toEqual([{ ...key, ...body }]);
    await expect.element(page.getByRole("heading", { level: 1 })).toMatchTextContent("boards");
    await expect.element(field("Working path")).toHaveValue("/apps");
    await expect.element(save()).toHaveAccessibleDescription("Nothing has changed");
  });

  it("take its repository away", async () => {
    const api = await open();
    await page.getByRole("group", { name: "Repository" }).getByText("None").click();
    await save().click();
    await expect.poll(() => api.received(updateService)).toMatchObject([{ repository: null }]);
  });

  it("that somebody else changed meanwhile are told once, by what was seen, and replaced by the next save", async () => {
    const theirs = makeService(1, { description: "What somebody else wrote of it" });
    const api = await open(makeService(1), (fake) =>
      fake.refuse(updateService, "conflict", "Somebody else changed it"),
    );
    await field("Description").fill("What this person wrote of it");
    api.adjust(getProject, { slug: "shop", services: [theirs] });
    await save().click();
    await expect.element(page.getByText("Somebody else changed it")).toBeVisible();
    await expect.element(field("Description")).toHaveValue("What this person wrote of it");
    await save().click();
    const seen = () => api.received(updateService).map(({ expected }) => expected?.description);
    await expect.poll(seen).toEqual([makeService(1).description, theirs.description]);
  });

  it("that are refused say why, and keep what was typed", async () => {
    await open(makeService(1), (fake) => fake.refuse(updateService, "conflict", "This name is taken"));
    await field("Name").fill("boards");
    await save().click();
    await expect.element(page.getByText("Could not save service")).toBeVisible();
    await expect.element(page.getByText("This name is taken")).toBeVisible();
    await expect.element(field("Name")).toHaveValue("boards");
  });
});

describe("deleting a service", () => {
  const dialog = () => page.getByRole("dialog", { name: "Delete board?" });
  const confirm = async () => {
    await page.getByRole("button", { name: "Delete Service" }).click();
    await dialog().getByRole("textbox", { name: "Type “board” to confirm" }).fill("board");
    await dialog().getByRole("button", { name: "Delete board" }).click();
  };

  it("leads to the other services", async () => {
    const api = await open();
    await confirm();
    await expect.poll(() => location.pathname).toBe(services);
    await expect.element(page.getByText("Service deleted")).toBeVisible();
    expect(api.received(deleteService)).toEqual([key]);
  });

  it("that is refused says why", async () => {
    await open(makeService(1), (fake) => fake.refuse(deleteService, "conflict", "An index is running"));
    await confirm();
    await expect.element(page.getByText("Could not delete service")).toBeVisible();
    await expect.element(page.getByText("An index is running")).toBeVisible();
    await expect.element(dialog()).toBeVisible();
  });
});

describe("the code of a service", () => {
  const at = (path: string, startLine: number) => ({
    repositoryId: sampleId(),
    repositorySlug: "payments",
    branch: "main",
    commit,
    path,
    startLine,
    endLine: startLine + 2,
  });
  const departures: CodeEndpoint = {
    method: "GET",
    path: "/departures",
    handler: "listDepartures",
    protocol: "http",
    certainty: "resolved",
    place: at("src/departures.ts", 12),
    serviceIds: [sampleId(1)],
    callers: [{ place: at("web/board.ts", 7), text: '  fetch("/departures")', confidence: "likely" }],
  };
  const openCode = (map: Partial<CodeMap>) =>
    open(makeService(1), (fake) => fake.reply(getCodeMap, { ...noCode, ...map }));
  const endpoints = () => page.getByRole("region", { name: /^Endpoints/ });

  it("names its endpoints, and shows on demand who handles and calls them", async () => {
    const api = await openCode({ endpoints: [departures] });
    const row = endpoints().getByRole("button", { name: /^GET\s*\/departures/ });
    await expect.element(row).toMatchTextContent("1 caller");
    await expect.element(row).toHaveAttribute("aria-expanded", "false");
    expect(api.received(getCodeMap)[0]).toEqual(key);
    await row.click();
    await expect
      .element(endpoints().getByRole("link", { name: "src/departures.ts:12" }))
      .toHaveAttribute("href", `${repositories}/payments/b/main/src/departures.ts#L12-L14`);
    await expect.element(endpoints().getByText(/^fetch\("\/departures"\)/)).toMatchTextContent(/likely$/);
    await row.click();
    await expect.element(endpoints().getByRole("link")).not.toBeInTheDocument();
  });

  it("names no address that is not known, but says where routes are declared", async () => {
    await openCode({ unresolvedRoutes: { count: 12, places: [at("src/routes/quays.ts", 4)] } });
    await expect.element(endpoints()).not.toBeInTheDocument();
    const routes = page.getByRole("region", { name: "Routes without an address" });
    const row = routes.getByRole("button", { name: /^12 routes have addresses that could not be read/ });
    await expect.element(row).toMatchTextContent("1 file");
    await row.click();
    await expect.element(routes.getByRole("link", { name: "src/routes/quays.ts:4" })).toBeVisible();
  });

  it("says when no call of an endpoint was found", async () => {
    await openCode({ endpoints: [{ ...departures, callers: [] }] });
    const row = endpoints().getByRole("button", { name: /departures/ });
    await expect.element(row).toMatchTextContent("0 callers");
    await row.click();
    await expect.element(page.getByText("No call was found in the code of this product.")).toBeVisible();
  });

  it("shows the first eight, and all on demand", async () => {
    const many = Array.from({ length: 9 }, (_unused, index) => ({ ...departures, path: `/part-${index + 1}` }));
    await openCode({ endpoints: many, isCutOff: true });
    await expect.element(page.getByRole("heading", { name: "Endpoints 9 or more" })).toBeVisible();
    const rows = () => endpoints().getByRole("listitem");
    expect(rows().elements()).toHaveLength(8);
    await page.getByRole("button", { name: "Show all 9" }).click();
    await expect.element(rows().nth(8)).toMatchTextContent("/part-9");
    await page.getByRole("button", { name: "Show fewer" }).click();
    await expect.poll(() => rows().elements()).toHaveLength(8);
  });

  it("shows its jobs with their times, apart from its commands", async () => {
    const tidy: CodeTrigger = {
      kind: "schedule",
      name: "tidy",
      schedule: "0 3 * * *",
      topic: null,
      handler: "Harbour.tidy",
      framework: "cron",
      certainty: "partly",
      place: at("src/clock.ts", 5),
      serviceIds: [sampleId(1)],
    };
    await openCode({ triggers: [tidy, { ...tidy, kind: "command", name: "serve", schedule: null }] });
    const jobs = page.getByRole("region", { name: /^Jobs and messages/ });
    await jobs.getByRole("button", { name: /tidy.*0 3 \* \* \*/ }).click();
    await expect
      .element(jobs)
      .toMatchTextContent(/src\/clock.ts:5.*cron, runs Harbour.tidy. A part is only known while it runs./);
    await expect.element(page.getByRole("region", { name: /^Commands it offers/ })).toMatchTextContent(/serve/);
    expect(jobs.getByText("serve").elements()).toHaveLength(0);
  });

  it("shows its data models with their fields", async () => {
    const ferry = {
      name: "Ferry",
      kind: "interface",
      fields: [{ name: "berths", type: "Berth[]" }],
      references: ["Berth", "Quay"],
      place: at("src/ferry.ts", 3),
      serviceIds: [sampleId(1)],
    };
    await openCode({ models: [ferry] });
    const models = page.getByRole("region", { name: /^Data models/ });
    await models.getByRole("button", { name: /^Ferry/ }).click();
    await expect
      .element(models)
      .toMatchTextContent(/1 field.*src\/ferry.ts:3.*berths\s*Berth\[\].*Refers to Berth, Quay/);
    await expect.element(endpoints()).not.toBeInTheDocument();
  });

  it("that could not be read says why, and Retry reads it", async () => {
    const api = await open(makeService(1), (fake) => fake.refuse(getCodeMap, "internal", "The disk is full"));
    const text = "Could not read endpoints and data models: The disk is full";
    await expect.element(page.getByText(text)).toBeVisible();
    api.reply(getCodeMap, { ...noCode, endpoints: [departures] });
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(endpoints()).toMatchTextContent("/departures");
  });
});
