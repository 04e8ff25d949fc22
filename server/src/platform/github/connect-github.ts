import { AppError } from "@cairn/contract/errors";
import type { GithubRepository } from "@cairn/contract/integrations";
import { z } from "zod";

import type { Settings } from "#server/platform/settings/parse-settings.ts";

import { isTokenEnded } from "./explain-github-failure.ts";
import { exchangeCode, findVisible } from "./find-user-installation.ts";
import { createGithubCalls, type GithubCalls, type GithubSettings } from "./github-calls.ts";
import { isGithubName } from "./github-name.ts";
import type { GithubName, GithubPort } from "./github-port.ts";
import { idSchema } from "./id-schema.ts";
import { listIssues } from "./list-issues.ts";
import { getPull, listPulls, openPull } from "./pull-requests.ts";
import { readPages } from "./read-pages.ts";
import { createTokenCache, type NewToken } from "./token-cache.ts";

const listMaxAgeMs = 60_000;

const appSchema = z.object({ html_url: z.url() });
const tokenSchema = z.object({ token: z.string().min(1), expires_at: z.iso.datetime({ offset: true }) });
const installationSchema = z.object({
  permissions: z.object({ contents: z.string().optional(), pull_requests: z.string().optional() }),
  suspended_at: z.string().nullish(),
});
const countSchema = z.object({ total_count: z.number().int() });
const withId = z.object({ id: idSchema });
const repositorySchema = z
  .object({
    name: z.string(),
    owner: z.object({ login: z.string() }),
    private: z.boolean(),
    default_branch: z.string(),
    html_url: z.string(),
  })
  .transform((one) => ({
    owner: one.owner.login,
    repo: one.name,
    defaultBranch: one.default_branch,
    isPrivate: one.private,
    url: one.html_url,
  }));

/** GitHub as the settings name it; null where no GitHub App is set. */
export function connectGithub(settings: Settings["github"]): GithubPort | null {
  if (settings === null) return null;
  const calls = createGithubCalls(settings);
  const tokens = createTokenCache();
  const lists = new Map<string, { repositories: GithubRepository[]; readAt: number }>();
  let installAddress: string | null = null;
  const withInstallation = callsWithInstallation(calls, tokens);
  return {
    async installUrl(state, { signal }) {
      installAddress ??= await findInstallAddress(calls, settings, signal);
      return `${installAddress}?${new URLSearchParams({ state })}`;
    },
    async findUserInstallation(code, installationId, { signal }) {
      const token = await exchangeCode(calls, settings, { code, signal });
      const found = await findVisible(calls, { installationId, token, signal });
      if (found === null || found.isSuspended) return found && { ...found, canReadAll: false };
      const seen = await countRepositories(calls, { seenBy: { installationId }, token, signal });
      const all = await withInstallation(installationId, signal, (own) =>
        countRepositories(calls, { seenBy: null, token: own, signal }),
      );
      return { ...found, canReadAll: seen >= all };
    },
    async listRepositories(installationId, { signal }) {
      for (const [id, { readAt }] of lists) if (performance.now() - readAt > listMaxAgeMs) lists.delete(id);
      const known = lists.get(installationId);
      if (known) return known.repositories;
      const repositories = await withInstallation(installationId, signal, (token) =>
        readPages(calls, { ...installationList, as: { token }, signal }),
      );
      lists.set(installationId, { repositories, readAt: performance.now() });
      return repositories;
    },
    findInstallation: (name, { signal }) => findInstallation(calls, name, signal),
    async createGitToken(installationId, name, { signal, isFresh }) {
      if (!isGithubName(name)) throw new AppError("unprocessable", { message: "GitHub has no such names." });
      const { repo } = name;
      const make = () => createToken(calls, { installationId, repo, signal });
      return await tokens.get(`${installationId} ${repo.toLowerCase()}`, make, { isFresh });
    },
    mayPush: async (installationId, { signal }) =>
      (await readPermissions(calls, installationId, signal)).contents === "write",
    async createPushToken(installationId, name, { signal }) {
      if (!isGithubName(name)) throw new AppError("unprocessable", { message: "GitHub has no such names." });
      const { token } = await createToken(calls, { installationId, repo: name.repo, signal, permissions: pushing });
      return token;
    },
    async findCurrentName(installationId, name, { signal }) {
      return await withInstallation(installationId, signal, (token) => findCurrentName(calls, name, { token, signal }));
    },
    async listIssues(installationId, name, filter, { signal }) {
      if (!isGithubName(name)) throw new AppError("unprocessable", { message: "GitHub has no such names." });
      const { repo } = name;
      // A token of its own: git needs no issues, and an app that may not read them still clones.
      const make = () => createToken(calls, { installationId, repo, signal, permissions: { issues: "read" } });
      const token = await tokens.get(`${installationId} ${repo.toLowerCase()} issues`, make);
      return await listIssues(calls, { name, filter, token, signal });
    },
    ...callsAboutPulls(calls, { tokens, webBase: settings.webBase }),
    cloneUrl: ({ owner, repo }) => `${settings.webBase}/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}.git`,
  };
}

/** Runs a call with the token of an installation, once more with a new one where that has ended. */
function callsWithInstallation(calls: GithubCalls, tokens: ReturnType<typeof createTokenCache>) {
  return async <T>(installationId: string, signal: AbortSignal, call: (token: string) => Promise<T>): Promise<T> => {
    const make = () => createToken(calls, { installationId, signal });
    try {
      return await call(await tokens.get(installationId, make));
    } catch (error) {
      // Tokens end early when the app is removed or suspended; requesting a new one shows which.
      if (!isTokenEnded(error)) throw error;
      return await call(await tokens.get(installationId, make, { isFresh: true }));
    }
  };
}

type PullCalls = Pick<GithubPort, "mayOpenPulls" | "openPull" | "listPulls" | "getPull">;

function callsAboutPulls(
  calls: GithubCalls,
  { tokens, webBase }: { tokens: ReturnType<typeof createTokenCache>; webBase: string },
): PullCalls {
  // A token of its own: git needs no pull requests, and only the call that opens one writes.
  const open = async (installationId: string, name: GithubName, { signal }: { signal: AbortSignal }) => {
    if (!isGithubName(name)) throw new AppError("unprocessable", { message: "GitHub has no such names." });
    const { repo } = name;
    const permissions = { pull_requests: "read" } as const;
    const make = () => createToken(calls, { installationId, repo, signal, permissions });
    const token = await tokens.get(`${installationId} ${repo.toLowerCase()} pulls`, make);
    return { name, webBase, token, signal };
  };
  return {
    mayOpenPulls: async (installationId, { signal }) =>
      (await readPermissions(calls, installationId, signal)).pull_requests === "write",
    async openPull(installationId, name, pull, { signal }) {
      if (!isGithubName(name)) throw new AppError("unprocessable", { message: "GitHub has no such names." });
      const permissions = { pull_requests: "write" } as const;
      const { token } = await createToken(calls, { installationId, repo: name.repo, signal, permissions });
      return await openPull(calls, { name, webBase, token, signal }, pull);
    },
    listPulls: async (installationId, name, branches, options) =>
      await listPulls(calls, await open(installationId, name, options), branches),
    getPull: async (installationId, name, number, options) =>
      await getPull(calls, await open(installationId, name, options), number),
  };
}

const installationList = { url: "/installation/repositories", name: "repositories", entry: repositorySchema };

/** What the account's owner lets the app do. */
async function readPermissions(calls: GithubCalls, installationId: string, signal: AbortSignal) {
  const params = { installation_id: installationId };
  const url = "/app/installations/{installation_id}";
  const found = await calls.read(installationSchema, { method: "GET", url, params, as: "app", signal });
  if (found.suspended_at) throw new AppError("forbidden", { message: "The app is suspended on GitHub." });
  return found.permissions;
}

/** Enterprise servers have their apps below another path, so GitHub is queried for this app's address. */
async function findInstallAddress(calls: GithubCalls, settings: GithubSettings, signal: AbortSignal): Promise<string> {
  const app = await calls.read(appSchema, { method: "GET", url: "/app", as: "app", signal });
  return `${settings.webBase}${new URL(app.html_url).pathname}/installations/new`;
}

type Permissions = { contents: "read" | "write" } | { issues: "read" } | { pull_requests: "read" | "write" };

const reading: Permissions = { contents: "read" };
const pushing: Permissions = { contents: "write" };

/** For all repositories of the installation or, with `repo`, for this one alone; reads unless another permission is said. */
async function createToken(
  calls: GithubCalls,
  {
    installationId,
    repo,
    signal,
    permissions = reading,
  }: { installationId: string; repo?: string; signal: AbortSignal; permissions?: Permissions },
): Promise<NewToken> {
  const { token, expires_at: expiresAt } = await calls.read(tokenSchema, {
    method: "POST",
    url: "/app/installations/{installation_id}/access_tokens",
    params: {
      installation_id: installationId,
      permissions: { ...permissions, metadata: "read" },
      ...(repo === undefined ? {} : { repositories: [repo] }),
    },
    as: "app",
    signal,
  });
  return { token, expiresAt: new Date(expiresAt) };
}

/** How many repositories the installation itself can read, or how many of them the person of the token can. */
async function countRepositories(
  calls: GithubCalls,
  given: { seenBy: { installationId: string } | null; token: string; signal: AbortSignal },
): Promise<number> {
  const { seenBy, token, signal } = given;
  const url = seenBy ? "/user/installations/{installation_id}/repositories" : installationList.url;
  const params = { ...(seenBy && { installation_id: seenBy.installationId }), per_page: 1 };
  const counted = await calls.read(countSchema, { method: "GET", url, params, as: { token }, signal });
  return counted.total_count;
}

async function findInstallation(calls: GithubCalls, name: GithubName, signal: AbortSignal): Promise<string | null> {
  if (!isGithubName(name)) return null;
  const url = "/repos/{owner}/{repo}/installation";
  const params = { owner: name.owner, repo: name.repo };
  const answer = await orNull(calls.send({ method: "GET", url, params, as: "app", signal }));
  // A redirect leads to another name, which is not the requested one.
  const parsed = withId.safeParse(answer?.data);
  return answer !== null && answer.status < 300 && parsed.success ? parsed.data.id : null;
}

async function findCurrentName(
  calls: GithubCalls,
  name: GithubName,
  { token, signal }: { token: string; signal: AbortSignal },
): Promise<GithubName | null> {
  if (!isGithubName(name)) return null;
  const as = { token };
  const named = { owner: name.owner, repo: name.repo };
  let answer = await orNull(calls.send({ method: "GET", url: "/repos/{owner}/{repo}", params: named, as, signal }));
  const repositoryId = /\/repositories\/(\d+)$/.exec(answer?.location ?? "")?.[1];
  if (repositoryId !== undefined) {
    const params = { repository_id: repositoryId };
    answer = await orNull(calls.send({ method: "GET", url: "/repositories/{repository_id}", params, as, signal }));
  }
  const parsed = repositorySchema.safeParse(answer?.data);
  return parsed.success ? { owner: parsed.data.owner, repo: parsed.data.repo } : null;
}

async function orNull<T>(requested: Promise<T>): Promise<T | null> {
  try {
    return await requested;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
