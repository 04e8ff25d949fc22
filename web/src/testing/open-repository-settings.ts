import { listBranches } from "@cairn/contract/code-browsing";
import { getOrganization } from "@cairn/contract/organizations";
import { getProject } from "@cairn/contract/projects";
import type { Project } from "@cairn/contract/projects";
import { getRepository } from "@cairn/contract/repositories";
import type { Repository } from "@cairn/contract/repositories";
import { listRepositoryKeys } from "@cairn/contract/repository-keys";
import type { Role } from "@cairn/contract/roles";
import { expect } from "vitest";
import { page } from "vitest/browser";

import type { FakeApi } from "./fake-api.ts";
import { commit, makeRepository } from "./open-repository.ts";
import { openScreen } from "./open-screen.tsx";
import type { OpenOptions } from "./open-screen.tsx";

export const repositorySettingsAddress = "/o/payments/p/shop/repositories/ferries/settings";
/** What every call for the repository names. */
export const repositoryKey = { organizationId: "payments", projectId: "shop", repositoryId: "ferries" };

const updatedAt = "2026-03-02T09:30:00Z";

interface RepositorySettingsOptions extends OpenOptions {
  repository?: Partial<Repository>;
  /** Of the product. */
  project?: Partial<Project>;
  role?: Role;
}

/** A repository at an address of the web, unless told otherwise. */
export function makeFerries(change: Partial<Repository> = {}): Repository {
  const url = "https://git.example.com/acme/ferries";
  return makeRepository({
    slug: "ferries",
    repo: "ferries",
    connection: { type: "url", url },
    url,
    clone: { http: url, ssh: null },
    isReadOnly: true,
    isProtected: false,
    hasCredential: false,
    ...change,
  });
}

/** Opens the settings of a repository that no service uses. */
export async function openRepositorySettings(options: RepositorySettingsOptions = {}): Promise<FakeApi> {
  const api = await openScreen(repositorySettingsAddress, {
    ...options,
    api: (fake) => {
      fake.adjust(getOrganization, { role: options.role ?? "admin", slug: "payments" });
      fake.adjust(getProject, { services: [], slug: "shop", ...options.project });
      fake.reply(getRepository, makeFerries(options.repository));
      fake.reply(
        listBranches,
        ["main", "next"].map((name) => ({ name, oid: commit, isDefault: name === "main", updatedAt })),
      );
      fake.replyList(listRepositoryKeys, []);
      options.api?.(fake);
    },
  });
  await expect.element(settingsCard("General")).toBeVisible();
  return api;
}

/** One card of a screen of settings, by its title. */
export const settingsCard = (title: string) => page.getByRole("region", { name: title });
