import {
  listImplementationDocuments,
  updateImplementationDocument,
  type ImplementationDocument,
  type ImplementationDocuments,
} from "@cairn/contract/implementation-documents";
import { previewMerge } from "@cairn/contract/implementation-merging";
import { getImplementationDiff, listImplementations } from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import { getTask } from "@cairn/contract/tasks";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeDocument } from "#web/features/review-documents/testing/make-document.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import { endpointKey } from "#web/lib/api/endpoint-query.ts";
import { queryClient } from "#web/lib/api/query-client.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const task = makeTask(9, { title: "Show tides", state: "in-review" });
const [base, head] = ["a".repeat(40), "b".repeat(40)];
const lena = { userId: sampleId(77), firstName: "Lena", lastName: "Brandt" };

async function open(
  content: ImplementationDocument[],
  given: Partial<ImplementationDocuments> & { viewport?: { width: number; height: number } } = {},
): Promise<FakeApi> {
  const { viewport, ...documents } = given;
  return await openScreen(`/o/payments/p/shop/review/${task.taskId}`, {
    ...(viewport ? { viewport } : {}),
    api(api) {
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.reply(getTask, task);
      api.replyList(listImplementations, [makeImplementation()]);
      api.reply(getImplementationDiff, { base, head, isTruncated: false, files: [] });
      api.reply(previewMerge, {
        head,
        baseBranch: "main",
        tip: base,
        commitsBehind: 0,
        method: "merge",
        through: "direct",
        message: "Show tides (FB-9)\n",
      });
      api.reply(listImplementationDocuments, { state: "ready", note: null, head, content, ...documents });
    },
  });
}

const tab = (name: string) => page.getByRole("group", { name: "What is shown" }).getByText(name);
const card = (title: string) => page.getByRole("article", { name: new RegExp(title) });

it("shows both texts of each section and decides about one by the keyboard alone", async () => {
  const api = await open([makeDocument(1), makeDocument(2, { kind: "added", sectionId: null, former: null })]);
  await tab("Documents 2").click();
  await expect
    .element(card("Endpoints 1"))
    .toMatchTextContent(/Architecture.*Rests on src\/server\.ts:5–6, which change/s);
  await expect.element(card("Endpoints 1").getByRole("region", { name: /Now/ })).toMatchTextContent(/one endpoint/);
  await expect
    .element(card("Endpoints 1").getByRole("region", { name: /After the merge/ }))
    .toMatchTextContent(/two endpoints/);
  await expect.element(card("Endpoints 2")).toMatchTextContent(/New section.*The page does not have it/s);
  const accepted = makeDocument(1, { decision: "accepted", decidedBy: lena });
  api.reply(updateImplementationDocument, accepted);
  api.reply(listImplementationDocuments, { state: "ready", note: null, head, content: [accepted, makeDocument(2)] });
  card("Endpoints 1").getByRole("button", { name: "Refuse" }).element().focus();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect
    .poll(() => api.received(updateImplementationDocument).at(-1))
    .toMatchObject({ version: "version-1", decision: "accepted" });
  await expect.element(card("Endpoints 1")).toMatchTextContent(/Accepted by Lena Brandt/);
  // Said where somebody is about to merge.
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await expect
    .element(page.getByRole("dialog", { name: /^Merge into/ }))
    .toMatchTextContent(/1 section is published with it, 1 undecided\./);
});

it("takes an edit, keeps it where it is refused, and offers what was edited before", async () => {
  const formerEdit = "It answers many endpoints.";
  const api = await open([makeDocument(1, { formerEdit })], { viewport: { width: 375, height: 800 } });
  await tab("Documents 1").click();
  await card("Endpoints 1").getByRole("button", { name: "Edit" }).click();
  const field = page.getByRole("textbox", { name: "New text of Endpoints 1" });
  await expect.element(field).toHaveValue("It answers two endpoints.");
  await page.getByRole("button", { name: "Take up that text" }).click();
  await field.fill(`${formerEdit} Really.`);
  api.refuse(updateImplementationDocument, "conflict", "This text is another one by now. Look at it again.");
  await page.getByRole("button", { name: "Save and accept" }).click();
  await expect.element(page.getByText("This text is another one by now.", { exact: false })).toBeVisible();
  await expect.element(field).toHaveValue(`${formerEdit} Really.`);
  const edited = makeDocument(1, { edited: `${formerEdit} Really.`, decision: "accepted", decidedBy: lena });
  api.reply(updateImplementationDocument, edited);
  api.reply(listImplementationDocuments, { state: "ready", note: null, head, content: [edited] });
  await page.getByRole("button", { name: "Save and accept" }).click();
  await expect
    .poll(() => api.received(updateImplementationDocument).at(-1))
    .toMatchObject({ content: `${formerEdit} Really.`, decision: "accepted" });
  await expect.element(card("Endpoints 1")).toMatchTextContent(/Edited by hand.*Really/s);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(375);
});

it("says what became of them, why there are none, and that they are being compared", async () => {
  const api = await open([
    makeDocument(1, { decision: "refused", decidedBy: lena, outcome: "kept" }),
    makeDocument(2, { decision: "accepted", decidedBy: lena, outcome: "left", outcomeReason: "The section is gone." }),
    makeDocument(3, { kind: "removed", proposal: null }),
    makeDocument(4, { kind: "unwritten", proposal: null, problem: "A person wrote this section." }),
  ]);
  await tab("Documents 4").click();
  await expect.element(card("Endpoints 1")).toMatchTextContent(/Kept as it was, refused by Lena Brandt/);
  await expect.element(card("Endpoints 2")).toMatchTextContent(/Not published\. The section is gone\./);
  await expect.element(card("Endpoints 3")).toMatchTextContent(/so the section goes/);
  await expect
    .element(card("Endpoints 4"))
    .toMatchTextContent(/A person wrote this section\..*Nobody has a new text yet/s);
  const show = async (given: Partial<ImplementationDocuments>) => {
    api.reply(listImplementationDocuments, { state: "ready", note: null, head, content: [], ...given });
    await queryClient.invalidateQueries({ queryKey: endpointKey(listImplementationDocuments) });
  };
  await show({});
  await expect.element(page.getByText("No section changes")).toBeVisible();
  await show({ state: "preparing" });
  await expect.element(page.getByText("The pages are being compared with this change.")).toBeVisible();
  await show({ state: "unavailable", note: "Pages are about docs, and this goes into main." });
  await expect.element(page.getByText("Pages are about docs, and this goes into main.")).toBeVisible();
  api.refuse(listImplementationDocuments, "conflict", "The database is away");
  await queryClient.resetQueries({ queryKey: endpointKey(listImplementationDocuments) });
  await expect.element(page.getByText("The database is away")).toBeVisible();
});
