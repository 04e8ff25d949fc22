import { getTree } from "@cairn/contract/code-browsing";
import { listConnections, listGithubRepositories, listIntegrations } from "@cairn/contract/integrations";
import type { GithubRepository } from "@cairn/contract/integrations";
import { getProject } from "@cairn/contract/projects";
import { listRepositories } from "@cairn/contract/repositories";
import { createService } from "@cairn/contract/services";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeRepository, serveRepository } from "#web/testing/open-repository.ts";
import {
  chooseOption,
  chooseSource,
  createButton,
  describeService,
  openServiceForm,
  serviceDialog,
  serviceField,
  testButton,
} from "#web/testing/open-service-form.ts";
import { sampleId } from "#web/testing/sample.ts";

const key = { organizationId: "payments", projectId: "payments" };
const service = { name: "harbour", description: "Serves the departures", type: "api" };

async function createHarbour(name?: string): Promise<void> {
  await describeService(name);
  await createButton().click();
  await expect.element(page.getByText("Service created")).toBeVisible();
}

describe("the code of a new service", () => {
  it("comes over SSH by the key of the product", async () => {
    const api = await openServiceForm({ api: (fake) => fake.adjust(getProject, { sshKey: "ssh-ed25519 AAAA" }) });
    await chooseSource("SSH");
    await expect.element(serviceField("Public key of this product")).toHaveValue("ssh-ed25519 AAAA");
    await serviceField("SSH URL").fill("https://git.example.com/acme/harbour");
    await expect.element(testButton()).toHaveAccessibleDescription("Invalid Git URL. Must start with git@");
    await serviceField("SSH URL").fill("git@git.example.com:acme/harbour.git");
    await userEvent.tab();
    await expect.element(serviceField("Name")).toHaveValue("harbour");
    await createHarbour();
    const connection = { type: "ssh", url: "git@git.example.com:acme/harbour.git" };
    const repository = { connection, mainBranch: "main", workingPath: "/" };
    expect(api.received(createService)).toEqual([{ ...key, ...service, repository }]);
  });

  it("is made here, empty", async () => {
    const api = await openServiceForm();
    await chooseSource("New");
    await expect.element(testButton()).not.toBeInTheDocument();
    await expect.element(serviceField("Main branch")).not.toBeInTheDocument();
    await serviceField("Repository name").fill(" harbour ");
    await userEvent.tab();
    await expect.element(serviceField("Name")).toHaveValue("harbour");
    await createHarbour();
    const repository = { connection: { type: "internal", name: "harbour" }, workingPath: "/" };
    expect(api.received(createService)).toEqual([{ ...key, ...service, repository }]);
  });

  it("may be missing", async () => {
    const api = await openServiceForm();
    await serviceField("Repository URL").fill("not an address");
    await chooseSource("None");
    await expect.element(serviceField("Working path")).not.toBeInTheDocument();
    await createHarbour("harbour");
    expect(api.received(createService)).toEqual([{ ...key, ...service }]);
  });

  it("keeps what was typed of it while another source is considered", async () => {
    await openServiceForm();
    await serviceField("Repository URL").fill("https://git.example.com/acme/harbour");
    await chooseSource("New");
    await chooseSource("Url");
    await expect.element(serviceField("Repository URL")).toHaveValue("https://git.example.com/acme/harbour");
  });
});

describe("a repository that the product has", () => {
  const ferries = makeRepository({ owner: "acme", repo: "ferries", isReadOnly: true });
  const hosted = makeRepository({ repositoryId: sampleId(1), owner: null, repo: "notes", isReadOnly: false });
  const folders = () => page.getByRole("listbox", { name: /^Folders of / });

  async function open(api?: (fake: FakeApi) => void): Promise<FakeApi> {
    const fake = await openServiceForm({
      api: (given) => {
        serveRepository(given, { branches: { main: ["apps/board/index.ts", "apps/harbour/index.ts", "readme.md"] } });
        given.replyList(listRepositories, [ferries, hosted]);
        api?.(given);
      },
    });
    await chooseSource("Existing");
    return fake;
  }

  it("is chosen with one of its folders", async () => {
    const api = await open();
    await chooseOption("Repository of this product", "acme/ferries");
    await serviceDialog().getByRole("button", { name: "Choose a folder" }).click();
    await folders().getByRole("option", { name: "apps" }).click();
    await folders().getByRole("option", { name: "harbour" }).click();
    await expect.element(page.getByText("Use /apps/harbour")).toBeVisible();
    await folders().getByRole("option", { name: ". ." }).click();
    await folders().getByRole("option", { name: "board" }).click();
    await page.getByRole("button", { name: "Use /apps/board" }).click();
    await expect.element(serviceField("Working path")).toHaveValue("/apps/board");
    await createHarbour("harbour");
    const repository = { repositoryId: sampleId(), workingPath: "/apps/board" };
    expect(api.received(createService)).toEqual([{ ...key, ...service, repository }]);
  });

  it("offers folders only, beginning at the one that is typed", async () => {
    await open();
    await chooseOption("Repository of this product", "notes · Writable");
    await serviceField("Working path").fill("/apps/");
    await serviceDialog().getByRole("button", { name: "Choose a folder" }).click();
    const names = () =>
      folders()
        .getByRole("option")
        .elements()
        .map((one) => one.textContent);
    await expect.poll(names).toEqual([". .", "board", "harbour"]);
    await folders().getByRole("option", { name: ". ." }).click();
    await expect.poll(names).toEqual(["apps"]);
  });

  it("cannot give a folder that it lacks", async () => {
    await open((fake) => fake.refuse(getTree, "not_found", "No such folder"));
    await chooseOption("Repository of this product", "acme/ferries");
    await serviceDialog().getByRole("button", { name: "Choose a folder" }).click();
    await expect.element(page.getByText("No such folder")).toBeVisible();
    await expect
      .element(page.getByRole("button", { name: "Use /" }))
      .toHaveAccessibleDescription("There is no such folder");
  });

  it("must be chosen, and the list says when there is none", async () => {
    await open((fake) => fake.replyList(listRepositories, []));
    await createButton().click();
    const choice = serviceDialog().getByRole("button", { name: "Repository of this product: Select…" });
    await expect.element(choice).toHaveAccessibleDescription("Select a value");
    await choice.click();
    await expect.element(page.getByText("This product has no repository yet")).toBeVisible();
  });
});

describe("a repository of GitHub", () => {
  const github = { type: "github", name: "GitHub", unavailableReason: null } as const;
  const connection = {
    connectionId: sampleId(),
    integration: github,
    account: "acme",
    isSuspended: false,
    createdAt: "2026-03-02T09:30:00.000Z",
  };
  const harbour: GithubRepository = {
    owner: "acme",
    repo: "harbour",
    defaultBranch: "trunk",
    isPrivate: true,
    url: "https://github.com/acme/harbour",
  };
  const tides = { ...harbour, repo: "tides", defaultBranch: "main", isPrivate: false };

  async function open(api?: (fake: FakeApi) => void): Promise<FakeApi> {
    const fake = await openServiceForm({
      api: (given) => {
        given.replyList(listIntegrations, [github]);
        given.replyList(listConnections, [connection]);
        given.reply(listGithubRepositories, ({ query }) => {
          const content = [harbour, tides].filter(({ repo }) => repo.includes(query));
          return { content, page: 1, limit: 100, total: query === "" ? 30 : content.length };
        });
        api?.(given);
      },
    });
    await chooseSource("GitHub");
    return fake;
  }

  it("is found by typing, and gives its name and main branch", async () => {
    const api = await open();
    await expect.element(serviceDialog().getByText("28 more are found by typing")).toBeVisible();
    await expect.element(testButton()).not.toBeInTheDocument();
    await serviceDialog().getByRole("button", { name: "GitHub Repository: Select…" }).click();
    const options = () => page.getByRole("listbox", { name: "GitHub Repository" }).getByRole("option");
    await expect.element(options().getByLabelText("Private")).toBeInTheDocument();
    await expect.element(options().getByLabelText("Public")).toBeInTheDocument();
    await userEvent.keyboard("harb");
    await expect.poll(() => api.received(listGithubRepositories).map(({ query }) => query)).toContain("harb");
    await userEvent.keyboard("{Enter}");
    await expect.element(serviceField("Name")).toHaveValue("harbour");
    await expect.element(serviceField("Main branch")).toHaveValue("trunk");
    await createHarbour();
    const repository = {
      connection: { type: "github", owner: "acme", repo: "harbour" },
      mainBranch: "trunk",
      workingPath: "/",
    };
    expect(api.received(createService)).toEqual([{ ...key, ...service, repository }]);
  });

  it("is asked for when none was chosen", async () => {
    const api = await open();
    await createButton().click();
    await expect.element(serviceDialog().getByText("GitHub Repository is required")).toBeVisible();
    expect(api.received(createService)).toEqual([]);
  });

  it("needs a connected account, which another tab connects", async () => {
    await open((fake) => fake.replyList(listConnections, []));
    await expect.element(serviceDialog().getByText("GitHub not connected yet!")).toBeVisible();
    const connect = serviceDialog().getByRole("link", { name: "Connect" });
    await expect.element(connect).toHaveAttribute("href", "/o/payments/integrations");
    await expect.element(connect).toHaveAttribute("target", "_blank");
    await createButton().click();
    await expect.element(serviceDialog().getByText("GitHub Repository is required")).toBeVisible();
  });

  it("says why this server cannot reach GitHub", async () => {
    const integration = { ...github, unavailableReason: "The operator set up no GitHub App." };
    await open((fake) => fake.replyList(listIntegrations, [integration]));
    await expect.element(serviceDialog().getByText("GitHub cannot be connected on this server")).toBeVisible();
    await expect.element(serviceDialog().getByText("The operator set up no GitHub App.")).toBeVisible();
  });

  it("says why the connections could not be read", async () => {
    await open((fake) => fake.refuse(listConnections, "internal", "The disk is full"));
    await expect.element(serviceDialog().getByText("The disk is full")).toBeVisible();
  });
});
