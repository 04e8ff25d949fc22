import { listServices } from "@cairn/contract/services";
import { expect } from "vitest";
import { page } from "vitest/browser";

import type { FakeApi } from "./fake-api.ts";
import { makeService } from "./make-service.ts";
import { openScreen } from "./open-screen.tsx";
import type { OpenOptions } from "./open-screen.tsx";

const address = "/o/payments/p/payments/services";

export const serviceDialog = () => page.getByRole("dialog", { name: "Create Service" });
export const serviceField = (name: string) => serviceDialog().getByRole("textbox", { name, exact: true });
export const createButton = () => serviceDialog().getByRole("button", { name: "Create Service" });
export const testButton = () => serviceDialog().getByRole("button", { name: "Test connection" });

/** Opens the form of a new service over the list of services. */
export async function openServiceForm(options: OpenOptions = {}): Promise<FakeApi> {
  const api = await openScreen(`${address}?create=true`, {
    ...options,
    api: (fake) => {
      fake.replyList(listServices, [makeService(1)]);
      options.api?.(fake);
    },
  });
  await expect.element(serviceDialog()).toBeVisible();
  return api;
}

/** Chooses where the code comes from: "SSH". */
export const chooseSource = (name: string) =>
  serviceDialog().getByRole("group", { name: "Repository" }).getByText(name).click();

/** Opens a list with a search field, and chooses one of its options. */
export async function chooseOption(label: string, option: string): Promise<void> {
  await serviceDialog()
    .getByRole("button", { name: new RegExp(`^${label}: `) })
    .click();
  await page.getByRole("listbox", { name: label }).getByRole("option", { name: option }).click();
}

/** What every service has beside its code. */
export async function describeService(name?: string): Promise<void> {
  if (name !== undefined) await serviceField("Name").fill(name);
  await serviceDialog().getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Api" }).click();
  await serviceField("Description").fill("Serves the departures");
}
