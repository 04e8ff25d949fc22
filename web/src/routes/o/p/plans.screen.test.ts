import { createPlan, getPlan, listPlans, maxGoal } from "@cairn/contract/plans";
import { getProject } from "@cairn/contract/projects";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { startPlan } from "#web/features/plans/start-plan.api.ts";
import { makePlan, makePlanItem } from "#web/features/plans/testing/make-plan.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const address = "/o/payments/p/shop/plan";
const project = { organizationId: "payments", projectId: "shop" };
const plan = makePlan([makePlanItem(1)]);
const { planId, title, state, writtenBy, creator, createdAt, updatedAt } = plan;
const summary = { planId, title, state, writtenBy, creator, createdAt, updatedAt };

const open = (search = "", more?: (fake: FakeApi) => void) =>
  openScreen(address + search, {
    api: (fake) => {
      fake.adjust(getProject, { slug: "shop", setupComplete: true });
      fake.replyList(listPlans, [
        { ...summary, items: { accepted: 2, total: 5 } },
        { ...summary, planId: sampleId(901), title: "Another", state: "working", items: { accepted: 0, total: 0 } },
      ]);
      fake.reply(createPlan, plan);
      fake.reply(getPlan, plan);
      more?.(fake);
    },
  });
const goal = () => page.getByRole("textbox", { name: "Goal" });
const propose = () => page.getByRole("button", { name: "Propose tasks" });

it("lists plans with how many of their tasks were accepted", async () => {
  await open();
  const list = page.getByRole("list", { name: "Plans" });
  await expect.element(list.getByText("2 of 5 accepted")).toBeVisible();
  await expect.element(list.getByText("Proposing")).toBeVisible();
  await expect
    .element(list.getByRole("link", { name: "Another" }))
    .toHaveAttribute("href", `${address}/${sampleId(901)}`);
});

it("takes a goal by Ctrl and Enter, and leads to its plan", async () => {
  const fake = await open();
  await goal().fill("Show the tide");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  expect(fake.received(createPlan)).toEqual([{ ...project, goal: "Show the tide" }]);
  expect(sessionStorage.getItem("plan-draft:shop")).toBeNull();
});

it("says at the goal what is missing or too much, and shows its length near the limit", async () => {
  const fake = await open();
  await propose().click();
  await expect.element(goal()).toHaveFocus();
  await expect.element(goal()).toHaveAccessibleDescription("Write what should be different");
  await goal().fill("x".repeat(maxGoal + 1));
  await expect.element(page.getByText(`${maxGoal + 1}/${maxGoal}`)).toBeVisible();
  await expect.element(goal()).toHaveAccessibleDescription("Goal can't be longer than 20,000 characters");
  await propose().click();
  expect(fake.received(createPlan)).toEqual([]);
});

it("keeps what was written when the server refuses it, and over a reload", async () => {
  sessionStorage.setItem("plan-draft:shop", "Half a");
  await open("", (fake) => fake.refuse(createPlan, "unavailable", "The server is away"));
  await expect.element(goal()).toHaveValue("Half a");
  await goal().fill("Half a goal");
  await propose().click();
  await expect.element(page.getByText("Could not start the plan")).toBeVisible();
  await expect.element(goal()).toHaveValue("Half a goal");
  expect(sessionStorage.getItem("plan-draft:shop")).toBe("Half a goal");
});

it("begins with an answer of a chat, which takes nothing from another goal, and says where it comes from", async () => {
  sessionStorage.setItem("plan-draft:shop", "My own goal");
  const start = startPlan(project, { chat: sampleId(5), answer: "1" }, "Delays are computed.");
  const fake = await open(`?${new URLSearchParams({ ...start.search })}`);
  await expect.element(goal()).toHaveValue("Delays are computed.");
  await goal().fill("Compute delays twice.");
  // Coming again from the same answer keeps what was made of it.
  startPlan(project, { chat: sampleId(5), answer: "1" }, "Delays are computed.");
  await propose().click();
  await expect.poll(() => fake.received(createPlan)).toHaveLength(1);
  expect(fake.received(createPlan)[0]).toEqual({
    ...project,
    goal: "Compute delays twice.",
    origin: { kind: "chat", sessionId: sampleId(5) },
  });
  expect(sessionStorage.getItem("plan-draft:shop")).toBe("My own goal");
});
