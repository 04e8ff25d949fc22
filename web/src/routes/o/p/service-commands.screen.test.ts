import { getCodeMap } from "@cairn/contract/code-graph";
import { getProject } from "@cairn/contract/projects";
import {
  checkServiceCommands,
  getCommandOutput,
  getServiceCommands,
  stopServiceCommands,
  updateServiceCommands,
  type CommandCheck,
  type ServiceCommand,
  type ServiceCommands,
} from "@cairn/contract/service-commands";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { makeService } from "#web/testing/make-service.ts";
import { settingsCard } from "#web/testing/open-repository-settings.ts";
import { commit } from "#web/testing/open-repository.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const key = { organizationId: "payments", projectId: "shop", serviceId: sampleId(1) };
const source = { repositoryId: sampleId(), path: "package.json", startLine: 7, endLine: 7, commit, hash: "0" };
const found = { command: "npm test", reason: "The project's own CI runs it", sources: [source] };
const none = { choice: { use: "found" }, found: null, command: null } as const;

const check: CommandCheck = {
  checkId: sampleId(5),
  state: "done",
  message: null,
  commit,
  olderBecause: null,
  createdAt: "2026-03-02T09:30:00.000Z",
  endedAt: "2026-03-02T09:31:00.000Z",
  commands: [
    {
      kind: "test",
      command: "npm test",
      outcome: "failed",
      message: "It ended with exit code 1.",
      startedAt: "2026-03-02T09:30:00.000Z",
      durationMs: 42_000,
      lastLines: ["1 failed"],
    },
  ],
  programs: [
    {
      program: "node",
      name: "Node.js",
      version: ">=22",
      installed: null,
      problem: "Node.js is not there. Install it.",
    },
  ],
};

function makeCommands(test: Partial<ServiceCommand> = {}, more: Partial<ServiceCommands> = {}): ServiceCommands {
  const { choice, command } = { choice: { use: "found" } as const, command: "npm test" };
  return {
    folder: "apps/board",
    repository: { repositoryId: sampleId(), slug: "payments" },
    commit,
    commands: [
      { kind: "install", ...none },
      { kind: "build", ...none },
      { kind: "test", choice, found, command, ...test },
      { kind: "lint", ...none },
    ],
    programs: [
      { program: "node", name: "Node.js", version: ">=22", sources: [{ ...source, startLine: 3, endLine: 3 }] },
    ],
    check: null,
    ...more,
  };
}

const open = (commands: ServiceCommands, api?: (fake: FakeApi) => void) =>
  openScreen(`/o/payments/p/shop/services/${sampleId(1)}`, {
    api: (fake) => {
      fake.adjust(getProject, { slug: "shop", name: "Ferry Board", services: [makeService(1)] });
      fake.adjust(getCodeMap, { endpoints: [], models: [], triggers: [] });
      fake.reply(getServiceCommands, commands);
      api?.(fake);
    },
  });
const card = () => settingsCard("Commands");
const button = (name: string) => card().getByRole("button", { name });

describe("the commands of a service", () => {
  it("lead to the lines that name them, and say which programs they need", async () => {
    await open(makeCommands());
    await expect.element(card()).toMatchTextContent(/run in apps\/board/);
    await expect.element(card().getByText("npm test")).toBeVisible();
    await expect
      .element(card().getByRole("link", { name: "package.json:7" }))
      .toHaveAttribute("href", `/o/payments/p/shop/repositories/payments/b/${commit}/package.json#L7`);
    await expect.element(card().getByRole("region", { name: "Programs" })).toMatchTextContent(/node.*asked for >=22/);
    await expect.element(card()).toMatchTextContent("Not checked yet");
  });

  it("are edited in their place, by keyboard alone", async () => {
    const edited = { choice: { use: "command", command: "npm run unit" }, command: "npm run unit" } as const;
    const api = await open(makeCommands(), (fake) => fake.reply(updateServiceCommands, makeCommands(edited)));
    await button("Edit Test").click();
    const field = card().getByRole("textbox", { name: "Test command" });
    await expect.element(field).toHaveFocus();
    await field.fill("");
    await userEvent.keyboard("{Enter}");
    await expect.element(card().getByText("Type a command, or choose that there is none")).toBeVisible();
    await field.fill("npm run unit");
    await userEvent.keyboard("{Enter}");
    await expect.element(card().getByText("npm run unit")).toBeVisible();
    expect(api.received(updateServiceCommands)).toEqual([
      { ...key, test: { use: "command", command: "npm run unit" } },
    ]);
    await expect.element(button("Edit Test")).toHaveFocus();
    await expect.element(card()).toMatchTextContent(/Edited.*Found was npm test/);
    api.reply(updateServiceCommands, makeCommands());
    await button("Reset to found: Test").click();
    await expect.poll(() => api.received(updateServiceCommands).at(-1)).toEqual({ ...key, test: { use: "found" } });
    await expect.element(card()).not.toMatchTextContent("Edited");
  });

  it("are left as they were by Escape, and kept in the field where saving fails", async () => {
    await open(makeCommands(), (fake) => fake.refuse(updateServiceCommands, "unavailable", "The disk is full"));
    await button("Edit Test").click();
    const field = card().getByRole("textbox", { name: "Test command" });
    await field.fill("make");
    await userEvent.keyboard("{Escape}");
    await expect.element(field).not.toBeInTheDocument();
    await button("Edit Test").click();
    await expect.element(field).toHaveValue("npm test");
    await field.fill("make test");
    await button("Save").click();
    await expect.element(page.getByText("Could not change the command")).toBeVisible();
    await expect.element(field).toHaveValue("make test");
  });

  it("may be none, which is a choice as well", async () => {
    const chosen = { choice: { use: "none" }, command: null } as const;
    const api = await open(makeCommands(), (fake) => fake.reply(updateServiceCommands, makeCommands(chosen)));
    await button("Edit Test").click();
    await button("Run none").click();
    await expect.element(button("Reset to found: Test")).toBeVisible();
    expect(api.received(updateServiceCommands)).toEqual([{ ...key, test: { use: "none" } }]);
    await expect.element(button("Check commands")).toHaveAccessibleDescription("There is no command to check");
  });

  it("that nothing names are said to be missing, with what to do", async () => {
    await open(makeCommands({ found: null, command: null }, { programs: [] }));
    await expect.element(card()).toMatchTextContent(/Nothing in this folder says for certain.*Type what you run/);
  });

  it("are looked for once the code is indexed", async () => {
    await open(makeCommands({ found: null, command: null }, { commit: null, programs: [] }));
    await expect.element(card()).toMatchTextContent(/has not been searched for commands yet/);
  });
});

describe("a check of the commands", () => {
  const running: CommandCheck = {
    ...check,
    state: "running",
    endedAt: null,
    commands: check.commands.map((one) => ({ ...one, outcome: null, message: null, durationMs: null })),
    programs: [],
  };

  it("is begun and stopped with one press each, and shows what is written meanwhile", async () => {
    const api = await open(makeCommands(), (fake) =>
      fake.reply(checkServiceCommands, makeCommands({}, { check: running })),
    );
    await button("Check commands").click();
    await expect.element(card()).toMatchTextContent("Checking");
    await expect.element(card().getByRole("region", { name: "Output of Test" })).toMatchTextContent("1 failed");
    const stopped: CommandCheck = { ...running, state: "stopped", endedAt: check.endedAt };
    api.reply(stopServiceCommands, makeCommands({}, { check: stopped }));
    await button("Stop check").click();
    await expect.element(card()).toMatchTextContent("The check was stopped");
    await expect.element(button("Check commands")).toBeVisible();
  });

  it("says how each command ended, which program is missing, and shows the output on demand", async () => {
    const api = await open(makeCommands({}, { check }), (fake) =>
      fake.reply(getCommandOutput, { output: "first\n1 failed", isCut: true }),
    );
    await expect.element(card()).toMatchTextContent(/Failed after 42s. It ended with exit code 1./);
    await expect.element(card()).toMatchTextContent(/0 of 1 passed/);
    await expect.element(card()).toMatchTextContent(/Node.js is not there. Install it./);
    expect(api.received(getCommandOutput)).toEqual([]);
    await button("Show output of Test").click();
    await expect.element(card()).toMatchTextContent(/The beginning is left out.*first/);
    await button("Hide output of Test").click();
    await expect.element(card().getByText("The beginning is left out.")).not.toBeInTheDocument();
  });

  it("of other commands or older code is said to be that", async () => {
    await open(makeCommands({ command: "make" }, { check: { ...check, olderBecause: "commands" } }));
    await expect.element(card()).toMatchTextContent(/the commands have changed since/);
    await expect.element(card()).toMatchTextContent(/Checked was npm test/);
  });

  it("that could not run says why", async () => {
    const refused: CommandCheck = { ...check, state: "refused", message: "bubblewrap is missing", commands: [] };
    await open(makeCommands({}, { check: refused }));
    await expect.element(card()).toMatchTextContent(/The check could not run.*bubblewrap is missing/);
  });

  it("that is refused says why", async () => {
    await open(makeCommands(), (fake) => fake.refuse(checkServiceCommands, "conflict", "It is being checked already"));
    await button("Check commands").click();
    await expect.element(page.getByText("It is being checked already")).toBeVisible();
  });
});
