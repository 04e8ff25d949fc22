import type { GithubRepository } from "@cairn/contract/integrations";

/** An account that the GitHub App was installed on. */
export interface GithubInstallation {
  installationId: string;
  account: string;
  isSuspended: boolean;
}

/** An installation as one person sees it. */
export interface UserInstallation extends GithubInstallation {
  /** Nothing the installation may read is hidden from this person; false while it is suspended. */
  canReadAll: boolean;
}

export interface GithubName {
  owner: string;
  repo: string;
}

/** An issue, with what is worked out of it here. */
export interface GithubIssue {
  /** Names it for good, also where the repository has another name. */
  id: string;
  number: number;
  title: string;
  /** Markdown; empty where nobody wrote one. */
  body: string;
  /** "open", or why it is closed: "completed", "not_planned", "duplicate", else "closed". */
  state: string;
  labels: string[];
  /** Names of accounts. */
  assignees: string[];
  /** Title of its milestone. */
  milestone: string | null;
  url: string;
  createdAt: string;
}

/** Which issues; null for a label or milestone that does not matter. */
export interface GithubIssueFilter {
  state: "open" | "closed" | "all";
  label: string | null;
  milestone: string | null;
}

/** A pull request from a branch of the same repository. */
export interface GithubPull {
  number: number;
  state: "open" | "closed" | "merged";
  url: string;
  /** What its branch stands at. */
  headOid: string;
  /** The branch it goes into. */
  base: string;
  /** The commit that brought it into `base`, whichever way it was merged; null unless it is merged. */
  mergeOid: string | null;
}

/** Branches of a pull request that both lie in its repository. */
export interface GithubPullBranches {
  head: string;
  base: string;
}

interface GithubCallOptions {
  signal: AbortSignal;
}

/**
 * What the product needs of GitHub. Every call throws `vendor_unavailable` when GitHub cannot be reached or is out of
 * order, `vendor_failed` when it refuses, in plain words and without secrets.
 */
export interface GithubPort {
  /** The address for installing the app; GitHub returns `state` unchanged. */
  installUrl(state: string, options: GithubCallOptions): Promise<string>;
  /**
   * The installation, if the person who gave `code` may see it; else null. The code is used up. Throws `invalid_input`
   * for a bad one.
   */
  findUserInstallation(
    code: string,
    installationId: string,
    options: GithubCallOptions,
  ): Promise<UserInstallation | null>;
  /** All repositories of an installation, at most 1,000, up to a minute old. Throws as `createGitToken` does. */
  listRepositories(installationId: string, options: GithubCallOptions): Promise<GithubRepository[]>;
  /** The installation that may read this repository, no matter who connected it; null when there is none. */
  findInstallation(name: GithubName, options: GithubCallOptions): Promise<string | null>;
  /**
   * A password for git that reads this one repository and ends within the hour; the user name is `x-access-token`.
   * `isFresh` requests a new one even where an earlier one is still valid. Throws `not_found` when the installation was
   * removed there, `forbidden` when it is suspended, `unprocessable` when it has no such repository.
   */
  createGitToken(
    installationId: string,
    name: GithubName,
    options: GithubCallOptions & { isFresh: boolean },
  ): Promise<string>;
  /** Whether the account's owner lets the app change contents. Throws as `createGitToken` does. */
  mayPush(installationId: string, options: GithubCallOptions): Promise<boolean>;
  /**
   * A password for git that changes the contents of this one repository, for a single push: it is kept nowhere. Throws as
   * `createGitToken` does, `unprocessable` also where the app may only read.
   */
  createPushToken(installationId: string, name: GithubName, options: GithubCallOptions): Promise<string>;
  /** What the repository is called now: names of renamed and moved ones lead on. Null when it is gone. */
  findCurrentName(installationId: string, name: GithubName, options: GithubCallOptions): Promise<GithubName | null>;
  /**
   * The issues of a repository without its pull requests, oldest first. Throws as `createGitToken` does, `unprocessable`
   * also where the app may not read issues.
   */
  listIssues(
    installationId: string,
    name: GithubName,
    filter: GithubIssueFilter,
    options: GithubCallOptions,
  ): Promise<GithubIssue[]>;
  /** Whether the account's owner lets the app open pull requests. Throws as `createGitToken` does. */
  mayOpenPulls(installationId: string, options: GithubCallOptions): Promise<boolean>;
  /** Opens a pull request. Throws as `createGitToken` does, `conflict` where GitHub finds nothing to open, or has it already. */
  openPull(
    installationId: string,
    name: GithubName,
    pull: GithubPullBranches & { title: string; body: string },
    options: GithubCallOptions,
  ): Promise<GithubPull>;
  /** The pull requests between two branches, whatever became of them, the newest first. Throws as `createGitToken` does. */
  listPulls(
    installationId: string,
    name: GithubName,
    branches: GithubPullBranches,
    options: GithubCallOptions,
  ): Promise<GithubPull[]>;
  /** How a pull request stands. Throws as `createGitToken` does. */
  getPull(installationId: string, name: GithubName, number: number, options: GithubCallOptions): Promise<GithubPull>;
  /** Address that git clones from. */
  cloneUrl(name: GithubName): string;
}
