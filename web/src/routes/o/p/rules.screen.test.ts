import { getProject } from "@cairn/contract/projects";
import { getRuleScoreboard, previewRuleCheck, type RuleScoreboard } from "@cairn/contract/rule-checks";
import { createRule, deleteRule, getRule, listRules, updateRule } from "@cairn/contract/rules";
import type { Rule } from "@cairn/contract/rules";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId, sampleOf } from "#web/testing/sample.ts";

const address = "/o/payments/p/shop/rules";
const key = { organizationId: "payments", projectId: "shop" };
const migration: Rule = {
  ...(sampleOf(getRule.response, "usual") as Rule),
  ruleId: sampleId(1),
  condition: "A database migration is added",
  instruction: "Write it so that it can run twice",
  check: null,
  isRequired: false,
  serviceId: null,
  service: null,
  creator: { userId: sampleId(), firstName: "Ada", lastName: "Lovelace" },
};
const boardRule: Rule = {
  ...migration,
  ruleId: sampleId(2),
  condition: "A departure is shown",
  serviceId: sampleId(5),
  service: { serviceId: sampleId(5), name: "board" },
};

const open = (rest = "", api?: (fake: FakeApi) => void) =>
  openScreen(address + rest, {
    api: (fake) => {
      fake.adjust(getProject, { slug: "shop", services: [makeService(5), makeService(6, { name: "harbour" })] });
      fake.replyList(listRules, [migration, boardRule]);
      fake.reply(getRule, migration);
      api?.(fake);
    },
  });
const choose = async (label: string, option: string) => {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
};
const condition = () => page.getByRole("textbox", { name: "If" });
const instruction = () => page.getByRole("textbox", { name: "Then" });

describe("the rules", () => {
  const rows = () => page.getByRole("list", { name: "Rules", exact: true }).getByRole("listitem");

  it("say when they hold, what is done then, and for which service", async () => {
    await open();
    await expect
      .element(rows().first())
      .toMatchTextContent(/^If A database migration is addedThen Write it so that it can run twice/);
    await expect.element(rows().first()).not.toMatchTextContent("board");
    await expect.element(rows().nth(1)).toMatchTextContent("board");
    await expect
      .element(page.getByRole("link", { name: "If A departure is shown" }))
      .toHaveAttribute("href", `${address}/${sampleId(2)}`);
    await expect.poll(() => document.title).toMatch(/^Rules · /);
  });

  it("are narrowed to a service, which the address keeps, and widened again", async () => {
    const api = await open();
    await choose("Show", "Rules for board");
    await expect.poll(() => location.search).toBe(`?service=${sampleId(5)}`);
    await expect.poll(() => api.received(listRules).at(-1)?.serviceId).toBe(sampleId(5));
    await choose("Show", "All rules");
    await expect.poll(() => location.search).toBe("");
  });

  it("of a service without any lead back to all", async () => {
    await open(`?service=${sampleId(6)}`, (fake) => fake.replyList(listRules, []));
    await expect.element(page.getByRole("heading", { name: "No rule holds for this service" })).toBeVisible();
    await expect.element(page.getByRole("combobox", { name: "Show" })).toMatchTextContent("Rules for harbour");
    await expect
      .element(page.getByRole("main").getByRole("link", { name: "All rules" }))
      .toHaveAttribute("href", address);
  });

  it("are all shown for a service that the product does not have", async () => {
    const api = await open(`?service=${sampleId(9)}`);
    await expect.element(rows().first()).toBeVisible();
    expect(api.received(listRules).every(({ serviceId }) => serviceId === undefined)).toBe(true);
  });

  it("keep the service from page to page", async () => {
    await open(`?service=${sampleId(5)}`, (fake) =>
      fake.reply(listRules, ({ page: number }) => ({ content: [boardRule], page: number, limit: 1, total: 2 })),
    );
    await page.getByRole("link", { name: "Next page" }).click();
    await expect.element(page.getByText("Page 2 of 2")).toBeVisible();
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({ service: sampleId(5), page: "2" });
  });

  it("are none at first, and the first one is offered once", async () => {
    await open("", (fake) => fake.replyList(listRules, []));
    await expect.element(page.getByRole("heading", { name: "No Rules yet" })).toBeVisible();
    await expect.element(page.getByText("Start by creating your first rule")).toBeVisible();
    const create = page.getByRole("link", { name: "Create Rule" });
    await expect.element(create).toHaveAttribute("href", `${address}/create`);
    expect(create.elements()).toHaveLength(1);
    await expect.element(page.getByRole("combobox", { name: "Show" })).not.toBeInTheDocument();
  });
});

describe("a new rule", () => {
  const create = () => page.getByRole("main").getByRole("button", { name: "Create Rule" });

  it("holds for the whole product unless a service is chosen, and leads to the list", async () => {
    const api = await open("/create");
    await condition().fill("  A table is renamed ");
    await instruction().fill("Keep a view under its old name");
    await expect.element(page.getByRole("combobox", { name: "Holds for" })).toMatchTextContent("The whole product");
    await create().click();
    await expect.element(page.getByText("Rule created")).toBeVisible();
    await expect.poll(() => location.pathname).toBe(address);
    const rule = { condition: "A table is renamed", instruction: "Keep a view under its old name" };
    expect(api.received(createRule)).toEqual([{ ...key, ...rule, serviceId: null, check: null, isRequired: false }]);
  });

  it("holds for one service", async () => {
    const api = await open("/create");
    await condition().fill("A table is renamed");
    await instruction().fill("Keep a view under its old name");
    await choose("Holds for", "harbour");
    await create().click();
    await expect.poll(() => location.pathname).toBe(address);
    expect(api.received(createRule)).toMatchObject([{ serviceId: sampleId(6) }]);
  });

  it("of a product without services offers none", async () => {
    await open("/create", (fake) => fake.adjust(getProject, { slug: "shop", services: [] }));
    await expect.element(condition()).toBeVisible();
    await expect.element(page.getByRole("combobox", { name: "Holds for" })).not.toBeInTheDocument();
  });

  it("says at its fields what is too short, and the first of them gets the focus", async () => {
    const api = await open("/create");
    await instruction().fill("Short");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.element(condition()).toHaveFocus();
    await expect.element(condition()).toHaveAccessibleDescription(/Condition is too short/);
    await expect.element(instruction()).toHaveAccessibleDescription(/Instruction is too short/);
    expect(api.received(createRule)).toEqual([]);
  });

  it("that is refused says why, and nothing typed is lost", async () => {
    await open("/create", (fake) => fake.refuse(createRule, "conflict", "There are too many rules"));
    await condition().fill("A table is renamed");
    await instruction().fill("Keep a view under its old name");
    await create().click();
    await expect.element(page.getByText("Could not create rule")).toBeVisible();
    await expect.element(page.getByText("There are too many rules")).toBeVisible();
    await expect.element(condition()).toHaveValue("A table is renamed");
    expect(location.pathname).toBe(`${address}/create`);
  });
});

const check = { kind: "changed-together" as const, files: "db/*.sql", needed: "docs/schema.md" };
const scoreboard: RuleScoreboard = {
  changes: 5,
  counts: { delivered: 2, applied: 3, passed: 2, broken: 1 },
  broken: [
    {
      implementationId: sampleId(8),
      projectImplementationId: 4,
      task: { taskId: sampleId(9), name: "SHOP-4", title: "Add tides" },
      text: "`db/1.sql` changed, but nothing in `docs/schema.md`",
      lines: { path: "db/1.sql", side: "new", startLine: 1, endLine: 1 },
    },
  ],
};

describe("the check of a rule", () => {
  const read = () => page.getByRole("button", { name: "Read from the words" });
  const files = () => page.getByRole("textbox", { name: "Files" });

  it("is read from its words, tried, and saved with it", async () => {
    const api = await open("/create", (fake) => {
      fake.reply(previewRuleCheck, { check, scoreboard });
      fake.reply(createRule, migration);
    });
    await read().click();
    await expect.element(page.getByText("Say If and Then first.")).toBeVisible();
    await condition().fill(migration.condition);
    await instruction().fill(migration.instruction);
    await read().click();
    await expect.element(files()).toHaveValue("db/*.sql");
    await expect.element(page.getByText("Whoever changes db/*.sql changes docs/schema.md as well.")).toBeVisible();
    await expect.element(page.getByText("Applied3Passed2Broken1")).toBeVisible();
    await files().fill("db/**");
    await page.getByRole("button", { name: "Try on the newest changes" }).click();
    await expect
      .poll(() => api.received(previewRuleCheck).at(-1))
      .toMatchObject({ check: { ...check, files: "db/**" } });
    await choose("When it is broken", "The change cannot be merged");
    await page.getByRole("button", { name: "Create Rule" }).click();
    await expect
      .poll(() => api.received(createRule).at(-1))
      .toMatchObject({ check: { ...check, files: "db/**" }, isRequired: true });
  });

  it("says where the words name nothing to look for", async () => {
    await open("/create", (fake) => fake.reply(previewRuleCheck, { check: null, scoreboard: null }));
    await condition().fill(migration.condition);
    await instruction().fill(migration.instruction);
    await read().click();
    await expect.element(page.getByText(/^The words name no files/)).toBeVisible();
    await expect.element(files()).not.toBeInTheDocument();
  });

  it("may be a command, which former changes are not run with", async () => {
    const command = { kind: "command" as const, files: "**", command: "make licences" };
    const none = { ...scoreboard, counts: { delivered: 0, applied: 0, passed: 0, broken: 0 }, broken: [] };
    const api = await open("/create", (fake) => {
      fake.reply(previewRuleCheck, { check: command, scoreboard: none });
      fake.reply(createRule, migration);
    });
    await condition().fill(migration.condition);
    await instruction().fill("`make licences` passes");
    await read().click();
    await expect.element(page.getByRole("textbox", { name: "Command" })).toHaveValue("make licences");
    await expect.element(page.getByText(/^Former changes are not run again/)).toBeVisible();
    await page.getByRole("button", { name: "Create Rule" }).click();
    await expect.poll(() => api.received(createRule).at(-1)).toMatchObject({ check: command });
  });

  it("wants what its kind needs, and says so at the field", async () => {
    const api = await open("/create");
    await condition().fill(migration.condition);
    await instruction().fill(migration.instruction);
    await choose("Checked by", "Text no added line holds");
    await files().fill("/src/**");
    await page.getByRole("button", { name: "Create Rule" }).click();
    await expect.element(files()).toHaveAccessibleDescription(/without a slash/);
    await expect.element(page.getByRole("textbox", { name: "Text" })).toHaveAccessibleDescription(/Say the text/);
    expect(api.received(createRule)).toEqual([]);
  });
});

describe("a rule", () => {
  const openRule = (api?: (fake: FakeApi) => void) => open(`/${sampleId(1)}`, api);
  const save = () => page.getByRole("button", { name: "Save" });

  it("says who wrote it, and when it was changed", async () => {
    const changed = { ...migration, createdAt: "2020-03-02T09:30:00.000Z", updatedAt: "2020-03-05T09:30:00.000Z" };
    await openRule((fake) => fake.reply(getRule, changed));
    await expect
      .element(page.getByText(/^Written by Ada Lovelace on Mon 2\. Mar .* · changed on Thu 5\. Mar/))
      .toBeVisible();
  });

  it("whose author is gone names nobody", async () => {
    await openRule((fake) => fake.reply(getRule, { ...migration, creator: null, updatedAt: migration.createdAt }));
    await expect.element(page.getByText(/^Written on \w+ 2\. Mar at \d\d:\d\d$/)).toBeVisible();
  });

  it("is changed, and then counts as unchanged", async () => {
    const changed = { ...migration, instruction: "Write it so that it can run three times" };
    const api = await openRule((fake) => fake.reply(updateRule, changed));
    await expect.element(save()).toHaveAccessibleDescription("Nothing has changed");
    await instruction().fill(changed.instruction);
    await choose("Holds for", "board");
    api.reply(getRule, { ...changed, serviceId: sampleId(5) });
    await save().click();
    await expect.element(page.getByText("Rule updated")).toBeVisible();
    const body = {
      condition: migration.condition,
      instruction: changed.instruction,
      serviceId: sampleId(5),
      check: null,
      isRequired: false,
    };
    expect(api.received(updateRule)).toEqual([{ ...key, ruleId: sampleId(1), ...body }]);
    await expect.element(save()).toHaveAccessibleDescription("Nothing has changed");
  });

  it("tells how the newest changes kept to it, where a program checks it", async () => {
    await openRule((fake) => {
      fake.reply(getRule, { ...migration, check, isRequired: true });
      fake.reply(getRuleScoreboard, scoreboard);
    });
    await expect.element(page.getByText("Delivered2Applied3Passed2Broken1")).toBeVisible();
    await expect
      .element(page.getByRole("list", { name: "Changes that break it" }))
      .toMatchTextContent("SHOP-4 Add tides: db/1.sql changed, but nothing in docs/schema.md");
    await expect
      .element(page.getByRole("combobox", { name: "When it is broken" }))
      .toMatchTextContent("cannot be merged");
  });

  it("is deleted by the beginning of its condition, and leads to the others", async () => {
    const api = await openRule();
    await page.getByRole("button", { name: "Delete Rule" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete this rule?" });
    await dialog.getByRole("textbox", { name: "Type “A database migr” to confirm" }).fill("A database migr");
    await dialog.getByRole("button", { name: "Delete Rule" }).click();
    await expect.poll(() => location.pathname).toBe(address);
    expect(api.received(deleteRule)).toEqual([{ ...key, ruleId: sampleId(1) }]);
  });

  it("that was deleted meanwhile says so, and leads to the others", async () => {
    await openRule((fake) => fake.refuse(getRule, "not_found"));
    await expect.element(page.getByRole("heading", { name: "Rule not found" })).toBeVisible();
    await expect
      .element(page.getByRole("main").getByRole("link", { name: "All rules" }))
      .toHaveAttribute("href", address);
  });
});
