import {
  createEventHook,
  deleteEventHook,
  listEventHooks,
  listHookDeliveries,
  resendDelivery,
  testEventHook,
  updateEventHook,
  type EventHook,
  type HookDelivery,
} from "@cairn/contract/event-hooks";
import { getOrganization } from "@cairn/contract/organizations";
import { getProject, type Project } from "@cairn/contract/projects";
import type { Role } from "@cairn/contract/roles";
import { expect, it } from "vitest";
import { page } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId, sampleOf } from "#web/testing/sample.ts";

const ferry: Project = { ...(sampleOf(getProject.response, "usual") as Project), slug: "ferry", name: "Ferry Board" };
const at = "2026-11-21T09:00:00.000Z";
const hook: EventHook & { url: string } = {
  hookId: sampleId(1),
  url: "https://hooks.example.com/cairn",
  events: ["implementation.ready", "comment.created"],
  isEnabled: true,
  failingSince: null,
  disabledReason: null,
  createdAt: at,
};
const delivery: HookDelivery = {
  deliveryId: sampleId(2),
  type: "comment.created",
  state: "failed",
  attempts: 8,
  responseStatus: 500,
  problem: "It was answered with status 500.",
  createdAt: at,
  dueAt: null,
};

const open = (hooks: EventHook[], role: Role = "admin", more?: (fake: FakeApi) => void) =>
  openScreen("/o/payments/p/ferry/settings", {
    api: (fake) => {
      fake.adjust(getOrganization, { role, slug: "payments" });
      fake.reply(getProject, ferry);
      fake.replyList(listEventHooks, hooks);
      more?.(fake);
    },
  });
const card = () => page.getByRole("region", { name: "Webhooks" });
const dialog = (name: string) => page.getByRole("dialog", { name });

it("adds a webhook after saying what is missing, and shows its secret once", async () => {
  const api = await open([]);
  await expect.element(card()).toMatchTextContent(/None yet/);
  await card().getByRole("button", { name: "Add webhook" }).click();
  const add = dialog("Add webhook");
  await add.getByRole("button", { name: "Add webhook" }).click();
  await expect.element(add).toMatchTextContent(/Enter an address that begins with https/);
  api.refuse(createEventHook, "invalid_input", "This server may not connect to private addresses.");
  await add.getByRole("textbox", { name: "Address" }).fill("https://10.0.0.7/");
  await add.getByRole("button", { name: "Add webhook" }).click();
  await expect.element(add).toMatchTextContent(/may not connect to private addresses/);
  api.reply(createEventHook, { ...hook, secret: "whsec_abc" });
  api.replyList(listEventHooks, [hook]);
  await add.getByRole("textbox", { name: "Address" }).fill(hook.url);
  await add.getByRole("checkbox", { name: "A change was merged" }).click();
  await add.getByRole("button", { name: "Add webhook" }).click();
  await expect.element(page.getByText("whsec_abc")).toBeVisible();
  expect(api.received(createEventHook).at(-1)).toMatchObject({ url: hook.url });
  expect(JSON.stringify(api.received(createEventHook).at(-1))).not.toContain("implementation.merged");
  await page.getByRole("button", { name: "I stored it" }).click();
  await expect.element(card()).toMatchTextContent(/hooks\.example\.com/);
  await expect.element(page.getByText("whsec_abc")).not.toBeInTheDocument();
});

it("shows what became of what was sent, sends it again, tests, switches off and deletes", async () => {
  const api = await open([hook], "owner", (fake) => {
    fake.replyList(listHookDeliveries, [delivery]);
    fake.reply(resendDelivery, { ...delivery, state: "waiting" });
    fake.reply(testEventHook, { ...delivery, type: "test", state: "waiting" });
    fake.reply(updateEventHook, { ...hook, isEnabled: false });
    fake.reply(deleteEventHook, undefined);
  });
  await card().getByRole("button", { name: "Show deliveries" }).click();
  await expect
    .element(card())
    .toMatchTextContent(/Somebody commented.*It was answered with status 500.*Given up, 500/s);
  await card().getByRole("button", { name: "Send again: Somebody commented" }).click();
  await expect.poll(() => api.received(resendDelivery)).toHaveLength(1);
  await card().getByRole("button", { name: "Send a test" }).click();
  await expect.poll(() => api.received(testEventHook)).toHaveLength(1);
  await card().getByRole("switch", { name: hook.url }).click();
  await expect.poll(() => api.received(updateEventHook)).toMatchObject([{ isEnabled: false }]);
  await card().getByRole("button", { name: "Delete" }).click();
  await dialog("Delete this webhook?").getByRole("button", { name: "Delete webhook" }).click();
  await expect.poll(() => api.received(deleteEventHook)).toHaveLength(1);
});

it("says why it was switched off, and nothing of it to whoever does not manage the product", async () => {
  await open([{ ...hook, isEnabled: false, disabledReason: "Nothing arrived there for five days." }]);
  await expect.element(card()).toMatchTextContent(/Switched off by this server.*for five days/s);
});

it("is nothing that an Editor sees", async () => {
  await open([hook], "editor");
  await expect.element(page.getByRole("region", { name: "Merging" })).toBeVisible();
  await expect.element(card()).not.toBeInTheDocument();
});
