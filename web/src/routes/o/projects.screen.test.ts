import { listIntegrations } from "@cairn/contract/integrations";
import { getOrganization } from "@cairn/contract/organizations";
import { createProject, deleteProject, listProjects, projectExists } from "@cairn/contract/projects";
import type { Project } from "@cairn/contract/projects";
import { listRepositories } from "@cairn/contract/repositories";
import type { Repository } from "@cairn/contract/repositories";
import type { Role } from "@cairn/contract/roles";
import { connectService } from "@cairn/contract/services";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import type { OpenOptions } from "#web/testing/open-screen.tsx";
import { sampleId, sampleOf } from "#web/testing/sample.ts";

const [sampled] = (sampleOf(listProjects.response, "usual") as { content: [Project] }).content;
const ferry: Project = {
  ...sampled,
  slug: "ferry",
  name: "Ferry Board",
  description: "**Boards** of ferries",
  services: [],
};
const quay: Project = {
  ...ferry,
  projectId: sampleId(1),
  slug: "quay",
  name: "Quay Signs",
  description: null,
  setupComplete: false,
};
const [repository] = (sampleOf(listRepositories.response, "usual") as { content: [Repository] }).content;
const create = () => page.getByRole("main").getByRole("link", { name: "Create Product" });

interface ProjectsOptions extends OpenOptions {
  role?: Role;
  path?: string;
}

const open = ({ role = "admin", path = "projects", ...options }: ProjectsOptions = {}) =>
  openScreen(`/o/payments/${path}`, {
    ...options,
    api: (fake) => {
      fake.adjust(getOrganization, { role, name: "Northquay" });
      fake.replyList(listProjects, [ferry, quay]);
      options.api?.(fake);
    },
  });

describe("the products", () => {
  const cards = () => page.getByRole("main").getByRole("listitem");

  it("tell what they are and in what state", async () => {
    await open();
    await expect.element(cards().first()).toMatchTextContent(/Ferry Board.*Boards of ferries.*0 services/);
    await expect.element(cards().nth(1)).toMatchTextContent(/Quay Signs.*No description yet.*Set up \d\/3/);
    await expect
      .element(page.getByRole("link", { name: "Ferry Board" }))
      .toHaveAttribute("href", "/o/payments/p/ferry");
    await expect.element(create()).toHaveAttribute("href", "/o/payments/projects/create");
    expect(document.title).toBe("Products · Cairn");
  });

  it("are none at first, and the first one is offered", async () => {
    await open({ api: (fake) => fake.replyList(listProjects, []) });
    await expect.element(page.getByRole("heading", { name: "No Products yet" })).toBeVisible();
    expect(create().elements()).toHaveLength(1);
  });

  it("are made by an Owner or Admin only", async () => {
    await open({ role: "editor", api: (fake) => fake.replyList(listProjects, []) });
    await expect.element(page.getByRole("heading", { name: "No Products yet" })).toBeVisible();
    await expect.element(create()).not.toBeInTheDocument();
  });

  it("that cannot be loaded say why, and Retry loads them", async () => {
    const api = await open({ api: (fake) => fake.refuse(listProjects, "internal", "The disk is full") });
    await expect.element(page.getByRole("main").getByText("The disk is full")).toBeVisible();
    api.replyList(listProjects, [ferry]);
    await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
    await expect.element(cards()).toMatchTextContent("Ferry Board");
  });

  it("come in pages", async () => {
    await open({
      path: "projects?page=2",
      api: (fake) =>
        fake.reply(listProjects, ({ page: number }) => ({ content: [ferry], page: number, limit: 1, total: 2 })),
    });
    await expect.element(page.getByRole("navigation", { name: "Pages" })).toMatchTextContent("Page 2 of 2");
    await expect
      .element(page.getByRole("link", { name: "Previous page" }))
      .toHaveAttribute("href", "/o/payments/projects?page=1");
  });

  it("fit a phone with the longest names", async () => {
    await openScreen("/o/payments/projects", {
      viewport: { width: 375, height: 700 },
      api: (fake) => {
        fake.size = "long";
      },
    });
    await expect.element(cards().first()).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(375);
  });
});

describe("a new product", () => {
  const name = () => page.getByRole("textbox", { name: "Product name" });
  const slug = () => page.getByRole("textbox", { name: "Slug" });
  const submit = () => page.getByRole("button", { name: "Create Product" });
  const openForm = (api?: (fake: FakeApi) => void, role?: Role) => open({ path: "projects/create", api, role });

  it("has a slug that follows its name until it is typed", async () => {
    await openForm();
    await name().fill("Crème Brûlée 2");
    await expect.element(slug()).toHaveValue("creme-brulee-2");
    await expect.element(slug()).toHaveAccessibleDescription(/^cairn\.example\.com\/o\/payments\/p\/creme-brulee-2/);
    await slug().fill("dessert");
    await name().fill("Crème Brûlée 3");
    await expect.element(slug()).toHaveValue("dessert");
  });

  it("with a new repository shows from where that is cloned", async () => {
    const hosted: Repository = {
      ...repository,
      slug: "board",
      connection: { type: "internal", owner: "payments", repo: "board" },
      clone: { ssh: "ssh://git@cairn.example.com/board", http: "https://cairn.example.com/board.git" },
      indexing: { ...repository.indexing, state: "never", commit: null },
    };
    const api = await openForm((fake) => {
      fake.reply(createProject, ferry);
      fake.replyList(listRepositories, [hosted]);
    });
    await page.getByText("New repository").click();
    await expect.element(address()).not.toBeInTheDocument();
    await name().fill("Ferry Board");
    await submit().click();
    await expect.poll(() => location.pathname).toBe("/o/payments/p/ferry/setup/architecture/import");
    expect(api.received(createProject)).toEqual([
      { organizationId: "payments", name: "Ferry Board", slug: "ferry-board", repository: { type: "new" } },
    ]);
    await expect.element(page.getByText("Waiting for your first push")).toBeVisible();
    await expect
      .element(page.getByRole("textbox", { name: "Clone address" }))
      .toHaveValue("https://cairn.example.com/board.git");
    await expect
      .element(page.getByRole("textbox", { name: "Or over SSH, with a key of your account" }))
      .toHaveValue("git remote add cairn ssh://git@cairn.example.com/board");
  });

  it("is made from an address that is pasted, with Enter and nothing else", async () => {
    const api = await openForm((fake) => {
      fake.reply(createProject, ferry);
      fake.adjust(connectService, {});
    });
    await expect.element(address()).toHaveFocus();
    await address().fill("https://git.example.com/harbour/ferry-board.git");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => location.pathname).toBe("/o/payments/p/ferry/setup/architecture/import");
    expect(api.received(createProject)).toMatchObject([{ name: "Ferry Board", repository: { type: "existing" } }]);
    expect(api.received(connectService)).toMatchObject([
      { address: "https://git.example.com/harbour/ferry-board.git" },
    ]);
  });

  it("may begin with a bundle, and with GitHub where this server can, else that says why before it is chosen", async () => {
    const reason = "The operator has not set up GitHub on this server.";
    const api = await openForm((fake) => {
      fake.reply(createProject, ferry);
      fake.replyList(listIntegrations, [{ type: "github", name: "GitHub", unavailableReason: reason }]);
    });
    await expect.element(page.getByText(reason)).toBeVisible();
    await expect.element(page.getByRole("radio", { name: /Pick from GitHub/ })).toBeDisabled();
    expect(page.getByRole("radio").all().at(-1)?.element()).toBe(page.getByRole("radio", { name: /GitHub/ }).element());
    await page.getByText("Git bundle").click();
    await name().fill("Ferry Board");
    await submit().click();
    await expect.poll(() => location.pathname).toBe("/o/payments/p/ferry/setup/architecture/import");
    expect(api.received(createProject)[0]?.repository).toEqual({ type: "existing" });
    expect(api.received(connectService)).toEqual([]);
    expect(location.search).toBe("?from=bundle");
  });

  it("without an address goes on to connect one", async () => {
    const api = await openForm((fake) => fake.reply(createProject, ferry));
    await name().fill("Ferry Board");
    await submit().click();
    await expect.poll(() => location.pathname).toBe("/o/payments/p/ferry/setup/architecture/import");
    expect(api.received(createProject)[0]?.repository).toEqual({ type: "existing" });
  });

  const address = () => page.getByRole("textbox", { name: "Repository address" });

  it("is called after the repository at an address until a name is typed, and is connected with it", async () => {
    const api = await openForm((fake) => {
      fake.reply(createProject, ferry);
      fake.adjust(connectService, {});
    });
    await address().fill("https://git.example.com/harbour/ferry-board.git");
    await expect.element(name()).toHaveValue("Ferry Board");
    await expect.element(slug()).toHaveValue("ferry-board");
    await name().fill("Ferries");
    await address().fill("git@git.example.com:harbour/tides.git");
    await expect.element(name()).toHaveValue("Ferries");
    await submit().click();
    await expect.poll(() => location.pathname).toBe("/o/payments/p/ferry/setup/architecture/import");
    expect(api.received(connectService)).toEqual([
      { organizationId: "payments", projectId: "ferry", address: "git@git.example.com:harbour/tides.git" },
    ]);
    expect(location.search).toBe("");
  });

  it("whose address is none says so there, and makes nothing", async () => {
    const api = await openForm();
    await address().fill("our code");
    await name().fill("Ferry Board");
    await submit().click();
    await expect.element(address()).toHaveAccessibleDescription(/This is not the address of a repository/);
    await expect.element(address()).toHaveFocus();
    expect(api.received(createProject)).toEqual([]);
  });

  it("whose address leads nowhere leaves nothing behind, and says so where it was typed", async () => {
    const api = await openForm((fake) => {
      fake.reply(createProject, ferry);
      fake.reply(deleteProject, undefined);
      fake.refuse(connectService, "unprocessable", "There is no repository at this address.");
    });
    await address().fill("https://git.example.com/harbour/ferry-bord.git");
    await name().fill("Ferries");
    await submit().click();
    await expect.element(address()).toHaveAccessibleDescription("There is no repository at this address.");
    await expect.element(address()).toHaveFocus();
    expect(api.received(deleteProject)).toEqual([{ organizationId: "payments", projectId: "ferry" }]);
    expect(location.pathname).toBe("/o/payments/projects/create");
    await expect.element(name()).toHaveValue("Ferries");
    // A repository that only some may read looks the same, so that is asked for beside it.
    await page.getByRole("textbox", { name: "User name" }).fill("ada");
    await page.getByLabelText("Password or token").fill("secret");
    api.adjust(connectService, {});
    await address().fill("https://git.example.com/harbour/ferry-board.git");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => location.pathname).toBe("/o/payments/p/ferry/setup/architecture/import");
    expect(api.received(connectService).at(-1)).toMatchObject({
      address: "https://git.example.com/harbour/ferry-board.git",
      credential: { username: "ada", password: "secret" },
    });
    expect(api.received(createProject).map(({ name: called }) => called)).toEqual(["Ferries", "Ferries"]);
  });

  it.each([
    ["ssh://git:pass@git.example.com/harbour/boats.git", (_fake: FakeApi) => {}],
    [
      "https://ada:pass@git.example.com/harbour/boats.git",
      (fake: FakeApi) => fake.refuse(deleteProject, "unavailable", "The server is busy"),
    ],
  ])(
    "that has to stay keeps %s and what is wrong with it for its next screen, in no address and no history",
    async (typed, adjust) => {
      await openForm((fake) => {
        fake.reply(createProject, ferry);
        fake.replyList(listRepositories, []);
        fake.refuse(connectService, "unprocessable", "A password is needed");
        adjust(fake);
      });
      await address().fill(typed);
      await name().fill("Ferry Board");
      await submit().click();
      await expect.poll(() => location.pathname).toBe("/o/payments/p/ferry/setup/architecture/import");
      await expect.element(address()).toHaveValue(typed);
      await expect.element(address()).toHaveAccessibleDescription("A password is needed");
      expect(location.href + JSON.stringify(history.state)).not.toMatch(/pass|boats/);
    },
  );

  it("says what is wrong at its fields, and sends nothing", async () => {
    const api = await openForm();
    await name().fill("F");
    await submit().click();
    await expect.element(name()).toHaveAccessibleDescription(/Name is too short/);
    await expect.element(name()).toHaveFocus();
    expect(api.received(createProject)).toEqual([]);
  });

  it("whose name makes no slug says so at the slug", async () => {
    await openForm();
    await name().fill("日本語");
    await expect.element(slug()).toHaveValue("");
    await submit().click();
    await expect.element(slug()).toHaveAccessibleDescription(/Slug is too short/);
    await expect.element(slug()).toHaveFocus();
  });

  it("is told before the press whether its slug is free", async () => {
    await openForm((fake) =>
      fake.reply(projectExists, (input) => ({ exists: (input as { projectId: string }).projectId === "ferry-board" })),
    );
    await name().fill("Ferry Boar");
    await expect.element(slug()).toHaveAccessibleDescription("cairn.example.com/o/payments/p/ferry-boar · free");
    await name().fill("Ferry Board");
    await expect
      .element(slug())
      .toHaveAccessibleDescription("cairn.example.com/o/payments/p/ferry-board · already taken");
  });

  it("whose slug was taken meanwhile says so there, and nothing typed is lost", async () => {
    const api = await openForm((fake) => fake.refuse(createProject, "conflict", "This slug is already taken"));
    await name().fill("Ferry Board");
    await submit().click();
    await expect.element(slug()).toHaveAccessibleDescription("This slug is already taken");
    await expect.element(slug()).toHaveFocus();
    expect(page.getByText("Could not create product").elements()).toEqual([]);
    await expect.element(name()).toHaveValue("Ferry Board");
    api.reply(createProject, ferry);
    await slug().fill("ferries");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => location.pathname).toBe("/o/payments/p/ferry/setup/architecture/import");
  });

  it("that is refused for another reason says which, and nothing typed is lost", async () => {
    await openForm((fake) => fake.refuse(createProject, "internal", "The disk is full"));
    await name().fill("Ferry Board");
    await submit().click();
    await expect.element(page.getByText("Could not create product")).toBeVisible();
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    await expect.element(name()).toHaveValue("Ferry Board");
  });

  it("is not made by an Editor, who is led to those who may", async () => {
    await openForm(undefined, "editor");
    await expect
      .element(page.getByRole("heading", { name: "Only an Owner or Admin can create products" }))
      .toBeVisible();
    await expect
      .element(page.getByRole("main").getByRole("link", { name: "Members" }))
      .toHaveAttribute("href", "/o/payments/members");
    await expect.element(name()).not.toBeInTheDocument();
  });
});
