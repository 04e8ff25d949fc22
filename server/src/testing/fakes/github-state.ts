import { randomBytes } from "node:crypto";

interface Repository {
  id: number;
  /** "acme/shop". */
  name: string;
  /** Names of the people who may read it. */
  readers: string[];
}

/** An issue or, with `pull_request`, a pull request, as REST has it. */
interface FakeIssue {
  id: number;
  number: number;
  title: string;
  body: string | null;
  state: "open" | "closed";
  state_reason?: string | null;
  labels: { name: string }[];
  assignees: { login: string }[];
  milestone: { title: string } | null;
  created_at: string;
  pull_request?: object;
}

/** A pull request as REST has it. */
export interface FakePull {
  number: number;
  title: string;
  body: string;
  state: "open" | "closed";
  merged_at: string | null;
  merge_commit_sha: string | null;
  head: { ref: string; sha: string; repo: { id: number } | null };
  base: { ref: string; repo: { id: number } };
}

interface Installation {
  id: string;
  account: string;
  isSuspended: boolean;
  /** Whether its owner lets the app read issues. */
  readsIssues: boolean;
  /** Whether its owner lets the app change contents; apps that ask for less never may. */
  writesContents: boolean;
  /** Whether its owner lets the app open pull requests. */
  writesPulls: boolean;
  repositories: Repository[];
}

/** Who brings a token: an installation, perhaps for some repositories only, or a person. */
type TokenOwner =
  | { installationId: string; repositories: string[] | null; permissions: Record<string, string> }
  | { login: string };

export interface GithubState {
  installations: Map<string, Installation>;
  tokens: Map<string, TokenOwner>;
  /** By the name of their repository. */
  issues: Map<string, FakeIssue[]>;
  /** By the name of their repository, in the order in which they were opened. */
  pulls: Map<string, FakePull[]>;
  /** Each is good for one exchange. */
  codes: Map<string, { login: string; isUsed: boolean }>;
  /** Installs the app on an account; resolves to the installation's id. */
  install(account: string): string;
  suspend(installationId: string, isSuspended: boolean): void;
  uninstall(installationId: string): void;
  /** What the browser of this person comes back with. */
  authorize(login: string): string;
  issue(owner: TokenOwner): string;
  keepRepository(installationId: string, given: { name: string; readers: string[] }): void;
  renameKept(from: string, to: string): void;
  /** Takes a repository away from all installations. */
  dropRepository(name: string): void;
  /** By any name it ever had; null for none. */
  currentName(name: string): string | null;
  /** Those a token may read, of one installation or of all. */
  readable(token: string, installationId?: string): Repository[];
  mayRead(token: string, name: string): boolean;
  /** Only of a token that was asked for writing, and for this repository. */
  mayWrite(token: string, name: string): boolean;
}

/** Accounts, repositories, people and tokens, in memory. */
export function createGithubState(): GithubState {
  const installations: GithubState["installations"] = new Map();
  const tokens: GithubState["tokens"] = new Map();
  const codes: GithubState["codes"] = new Map();
  const issues: GithubState["issues"] = new Map();
  const pulls: GithubState["pulls"] = new Map();
  const formerNames = new Map<string, string>();
  let lastId = 1000;
  const all = () => [...installations.values()].flatMap((one) => one.repositories);
  const readable = (token: string, installationId?: string) =>
    readableBy({ installations, tokens }, token, installationId);
  return {
    installations,
    tokens,
    codes,
    issues,
    pulls,
    readable,
    install(account) {
      const id = String((lastId += 1));
      const rights = { readsIssues: true, writesContents: false, writesPulls: true };
      installations.set(id, { id, account, isSuspended: false, ...rights, repositories: [] });
      return id;
    },
    suspend(installationId, isSuspended) {
      const found = installations.get(installationId);
      if (found) found.isSuspended = isSuspended;
    },
    uninstall: (installationId) => void installations.delete(installationId),
    authorize(login) {
      const code = `code_${randomBytes(16).toString("hex")}`;
      codes.set(code, { login, isUsed: false });
      return code;
    },
    issue(owner) {
      const token = `${"login" in owner ? "ghu" : "ghs"}_${randomBytes(24).toString("hex")}`;
      tokens.set(token, owner);
      return token;
    },
    keepRepository(installationId, given) {
      installations.get(installationId)?.repositories.push({ id: (lastId += 1), ...given });
    },
    renameKept(from, to) {
      for (const one of all()) if (one.name === from) one.name = to;
      formerNames.set(from, to);
    },
    dropRepository(name) {
      for (const one of installations.values())
        one.repositories = one.repositories.filter((kept) => kept.name !== name);
    },
    currentName: (name) => findName(all(), formerNames, name),
    mayRead: (token, name) => readable(token).some((one) => one.name === name),
    mayWrite: (token, name) => isForWriting(tokens.get(token)) && readable(token).some((one) => one.name === name),
  };
}

function isForWriting(owner: TokenOwner | undefined): boolean {
  return owner !== undefined && "permissions" in owner && owner.permissions["contents"] === "write";
}

function readableBy(
  { installations, tokens }: Pick<GithubState, "installations" | "tokens">,
  token: string,
  installationId?: string,
): Repository[] {
  const owner = tokens.get(token);
  if (!owner) return [];
  if ("login" in owner) {
    const seen = [...installations.values()].filter(({ id }) => installationId === undefined || id === installationId);
    return seen.flatMap((one) => one.repositories).filter((one) => one.readers.includes(owner.login));
  }
  const installation = installations.get(owner.installationId);
  if (!installation || installation.isSuspended) return [];
  return installation.repositories.filter((one) => owner.repositories?.includes(one.name) ?? true);
}

function findName(all: Repository[], formerNames: Map<string, string>, name: string): string | null {
  const found = all.find((one) => one.name.toLowerCase() === name.toLowerCase());
  const later = formerNames.get(name);
  return found?.name ?? (later === undefined ? null : findName(all, formerNames, later));
}
