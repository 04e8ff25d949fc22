import { listMembers } from "@cairn/contract/members";
import { getOrganizationTaskBoard } from "@cairn/contract/organization-tasks";
import { updateTasks } from "@cairn/contract/tasks";
import type { Task } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeBoard, makeTask } from "#web/features/tasks/testing/make-task.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeMember } from "#web/testing/make-members.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const [shop, quay] = [
  { projectId: sampleId(4_801), slug: "shop", name: "Shop" },
  { projectId: sampleId(4_802), slug: "quay", name: "Quay" },
];

async function open(search = "", more?: (fake: FakeApi) => void): Promise<FakeApi> {
  const tasks: Task[] = [
    makeTask(9, { name: "S-9", title: "Show cancelled sailings", projectId: shop.projectId }),
    makeTask(10, { name: "Q-1", title: "Count the ropes", projectId: quay.projectId }),
    makeTask(11, { name: "Q-2", title: "Oil the crane", projectId: quay.projectId, state: "in-review" }),
  ];
  return openScreen(`/o/payments/tasks${search}`, {
    api: (fake) => {
      fake.replyList(listMembers, [makeMember(7, "Lena Brandt", "editor")]);
      fake.reply(getOrganizationTaskBoard, ({ projectId }) => {
        const shown = tasks.filter((task) => projectId === undefined || task.projectId === projectId);
        return { ...makeBoard(shown), products: [quay, shop] };
      });
      fake.reply(updateTasks, ({ taskIds, state }) => {
        const moved = tasks.filter(({ taskId }) => taskIds.includes(taskId));
        for (const task of moved) task.state = state ?? task.state;
        return { tasks: moved, refused: [] };
      });
      more?.(fake);
    },
  });
}

const lane = (name: string) => page.getByRole("region", { name, exact: true });
const card = (title: string) => page.getByRole("link", { name: new RegExp(`^${title}`) });

it("shows the tasks of all products, each with the name of its own and as the next of it, and leads there", async () => {
  await open();
  await expect.element(lane("Todo")).toMatchTextContent(/^Todo2.*RecommendedS-9Shop.*Show.*RecommendedQ-1Quay.*Count/);
  await expect.element(card("Count the ropes")).toHaveAttribute("href", `/o/payments/p/quay/tasks/${sampleId(10)}`);
});

it("moves a card by a call to its product, and offers nothing that is done to several at once", async () => {
  const fake = await open();
  await expect.element(card("Oil the crane")).toBeVisible();
  card("Oil the crane").element().focus();
  await userEvent.keyboard("x{Delete}");
  await expect.element(page.getByRole("region", { name: "Selected tasks" })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Actions for Q-2" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Done" })).toBeVisible();
  expect(page.getByRole("menuitem").elements()).toHaveLength(1);
  await page.getByRole("menuitem", { name: "Done" }).click();
  await expect.element(lane("Done")).toMatchTextContent(/Q-2/);
  expect(fake.received(updateTasks)).toEqual([
    { organizationId: "payments", projectId: quay.projectId, taskIds: [sampleId(11)], state: "done" },
  ]);
});

it("is narrowed by the address and by hand, which the address keeps", async () => {
  const fake = await open("?product=quay");
  await expect.element(card("Count the ropes")).toBeVisible();
  await expect.element(card("Show cancelled sailings")).not.toBeInTheDocument();
  expect(fake.received(getOrganizationTaskBoard).at(-1)).toMatchObject({ projectId: quay.projectId });
  await page.getByRole("searchbox", { name: "Filter tasks" }).fill("nothing like it");
  await page.getByRole("button", { name: "Clear filter" }).click();
  await expect.element(card("Show cancelled sailings")).toBeVisible();
  expect(location.search).toBe("");
});
