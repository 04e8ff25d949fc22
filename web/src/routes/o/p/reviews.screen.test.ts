import { getProject } from "@cairn/contract/projects";
import { listReviews } from "@cairn/contract/reviews";
import { expect, it } from "vitest";
import { page } from "vitest/browser";

import { makeImplementation } from "#web/features/implementations/testing/make-implementation.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const open = (api: (fake: FakeApi) => void) =>
  openScreen("/o/payments/p/shop/review", {
    api(fake) {
      fake.adjust(getProject, { slug: "shop", setupComplete: true });
      api(fake);
    },
  });

it("lists what waits for a decision, with what stands in its way, and leads there", async () => {
  await open((api) =>
    api.replyList(listReviews, [
      makeImplementation({ implementationId: sampleId(8), comments: { total: 3, open: 2 } }),
      makeImplementation({
        implementationId: sampleId(9),
        canMerge: false,
        mergeObstacles: [{ kind: "conflict", message: "Conflicts with main in src/tides.ts" }],
      }),
    ]),
  );
  const list = page.getByRole("list", { name: "Reviews" });
  await expect.element(list).toMatchTextContent(/FB-9 · Implementation 1 · Merges cleanly.*2 open comments/s);
  await expect.element(list).toMatchTextContent("Conflicts with main in src/tides.ts");
  const link = list.getByRole("link").first();
  await expect
    .element(link)
    .toHaveAttribute("href", `/o/payments/p/shop/review/${sampleId(9)}?implementationId=${sampleId(8)}`);
});

it("says that nothing waits", async () => {
  await open((api) => api.replyList(listReviews, []));
  await expect.element(page.getByText("Nothing waits for review")).toBeVisible();
});

it("says why it could not be loaded", async () => {
  await open((api) => api.refuse(listReviews, "conflict", "The database is away"));
  await expect.element(page.getByText("The database is away")).toBeVisible();
});
