import { getSession, revokeTokens } from "@cairn/contract/auth";
import { listOrganizations, getOrganization } from "@cairn/contract/organizations";
import { listArtifacts } from "@cairn/contract/pages";
import type { ArtifactSummary } from "@cairn/contract/pages";
import { getProject, listProjects } from "@cairn/contract/projects";
import { getTaskSummary } from "@cairn/contract/tasks";
import { beforeEach, describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makePage, pageId } from "#web/features/pages/testing/make-page.ts";
import { saveLastProject } from "#web/lib/browser/storage.ts";
import { sockets } from "#web/lib/live/testing/fake-sockets.ts";
import type { FakeSocket } from "#web/lib/live/testing/fake-sockets.ts";
import { catchDepartures } from "#web/testing/catch-departures.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeOrganization, makeProject } from "#web/testing/make-organization.ts";
import { makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId, sampleOf } from "#web/testing/sample.ts";
import { whenLoaded } from "#web/testing/screens.ts";

const product = "/o/payments/p/payments";
const nav = () => page.getByRole("navigation", { name: "Main" });
const link = (name: string | RegExp) => nav().getByRole("link", { name, exact: true });
const group = (name: string) => nav().getByRole("list", { name });
const names = () =>
  nav()
    .getByRole("link")
    .elements()
    .map((one) => one.textContent);
const serviceId = sampleId(7);

beforeEach(() => {
  document.cookie = "sidebar=open; path=/";
});

function pageOf(number: number, title: string, change: Partial<ArtifactSummary> = {}): ArtifactSummary {
  const { sections: _sections, ...summary } = makePage([], { artifactId: pageId(number), title, ...change });
  return summary;
}

async function openProduct(pages: ArtifactSummary[], api: (fake: FakeApi) => void = () => {}): Promise<void> {
  const services = [makeService(7, { name: "Tides" })];
  await openScreen(`${product}/rules`, {
    api: (fake) => {
      fake.adjust(getProject, { slug: "payments", setupComplete: true, services });
      fake.adjust(getOrganization, { slug: "payments", role: "owner" });
      fake.replyList(listArtifacts, pages);
      api(fake);
    },
  });
  await expect.element(link("Rules")).toBeVisible();
}

describe("the navigation of a product", () => {
  it("leads to each of its screens, and marks the one that is open", async () => {
    await openProduct([]);
    // How many wait comes by a call of its own.
    await expect.element(link(/3 need you/)).toBeVisible();
    const rows = nav().getByRole("link").elements();
    expect(rows.map((one) => [one.textContent, one.getAttribute("href")?.replace(product, "")])).toEqual([
      ["Overview", ""],
      ["Ask", "/chat"],
      ["Create", "/create"],
      ["Search", "/search"],
      ["Architecture", "/setup/architecture"],
      ["TidesNo page yet", `/services/${sampleId(7)}`],
      ["All documents", "/context"],
      ["Tasks", "/tasks"],
      ["Review3(3 need you)", "/review"],
      ["Plan", "/plan"],
      ["Repositories", "/repositories"],
      ["Services", "/services"],
      ["Rules", "/rules"],
      ["External Context", "/external-context"],
      ["MCP Server", "/mcp"],
      ["Product Settings", "/settings"],
      ["Product Description", "/description"],
      ["Invite Team", "/o/payments/invite"],
    ]);
    expect(rows.filter((one) => one.ariaCurrent === "page").map((one) => one.textContent)).toEqual(["Rules"]);
  });

  it("says how much of runs and reviews waits for the person, and follows what others do", async () => {
    // The tab remembers how far it has followed a product, so this one is in no other test.
    const projectId = sampleId(4_600);
    const api = await openScreen(`${product}/rules`, {
      api: (fake) => {
        fake.adjust(getProject, { projectId, slug: "payments", setupComplete: true });
        fake.adjust(getTaskSummary, { needYou: 0 });
      },
    });
    await expect.element(link("Review")).toBeVisible();
    const isFeed = ({ namespace, isClosed }: FakeSocket) => namespace.endsWith(projectId) && !isClosed;
    await expect.poll(() => sockets.filter(isFeed)).toHaveLength(1);
    const feed = sockets.find(isFeed);
    feed?.accept();
    feed?.send("reload", { sequence: 1 });
    await expect.poll(() => api.received(getTaskSummary).length).toBeGreaterThan(1);
    await whenLoaded();
    await expect.element(link("Review")).toHaveAccessibleName("Review");
    const say = (sequence: number) => {
      const change = { sequence, type: "implementation", id: sampleId(1), operation: "updated" };
      feed?.send("changes", { sequence, changes: [change] });
    };
    api.adjust(getTaskSummary, { needYou: 1 });
    say(2);
    await expect.element(link(/^Review/)).toHaveAccessibleName("Review (1 needs you)");
    api.adjust(getTaskSummary, { needYou: 3 });
    say(3);
    await expect.element(link(/^Review/)).toHaveAccessibleName("Review (3 need you)");
  });

  it("holds the overview alone until the product is set up", async () => {
    await openScreen(product, { api: (fake) => fake.adjust(getProject, { slug: "payments", setupComplete: false }) });
    await expect.element(link("Overview")).toBeVisible();
    expect(names()).toEqual(["Overview"]);
  });

  it("offers no invitation to whom may not invite", async () => {
    await openProduct([], (fake) => fake.adjust(getOrganization, { slug: "payments", role: "editor" }));
    await expect.element(link("Product Description")).toBeVisible();
    await expect.element(link("Invite Team")).not.toBeInTheDocument();
  });

  it("lists pages of the organization, the product and its services, each with what it needs", async () => {
    await openProduct([
      pageOf(1, "House rules", { projectId: null }),
      pageOf(2, "System overview", { staleSections: 2 }),
      pageOf(3, "Tide tables", { serviceId, heldSections: 1 }),
      pageOf(4, "Being written", { isUpdating: true, staleSections: 1 }),
    ]);
    await expect.element(group("Live Docs")).toBeVisible();
    expect(
      group("Live Docs")
        .getByRole("link")
        .elements()
        .map((one) => one.textContent),
    ).toEqual([
      "Architecture",
      "House rules",
      "System overview(Code changed since in 2 sections)",
      "Being written",
      "Tide tables(A new text waits)",
      "All documents",
    ]);
  });

  it("hides and shows the pages of a service", async () => {
    await openProduct([pageOf(3, "Tide tables", { serviceId })]);
    const service = nav().getByRole("button", { name: "Tides" });
    await expect.element(service).toHaveAttribute("aria-expanded", "true");
    await service.click();
    await expect.element(link("Tide tables")).not.toBeInTheDocument();
    await service.click();
    await expect.element(link("Tide tables")).toBeVisible();
  });

  it("shows child pages on demand, and on its own where one of them is open", async () => {
    const pages = [
      pageOf(1, "Harbour"),
      pageOf(2, "Berths", { parentArtifactId: pageId(1) }),
      pageOf(3, "Winter berths", { parentArtifactId: pageId(2) }),
    ];
    await openProduct(pages);
    await expect.element(link("Berths")).not.toBeInTheDocument();
    await nav().getByRole("button", { name: "Show the pages below Harbour" }).click();
    await link("Berths").click();
    await expect.poll(() => location.pathname).toBe(`${product}/artifacts/${pageId(2)}`);
    await expect.element(link("Berths")).toHaveAttribute("aria-current", "page");
    await nav().getByRole("button", { name: "Hide the pages below Harbour" }).click();
    await expect.element(link("Berths")).not.toBeInTheDocument();
    window.history.back();
    await expect.element(link("Rules")).toHaveAttribute("aria-current", "page");
    window.history.forward();
    await expect.element(link("Berths")).toHaveAttribute("aria-current", "page");
    await nav().getByRole("button", { name: "Show the pages below Berths" }).click();
    await expect.element(link("Winter berths")).toBeVisible();
  });

  it("lists fifty pages at most; the others are under All documents", async () => {
    await openProduct(Array.from({ length: 60 }, (_unused, at) => pageOf(at + 1, `Page ${at + 1}`)));
    await expect.element(link("Page 50")).toBeInTheDocument();
    await expect.element(link("Page 51")).not.toBeInTheDocument();
    await expect.element(link("All documents")).toBeInTheDocument();
  });
});

describe("the sidebar", () => {
  it("folds to a rail of icons that keep their names, and stays so on the next visit", async () => {
    await openProduct([pageOf(3, "Tide tables", { serviceId })]);
    await page.getByRole("button", { name: "Fold sidebar" }).click();
    await expect.element(link("Rules")).toHaveAccessibleName("Rules");
    expect(link("Rules").element().textContent).toBe("");
    await expect.element(nav().getByRole("button", { name: "Tides" })).not.toBeInTheDocument();
    expect(document.cookie).toContain("sidebar=closed");
    await page.getByRole("button", { name: "Open sidebar" }).click();
    await expect.element(nav().getByText("Rules")).toBeVisible();
    expect(document.cookie).toContain("sidebar=open");
  });

  it("shows the name of an icon beside it on focus", async () => {
    document.cookie = "sidebar=closed; path=/";
    await openProduct([]);
    link("Repositories").element().focus();
    await userEvent.tab();
    await expect.element(link("Services")).toHaveFocus();
    await expect.element(page.getByText("Services", { exact: true })).toBeVisible();
  });

  it("is folded and unfolded by Ctrl+B", async () => {
    await openProduct([]);
    await userEvent.keyboard("{Control>}b{/Control}");
    await expect.element(page.getByRole("button", { name: "Open sidebar" })).toBeVisible();
    await userEvent.keyboard("{Control>}b{/Control}");
    await expect.element(page.getByRole("button", { name: "Fold sidebar" })).toBeVisible();
    await expect.element(nav().getByText("Rules")).toBeVisible();
  });

  it("is a sheet on a phone, which a link closes", async () => {
    await openScreen(`${product}/rules`, {
      viewport: { width: 375, height: 740 },
      api: (fake) => fake.adjust(getProject, { slug: "payments", setupComplete: true }),
    });
    await page.getByRole("button", { name: "Menu" }).click();
    const sheet = page.getByRole("dialog", { name: "Menu" });
    await sheet.getByRole("link", { name: "Services" }).click();
    await expect.poll(() => location.pathname).toBe(`${product}/services`);
    await expect.element(sheet).not.toBeInTheDocument();
  });
});

describe("the navigation outside a product", () => {
  const organizations = Array.from({ length: 5 }, (_unused, at) => makeOrganization(at, { name: `Harbour ${at}` }));

  it("shows the first organizations with their products and the others as rows", async () => {
    await openScreen("/", {
      api: (fake) => {
        fake.replyList(listOrganizations, organizations);
        fake.reply(listProjects, ({ organizationId }) => {
          const content = organizationId === "payments" ? [makeProject(0, { name: "Ferry board" })] : [];
          return { content, page: 1, limit: 100, total: content.length };
        });
      },
    });
    await expect.element(group("Harbour 0").getByRole("link")).toHaveAttribute("href", product);
    await expect.element(group("Harbour 0").getByRole("link", { name: "Ferry board" })).toBeVisible();
    await expect.element(group("Harbour 1").getByRole("link", { name: "Products" })).toBeVisible();
    const others = group("Other organizations").getByRole("link").elements();
    expect(others.map((one) => [one.textContent, one.getAttribute("href")])).toEqual([
      ["Harbour 3", "/o/organization-3/projects"],
      ["Harbour 4", "/o/organization-4/projects"],
    ]);
  });

  it("begins at home with the organization that was used last", async () => {
    const { userId } = sampleOf(getSession.response, "usual") as { userId: string };
    saveLastProject(userId, { organization: "organization-4", project: "ferry" });
    await openScreen("/", { api: (fake) => fake.replyList(listOrganizations, organizations) });
    await expect.element(group("Other organizations")).toBeVisible();
    const titles = nav()
      .getByRole("list")
      .elements()
      .map((list) => list.ariaLabel);
    expect(titles).toEqual([null, "Harbour 4", "Harbour 0", "Harbour 1", "Other organizations"]);
  });

  it("shows organizations at home only when the products of all are there, so that no row moves", async () => {
    const api = await openScreen("/", {
      api: (fake) => {
        fake.replyList(listOrganizations, organizations);
        fake.stall(listProjects);
      },
    });
    await expect.poll(() => api.received(listProjects).length).toBeGreaterThan(2);
    await expect.element(link("My Organizations")).toBeVisible();
    await expect.element(group("Other organizations")).not.toBeInTheDocument();
  });

  it.each([
    ["/o/payments/members", "Members", ["Products", "Tasks", "Members", "Templates", "Integrations", "Settings"]],
    ["/user/settings/keys", "SSH Keys", ["General", "My Organizations", "Authentication", "SSH Keys", "API Keys"]],
  ])("at %s marks %s", async (address, current, rows) => {
    await openScreen(address);
    await expect.element(link(current)).toHaveAttribute("aria-current", "page");
    expect(names().slice(0, rows.length)).toEqual(rows);
  });
});

describe("the user menu", () => {
  const button = () => page.getByRole("button", { name: /user menu$/ });

  it("says who is signed in, and changes the theme without closing", async () => {
    await openScreen("/");
    await button().click();
    await expect.element(page.getByRole("menu").getByText("ada@example.com")).toBeVisible();
    const theme = page.getByRole("menuitemcheckbox", { name: /Toggle Theme/ });
    await expect.element(theme).toHaveAttribute("aria-checked", "true");
    await theme.click();
    await expect.poll(() => document.documentElement.dataset.theme).toBe("light");
    await expect.element(theme).toMatchTextContent("Light");
    await theme.click();
    await expect.poll(() => document.documentElement.dataset.theme).toBe("dark");
  });

  it("signs out, and leads to the sign-in", async () => {
    const departures = catchDepartures();
    const api = await openScreen("/");
    await button().click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await expect.poll(() => departures.map((address) => new URL(address).pathname)).toEqual(["/login"]);
    expect(api.received(revokeTokens)).toHaveLength(1);
  });

  it("leads to the account, and gives the focus back on Escape", async () => {
    await openScreen("/");
    await button().click();
    await expect.element(page.getByRole("menuitem", { name: "Account" })).toHaveAttribute("href", "/user/settings");
    await userEvent.keyboard("{Escape}");
    await expect.element(button()).toHaveFocus();
  });
});
