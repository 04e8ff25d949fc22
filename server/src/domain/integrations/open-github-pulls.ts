import type { Ctx } from "#server/ctx.ts";
import type { GithubPull, GithubPullBranches } from "#server/platform/github/github-port.ts";

import { withConnection, type GithubCaller, type GithubRepositoryKey } from "./open-github-repository.ts";

/** The pull requests of one repository. Calls throw in plain words when the account or the repository cannot be read any more. */
export interface GithubPulls {
  /** Whether the account's owner lets the app open any, and what lets it. */
  mayOpen(): Promise<boolean>;
  grant: string;
  open(pull: GithubPullBranches & { title: string; body: string }): Promise<GithubPull>;
  list(branches: GithubPullBranches): Promise<GithubPull[]>;
  get(number: number): Promise<GithubPull>;
}

/** The caller has already checked the right. */
export function openGithubPulls(ctx: GithubCaller & Pick<Ctx, "signal">, key: GithubRepositoryKey): GithubPulls {
  const { signal } = ctx;
  const { owner, repo } = key;
  return {
    grant: `GitHub does not let this server open pull requests in ${owner}/${repo}. Whoever owns the account ${owner} there can allow it: the app under Settings, Integrations, with the permission “Pull requests: Read and write”.`,
    mayOpen: () =>
      withConnection(ctx, key, (github, { installationId }) => github.mayOpenPulls(installationId, { signal })),
    open: (pull) =>
      withConnection(ctx, key, (github, { installationId }) => github.openPull(installationId, key, pull, { signal })),
    list: (branches) =>
      withConnection(ctx, key, (github, { installationId }) =>
        github.listPulls(installationId, key, branches, { signal }),
      ),
    get: (number) =>
      withConnection(ctx, key, (github, { installationId }) => github.getPull(installationId, key, number, { signal })),
  };
}
