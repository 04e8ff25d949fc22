import type { Page } from "@playwright/test";

import { navigate, untilLoaded } from "./fixtures.ts";

const product = "/o/northquay/p/ferry-board";

/** Every screen of the demo's owner that has an address of its own: its name and the address. */
export async function listScreens(page: Page): Promise<Record<string, string>> {
  const pageAddress = await firstLink(page, `${product}/context`, "/artifacts/");
  const serviceAddress = await firstLink(page, `${product}/services`, "/services/");
  return {
    home: "/",
    "user settings": "/user/settings",
    "api keys": "/user/settings/api-keys",
    "new api key": "/user/settings/api-keys/new",
    organizations: "/user/organizations",
    "new organization": "/user/organizations/create",
    onboarding: "/onboarding",
    "onboarding, product": "/onboarding?organization=northquay",
    "onboarding, repository": "/onboarding?organization=northquay&project=ferry-board",
    products: "/o/northquay/projects",
    "new product": "/o/northquay/projects/create",
    "organization settings": "/o/northquay/settings",
    overview: product,
    ask: `${product}/chat`,
    documents: `${product}/context`,
    page: pageAddress,
    repositories: `${product}/repositories`,
    folder: `${product}/repositories/ferry-board/b/main/`,
    file: `${product}/repositories/ferry-board/b/main/README.md`,
    code: `${product}/repositories/ferry-board/b/main/package.json#L2-L4`,
    services: `${product}/services`,
    service: serviceAddress,
    "product settings": `${product}/settings`,
    "missing screen": "/no/such/screen",
  };
}

async function firstLink(page: Page, address: string, part: string): Promise<string> {
  await navigate(page, address);
  const link = page.getByRole("main").locator(`a[href*="${part}"]`).first();
  await link.waitFor();
  await untilLoaded(page);
  return (await link.getAttribute("href")) ?? "";
}
