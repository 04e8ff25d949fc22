import { listComments } from "@cairn/contract/implementation-comments";
import { getImplementationDiff, listImplementations } from "@cairn/contract/implementations";
import { getProject } from "@cairn/contract/projects";
import { getTask } from "@cairn/contract/tasks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import { makeComment } from "#web/features/review/testing/make-comment.ts";
import { makeTask } from "#web/features/tasks/testing/make-task.ts";
import { attackingTexts } from "#web/testing/attacking-texts.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const dialogs = ["alert", "confirm", "prompt"] as const;

beforeEach(() => {
  for (const name of dialogs) vi.spyOn(window, name).mockImplementation(() => null as never);
  performance.clearResourceTimings();
});
afterEach(() => vi.restoreAllMocks());

const task = makeTask(9, { title: "<img src=x onerror=window.attacked=1>", state: "in-review" });

it("runs and loads nothing of what comments and what they speak of hold", async () => {
  expect(attackingTexts).toHaveLength(150);
  const comments = attackingTexts.map((message) =>
    makeComment({
      commentId: crypto.randomUUID(),
      message,
      createdBy: { userId: sampleId(77), firstName: "<b onclick=window.attacked=1>Lena", lastName: "Brandt" },
    }),
  );
  await openScreen(`/o/payments/p/shop/review/${task.taskId}`, {
    api(api) {
      api.adjust(getProject, { slug: "shop", setupComplete: true });
      api.reply(getTask, { ...task, description: attackingTexts.join("\n\n") });
      api.replyList(listImplementations, [
        makeImplementation({
          workingBranch: 'a"><img src=x onerror=window.attacked=1>',
          comments: { total: comments.length, open: comments.length },
        }),
      ]);
      const [base, head] = ["a".repeat(40), "b".repeat(40)];
      api.reply(getImplementationDiff, { base, head, isTruncated: false, files: [] });
      api.reply(listComments, { content: comments });
    },
  });
  await page
    .getByRole("group", { name: "What is shown" })
    .getByText(/^Comments/)
    .click();
  await expect.element(page.getByText("in a list").first()).toBeVisible();
  // The last one is drawn, and so all before it.
  await expect.poll(() => page.getByText("in a list").elements().length).toBe(attackingTexts.length / 3);
  expect(findDanger()).toEqual([]);
  expect("attacked" in window).toBe(false);
  for (const name of dialogs) expect(window[name]).not.toHaveBeenCalled();
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  expect(loaded.filter((name) => new URL(name).origin !== location.origin)).toEqual([]);
});

const dangerousElements = "script[src*=evil],iframe,object,embed,base[href*=evil],meta[http-equiv=refresh],link[href*=evil],form[action],marquee,video,audio,template"; // prettier-ignore
const addresses = ["href", "src", "xlink:href", "action", "data", "srcset", "poster"];

/** Elements and attributes of the page that a browser would follow by itself or at a click. */
function findDanger(): string[] {
  const elements = [...document.querySelectorAll(dangerousElements)].map(({ outerHTML }) => outerHTML.slice(0, 200));
  const attributes = [...document.querySelectorAll("body, body *")].flatMap((element) =>
    [...element.attributes]
      .filter(({ name, value }) => isDangerous(name, value))
      .map(({ name, value }) => `${element.tagName} ${name}="${value}"`),
  );
  return [...elements, ...attributes];
}

function isDangerous(name: string, value: string): boolean {
  if (name.startsWith("on") || name === "srcdoc") return true;
  if (name === "style") return value.includes("evil") || /url\(/i.test(value);
  const address = value.replaceAll(/[\s\p{Cc}]/gu, "");
  return (
    addresses.includes(name) &&
    (/^(?:javascript|vbscript|data:text):?/i.test(address) || (name !== "href" && address.includes("evil")))
  );
}
