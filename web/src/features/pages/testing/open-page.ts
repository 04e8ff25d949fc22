import { listCoverageGaps } from "@cairn/contract/coverage-gaps";
import { getArtifact } from "@cairn/contract/pages";
import type { Artifact } from "@cairn/contract/pages";
import { expect } from "vitest";
import { page } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";

import { pageId } from "./make-page.ts";

export const pageAddress = `/o/payments/p/payments/artifacts/${pageId(0)}`;

interface OpenPageOptions extends OpenOptions {
  /** Follows the address of the page: "?history". */
  search?: string;
}

/** Opens a page that the server has, without facts of the code that it lacks. */
export async function openPage(artifact: Artifact, options: OpenPageOptions = {}): Promise<FakeApi> {
  const { search = "", api: setUp, ...rest } = options;
  const api = await openScreen(pageAddress + search, {
    ...rest,
    api: (fake) => {
      fake.reply(getArtifact, artifact);
      fake.reply(listCoverageGaps, { sections: [] });
      setUp?.(fake);
    },
  });
  await expect.element(page.getByRole("heading", { level: 1 })).toMatchTextContent(artifact.title);
  return api;
}

/** Chooses an entry of the page's menu. */
export async function choosePageAction(name: string): Promise<void> {
  await page.getByRole("button", { name: /^Actions for / }).click();
  await page.getByRole("menuitem", { name }).click();
}
