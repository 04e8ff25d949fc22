import { listRepositories, testNewConnection } from "@cairn/contract/repositories";
import { createService, listServices } from "@cairn/contract/services";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { makeService } from "#web/testing/make-service.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
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

const key = { organizationId: "payments", projectId: "payments" };
const url = "https://git.example.com/acme/harbour.git";
const service = { name: "harbour", description: "Serves the departures", type: "api" };

describe("a new service", () => {
  it("is made from the repository at an address, which proposes its name and main branch", async () => {
    const api = await openServiceForm({
      api: (fake) => fake.reply(testNewConnection, { branches: ["trunk", "next"], defaultBranch: "trunk" }),
    });
    await serviceField("Repository URL").fill(url);
    await testButton().click();
    await expect.element(serviceField("Name")).toHaveValue("harbour");
    await expect.element(serviceDialog()).toMatchTextContent("It can be reached. It has 2 branches, trunk by default.");
    expect(api.received(testNewConnection)).toEqual([{ ...key, connection: { type: "url", url } }]);
    await expect.element(serviceDialog().getByRole("button", { name: "Main branch: trunk" })).toBeVisible();
    await chooseOption("Main branch", "next");
    await serviceField("Working path").fill("apps/harbour/");
    await describeService();
    api.replyList(listServices, [makeService(1), makeService(2, { name: "harbour" })]);
    await createButton().click();
    await expect.element(page.getByText("Service created")).toBeVisible();
    await expect.element(serviceDialog()).not.toBeInTheDocument();
    await expect.element(page.getByRole("main").getByRole("link", { name: "harbour" })).toBeVisible();
    const repository = { connection: { type: "url", url }, mainBranch: "next", workingPath: "/apps/harbour" };
    expect(api.received(createService)).toEqual([{ ...key, ...service, repository }]);
  });

  it("keeps the branch that was typed when the repository has it", async () => {
    await openServiceForm({
      api: (fake) => fake.reply(testNewConnection, { branches: ["trunk", "next"], defaultBranch: "trunk" }),
    });
    await serviceField("Repository URL").fill(url);
    await serviceField("Main branch").fill("next");
    await testButton().click();
    await expect.element(serviceDialog().getByRole("button", { name: "Main branch: next" })).toBeVisible();
  });

  it("keeps the name that was typed", async () => {
    await openServiceForm();
    await serviceField("Name").fill("quay");
    await serviceField("Repository URL").fill(url);
    await userEvent.tab();
    await expect.element(serviceField("Name")).toHaveValue("quay");
  });

  it("of a private repository is made with its sign-in", async () => {
    const api = await openServiceForm();
    await serviceField("Repository URL").fill(url);
    await serviceDialog().getByText("Private repository?").click();
    await serviceField("User name").fill("robot");
    await expect.element(testButton()).toHaveAccessibleDescription("Password is required");
    await serviceDialog().getByLabelText("Password or token").fill("s3cret");
    await describeService();
    await createButton().click();
    await expect.element(serviceDialog()).not.toBeInTheDocument();
    const credential = { username: "robot", password: "s3cret" };
    const repository = { connection: { type: "url", url }, credential, mainBranch: "main", workingPath: "/" };
    expect(api.received(createService)).toEqual([{ ...key, ...service, repository }]);
  });

  it("says what is missing at its fields, and the first of them gets the focus", async () => {
    const api = await openServiceForm();
    await serviceField("Main branch").fill(" ");
    await serviceField("Working path").fill("../other");
    await serviceField("Name").fill("h");
    await serviceField("Description").fill("Too short");
    await createButton().click();
    await expect.element(serviceField("Repository URL")).toHaveFocus();
    await expect.element(serviceField("Repository URL")).toHaveAccessibleDescription(/Enter a valid URL/);
    await expect.element(serviceField("Main branch")).toHaveAccessibleDescription("Main branch is required");
    await expect
      .element(serviceField("Working path"))
      .toHaveAccessibleDescription(/Working path must be a folder of the repository/);
    await expect.element(serviceField("Name")).toHaveAccessibleDescription("Name is too short");
    await expect
      .element(serviceField("Description"))
      .toHaveAccessibleDescription(/Description is too short. Describe the role of this service in your system/);
    await expect.element(serviceDialog().getByText("Select a value")).toBeVisible();
    expect(api.received(createService)).toEqual([]);
  });

  it("that is refused says why, and nothing typed is lost", async () => {
    await openServiceForm({ api: (fake) => fake.refuse(createService, "conflict", "This name is taken") });
    await chooseSource("None");
    await describeService("harbour");
    await createButton().click();
    await expect.element(page.getByText("Could not save service")).toBeVisible();
    await expect.element(page.getByText("This name is taken")).toBeVisible();
    await expect.element(serviceField("Description")).toHaveValue("Serves the departures");
  });
});

describe("testing a connection", () => {
  it("is possible once there is an address", async () => {
    const api = await openServiceForm();
    await expect.element(testButton()).toHaveAccessibleDescription("Enter a valid URL");
    await testButton().click({ force: true });
    expect(api.received(testNewConnection)).toEqual([]);
  });

  it("says why it failed beside the button, until the address is changed", async () => {
    await openServiceForm({
      api: (fake) => fake.refuse(testNewConnection, "unprocessable", "The host does not know this repository"),
    });
    await serviceField("Repository URL").fill(url);
    await testButton().click();
    const result = serviceDialog().getByText("The host does not know this repository");
    await expect.element(result).toBeVisible();
    await expect.element(serviceField("Main branch")).toHaveValue("main");
    await serviceField("Repository URL").fill(`${url}x`);
    await expect.element(result).not.toBeInTheDocument();
  });

  it("of an empty repository leaves the branch to be typed", async () => {
    await openServiceForm({
      api: (fake) => fake.reply(testNewConnection, { branches: [], defaultBranch: null }),
    });
    await serviceField("Repository URL").fill(url);
    await testButton().click();
    await expect.element(serviceDialog()).toMatchTextContent("It can be reached and is empty.");
    await expect.element(serviceField("Main branch")).toHaveValue("main");
  });
});

describe("the form of a new service", () => {
  it("is opened by its address once, and a reload shows the list", async () => {
    await openServiceForm();
    await expect.poll(() => location.search).toBe("");
    await userEvent.keyboard("{Escape}");
    await expect.element(serviceDialog()).not.toBeInTheDocument();
  });

  it("asks before typed input is lost", async () => {
    const question = vi.spyOn(window, "confirm").mockReturnValue(false);
    await openServiceForm();
    await serviceField("Name").fill("harbour");
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => question.mock.calls).toEqual([["Leave without saving your changes?"]]);
    await expect.element(serviceField("Name")).toHaveValue("harbour");
    question.mockReturnValue(true);
    await userEvent.keyboard("{Escape}");
    await expect.element(serviceDialog()).not.toBeInTheDocument();
  });

  it.each([
    { path: "services", endpoint: listServices, title: "No Services yet" },
    { path: "repositories", endpoint: listRepositories, title: "No Repositories yet" },
  ] as const)("is offered where there are no $path", async ({ path, endpoint, title }) => {
    await openScreen(`/o/payments/p/payments/${path}`, { api: (fake) => fake.replyList(endpoint, []) });
    await expect.element(page.getByRole("heading", { name: title })).toBeVisible();
    const create = page.getByRole("main").getByRole("button", { name: "Create Service" });
    expect(create.elements()).toHaveLength(1);
    await create.click();
    await expect.element(serviceDialog()).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(create).toHaveFocus();
  });

  it("fits a phone", async () => {
    await openServiceForm({ viewport: { width: 375, height: 700 } });
    await expect.element(serviceField("Description")).toBeInTheDocument();
    expect(serviceDialog().element().scrollWidth).toBe(serviceDialog().element().clientWidth);
  });
});
