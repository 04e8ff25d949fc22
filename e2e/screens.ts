import type { Page } from "@playwright/test";

import { expect, navigate, untilLoaded } from "./fixtures.ts";

export interface Screen {
  address: string;
  /** Its heading, by which a story knows that it has replaced the screen before. */
  heading: string | RegExp;
}

const product = "/o/northquay/p/ferry-board";
const files = `${product}/repositories/ferry-board/b/main`;

const accountScreens: Screen[] = [
  { address: "/user/settings", heading: "General" },
  { address: "/user/settings/authentication", heading: "Authentication" },
  { address: "/user/settings/keys", heading: "SSH Keys" },
  { address: "/user/settings/keys/new", heading: "Add SSH Key" },
  { address: "/user/settings/api-keys", heading: "API Keys" },
  { address: "/user/settings/api-keys/new", heading: "Add API Key" },
  { address: "/user/organizations", heading: "My Organizations" },
  { address: "/user/organizations/create", heading: "Create Organization" },
  { address: "/onboarding", heading: "Name your organization" },
  { address: "/onboarding?organization=northquay", heading: "Name your first product" },
  { address: "/onboarding?organization=northquay&project=ferry-board", heading: "Connect a repository" },
];

/** Screens of the demo product whose address is known beforehand. */
const productScreens: Screen[] = [
  ...["architecture/import", "description", "finalize"].map((step) => ({
    address: `${product}/setup/${step}`,
    heading: "Set up Ferry Board",
  })),
  { address: `${product}/setup/architecture`, heading: "Architecture" },
  { address: `${product}/mcp`, heading: "MCP Server" },
  { address: `${product}/mcp/setup/cursor`, heading: "Connect Cursor" },
  { address: `${product}/mcp/setup/others`, heading: "Connect an agent" },
];

/** Every screen the owner of the demo can open; the app must be open already. */
export async function listScreens(page: Page): Promise<Screen[]> {
  const documents = { address: `${product}/context`, heading: "All documents" };
  const overview = await openFirst(page, documents, "System overview");
  const templates = { address: "/o/northquay/templates", heading: "Templates" };
  const services = { address: `${product}/services`, heading: "Services" };
  const rules = { address: `${product}/rules`, heading: "Rules" };
  const topics = { address: `${product}/external-context`, heading: "External Context" };
  return [
    ...accountScreens,
    { address: "/", heading: /, Ada$/ },
    { address: "/o/northquay/projects", heading: "Products" },
    { address: "/o/northquay/projects/create", heading: "Create Product" },
    { address: "/o/northquay/tasks", heading: "Tasks" },
    { address: "/o/northquay/members", heading: "Members" },
    templates,
    { address: "/o/northquay/templates/create", heading: "Create Template" },
    await openFirst(page, templates, "Runbook"),
    await openFirst(page, templates, "Quay screen"),
    { address: "/o/northquay/integrations", heading: "Integrations" },
    { address: "/o/northquay/settings", heading: "Settings" },
    { address: "/o/northquay/settings/audit-log", heading: "Audit log" },
    { address: product, heading: "Ferry Board" },
    { address: `${product}/chat`, heading: "Ask" },
    documents,
    overview,
    { address: `${overview.address}?history=`, heading: /System overview/ },
    await openFirst(page, documents, "Engineering handbook"),
    await openFirst(page, documents, "Domain model"),
    { address: `${product}/create`, heading: "Create" },
    { address: `${product}/create/5f2a7a52-8a34-4f0e-9d3b-6f0f3b1f2a10/editor`, heading: /page/i },
    { address: `${product}/repositories`, heading: "Repositories" },
    { address: `${files}/`, heading: "ferry-board" },
    { address: `${files}/README.md`, heading: "README.md" },
    { address: `${files}/package.json?view=blame`, heading: "package.json" },
    { address: `${files}/package.json?view=history`, heading: "package.json" },
    { address: `${files}/?view=history`, heading: "ferry-board" },
    { address: `${files}/?view=changes`, heading: "ferry-board" },
    { address: `${product}/repositories/ferry-board/settings`, heading: "Repository settings" },
    { address: `${product}/repositories/ferry-board/settings/keys/new`, heading: "Add Repository Key" },
    { address: `${files}/package.json#L2-L4`, heading: "package.json" },
    services,
    await openFirst(page, services, "Departures API"),
    rules,
    { address: `${product}/rules/create`, heading: "Create Rule" },
    await openFirst(page, rules, /^If A rule about delays/, "Rule"),
    topics,
    { address: `${product}/external-context/create`, heading: "Add Topic" },
    await openFirst(page, topics, "Words of the harbour office"),
    { address: `${product}/plan`, heading: "Plan" },
    await openReview(page, "Show tide times"),
    ...productScreens,
    { address: `${product}/search`, heading: "Search" },
    { address: `${product}/search?mode=exact&q=delay`, heading: "Search" },
    { address: `${product}/settings`, heading: "Product Settings" },
    { address: `${product}/description`, heading: "Product Description" },
    { address: "/no/such/screen", heading: "Page not found" },
  ];
}

/** Opens a screen within the app and waits until it stands in full. */
export async function openScreen(page: Page, { address, heading }: Screen): Promise<void> {
  await navigate(page, address);
  await expect(page.locator("h1")).toHaveText(heading);
  await untilLoaded(page);
}

/** The screen behind the first link of this name; its heading is the name unless another is given. */
async function openFirst(page: Page, list: Screen, name: string | RegExp, heading = name): Promise<Screen> {
  await openScreen(page, list);
  const address = await page.getByRole("main").getByRole("link", { name }).first().getAttribute("href");
  return { address: address ?? "", heading };
}

/** The review of a task of the demo, whose page a list of all tasks leads to. */
async function openReview(page: Page, title: string): Promise<Screen> {
  const task = await openFirst(page, { address: `${product}/tasks?view=table`, heading: "Tasks" }, title);
  return { ...task, address: task.address.replace("/tasks/", "/review/") };
}
