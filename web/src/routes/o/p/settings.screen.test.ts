import { getImplementationEngines, setDefaultEngine } from "@cairn/contract/implementation-engines";
import { getOrganization } from "@cairn/contract/organizations";
import { deleteProject, getProject, resetProjectContext, updateProject } from "@cairn/contract/projects";
import type { Project } from "@cairn/contract/projects";
import type { Role } from "@cairn/contract/roles";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId, sampleOf } from "#web/testing/sample.ts";

const ferry: Project = {
  ...(sampleOf(getProject.response, "usual") as Project),
  slug: "ferry",
  name: "Ferry Board",
  description: "**Boards** of ferries",
  sshKey: "ssh-ed25519 AAAA",
};
const key = { organizationId: "payments", projectId: "ferry" };
const field = (name: string) => page.getByRole("textbox", { name });
const save = (card: string) => page.getByRole("region", { name: card }).getByRole("button", { name: "Save" });

const open = (api?: (fake: FakeApi) => void, role: Role = "admin") =>
  openScreen("/o/payments/p/ferry/settings", {
    api: (fake) => {
      fake.adjust(getOrganization, { role, slug: "payments" });
      fake.reply(getProject, ferry);
      api?.(fake);
    },
  });

describe("the settings of a product", () => {
  it("change its name, and everything that shows it", async () => {
    const renamed = { ...ferry, name: "Boat Board" };
    const api = await open((fake) => fake.reply(updateProject, renamed));
    await field("Product Name").fill("Boat Board");
    api.reply(getProject, renamed);
    await save("Product Name").click();
    await expect.element(page.getByText("Product name updated")).toBeVisible();
    expect(api.received(updateProject)).toEqual([{ ...key, name: "Boat Board" }]);
    await expect.poll(() => document.title).toMatch(/^Product Settings · Boat Board/);
  });

  it("that are refused say why, and keep what was typed", async () => {
    await open((fake) => fake.refuse(updateProject, "internal", "The disk is full"));
    await field("Product Name").fill("Boat Board");
    await save("Product Name").click();
    await expect.element(page.getByText("Could not update product name")).toBeVisible();
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    await expect.element(field("Product Name")).toHaveValue("Boat Board");
  });

  it("change its slug, and lead on to the new address", async () => {
    const moved = { ...ferry, slug: "boat" };
    const api = await open((fake) => fake.reply(updateProject, moved));
    await field("Product Slug").fill("boat");
    api.reply(getProject, moved);
    await save("Product Slug").click();
    await expect.element(page.getByText("Product slug updated")).toBeVisible();
    expect(location.pathname).toBe("/o/payments/p/boat/settings");
    expect(api.received(updateProject)).toEqual([{ ...key, slug: "boat" }]);
  });

  it("name a slug that is taken", async () => {
    await open((fake) => fake.refuse(updateProject, "conflict", "This slug is taken"));
    await field("Product Slug").fill("boat");
    await save("Product Slug").click();
    await expect.element(page.getByText("Could not update product slug")).toBeVisible();
    await expect.element(page.getByText("This slug is taken")).toBeVisible();
    expect(location.pathname).toBe("/o/payments/p/ferry/settings");
  });

  it("choose what implements tasks, and say what cannot be had on this server", async () => {
    const offered = { engine: "diff", agent: null, obstacle: null, isDefault: false } as const;
    const codex = { ...offered, engine: "coding-agent" as const, agent: { slug: "codex", name: "Codex" } };
    const obstacle = { message: "Gemini CLI is not installed.", setAt: null };
    const gemini = { ...codex, agent: { slug: "gemini", name: "Gemini CLI" }, obstacle };
    const engines = [offered, codex, gemini];
    const api = await open((fake) => {
      fake.reply(getImplementationEngines, { engines });
      fake.reply(setDefaultEngine, { engines: [offered, { ...codex, isDefault: true }, gemini] });
    });
    const card = page.getByRole("region", { name: "Implementing tasks" });
    await expect.element(card).toMatchTextContent("Gemini CLI is not installed.");
    await card.getByRole("combobox", { name: "Implementing tasks" }).click();
    await expect.element(page.getByRole("option", { name: "Gemini CLI" })).not.toBeInTheDocument();
    await page.getByRole("option", { name: "Codex" }).click();
    await expect
      .poll(() => api.received(setDefaultEngine))
      .toEqual([{ ...key, engine: "coding-agent", agent: "codex" }]);
    await expect.element(card.getByRole("combobox", { name: "Implementing tasks" })).toMatchTextContent("Codex");
  });

  it("show the description without its marks, the public key and the ids", async () => {
    await open();
    await expect.element(page.getByText("Boards of ferries")).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Open Product Description" }))
      .toHaveAttribute("href", "/o/payments/p/ferry/description");
    await expect.element(field("SSH key")).toHaveValue("ssh-ed25519 AAAA");
    await expect.element(field("Product ID")).toHaveValue(sampleId());
    await expect.element(field("Organization ID")).toHaveAttribute("readonly");
  });

  it("of a product without a key and a description say nothing of the one and so much of the other", async () => {
    await open((fake) => fake.reply(getProject, { ...ferry, sshKey: null, description: null }));
    await expect.element(page.getByText("None yet.")).toBeVisible();
    await expect.element(field("SSH key")).not.toBeInTheDocument();
  });

  it("are only read by an Editor", async () => {
    await open(undefined, "editor");
    await expect.element(field("Product Name")).toHaveAttribute("readonly");
    await expect.element(page.getByText("Only an Owner or Admin can change this").first()).toBeVisible();
    for (const name of ["Save", "Reset Project Context", "Delete Product"]) {
      await expect.element(page.getByRole("button", { name })).not.toBeInTheDocument();
    }
  });

  it("of a product that is out of reach say so, with its address and the way home", async () => {
    await open((fake) => fake.refuse(getProject, "not_found", "No such product"));
    await expect.element(page.getByText(/Please ensure this project exists and you have access to it/)).toBeVisible();
    await expect.element(page.getByRole("link", { name: "Back home" })).toHaveAttribute("href", "/");
  });
});

describe("resetting and deleting a product", () => {
  async function confirm(action: string, question: string, typed: string): Promise<void> {
    await page.getByRole("button", { name: action }).click();
    const dialog = page.getByRole("dialog", { name: question });
    await dialog.getByRole("textbox", { name: `Type “${typed}” to confirm` }).fill(typed);
    await dialog.getByRole("button", { name: /^(Reset|Delete) / }).click();
  }

  it("resets once “reset” was typed", async () => {
    const api = await open();
    await confirm("Reset Project Context", "Reset the context of Ferry Board?", "reset");
    await expect.element(page.getByText("Project context has been reset")).toBeVisible();
    expect(api.received(resetProjectContext)).toEqual([key]);
  });

  it("deletes once the name was typed, and leads to the other products", async () => {
    const api = await open();
    await confirm("Delete Product", "Delete Ferry Board?", "Ferry Board");
    await expect.poll(() => location.pathname).toBe("/o/payments/projects");
    await expect.element(page.getByText("Product deleted")).toBeVisible();
    expect(api.received(deleteProject)).toEqual([key]);
  });

  it.each([
    {
      words: ["Reset Project Context", "Reset the context of Ferry Board?", "reset"],
      endpoint: resetProjectContext,
      failure: "Project context could not be reset",
    },
    {
      words: ["Delete Product", "Delete Ferry Board?", "Ferry Board"],
      endpoint: deleteProject,
      failure: "Product could not be deleted",
    },
  ] as const)("that is refused says why: $failure", async ({ words, endpoint, failure }) => {
    await open((fake) => fake.refuse(endpoint, "conflict", "An index is running"));
    await confirm(words[0], words[1], words[2]);
    await expect.element(page.getByText(failure)).toBeVisible();
    await expect.element(page.getByText("An index is running")).toBeVisible();
    await expect.element(page.getByRole("dialog", { name: words[1] })).toBeVisible();
  });
});
