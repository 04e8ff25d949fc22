import { getFile, getTree, listBranches } from "@cairn/contract/code-browsing";
import type { FileTreeItem, RepositoryFile } from "@cairn/contract/code-browsing";
import { getRepository } from "@cairn/contract/repositories";
import type { Repository } from "@cairn/contract/repositories";
import { expect } from "vitest";
import { page } from "vitest/browser";

import { Refusal } from "./fake-api.ts";
import type { FakeApi } from "./fake-api.ts";
import { openScreen } from "./open-screen.tsx";
import type { OpenOptions } from "./open-screen.tsx";
import { sampleOf } from "./sample.ts";

const repositoryAddress = "/o/payments/p/shop/repositories/payments";
/** The top folder of the main branch. */
export const mainAddress = `${repositoryAddress}/b/main/`;
/** The commit at which every branch is. */
export const commit = "4f2a9c1d7e6b5a4938271605f4e3d2c1b0a99887";

const code = "export function charge() {\n  return fee;\n}\n";

/** A repository that is indexed. */
export function makeRepository(change: Partial<Repository> = {}): Repository {
  const sample = sampleOf(getRepository.response, "usual") as Repository;
  const indexing: Repository["indexing"] = { ...sample.indexing, state: "ready", commit, error: null };
  return { ...sample, slug: "payments", repo: "payments", mainBranch: "main", indexing, ...change };
}

export function makeFile(change: Partial<RepositoryFile> = {}): RepositoryFile {
  const content = change.content ?? code;
  return {
    path: "charge.ts",
    content,
    encoding: "utf-8",
    kind: "file",
    size: content.length,
    lfsSize: null,
    language: "typescript",
    oid: commit,
    commit,
    ...change,
  };
}

export interface RepositoryContent {
  repository?: Partial<Repository>;
  /** The paths of the files of each branch, the default one first. */
  branches?: Record<string, readonly string[]>;
  /** What is read of a file; other files hold a few lines of code. */
  file?: RepositoryFile;
}

/** The server has a repository with these files. At the id of a commit it is as on the first branch. */
export function serveRepository(api: FakeApi, content: RepositoryContent = {}): void {
  const { repository, file = makeFile(), branches = { main: ["src/refund.ts", file.path] } } = content;
  const filesOf = (branchName: string) =>
    branches[branchName] ?? (branchName === commit ? Object.values(branches)[0] : undefined) ?? [];
  api.reply(getRepository, makeRepository(repository));
  api.reply(
    listBranches,
    Object.keys(branches).map((name, index) => makeBranch(name, index === 0)),
  );
  api.reply(getTree, ({ branchName, path = "" }) => makeFolder(path, listEntries(filesOf(branchName), path)));
  api.reply(getFile, ({ path }) => (path === file.path ? file : makeFile({ path })));
}

interface OpenRepositoryOptions extends OpenOptions, RepositoryContent {
  /** The branch or commit of the address; the main branch when absent. */
  at?: string;
}

/** Opens what follows the branch in the address: "src/charge.ts?view=blame". */
export function openRepository(rest: string, options: OpenRepositoryOptions = {}): Promise<FakeApi> {
  return openScreen(`${repositoryAddress}/b/${encodeURIComponent(options.at ?? "main")}/${rest}`, {
    ...options,
    api: (api) => {
      serveRepository(api, options);
      options.api?.(api);
    },
  });
}

/** The open file. */
export const fileView = () => page.getByRole("region", { name: "File", exact: true });

/** Opens a file at its address, with what follows its path, and waits until it is shown. */
export async function openFile(
  file: RepositoryFile = makeFile(),
  { rest = "", ...options }: OpenRepositoryOptions & { rest?: string } = {},
): Promise<FakeApi> {
  const api = await openRepository(file.path + rest, { file, ...options });
  await expect.element(fileView()).toBeVisible();
  return api;
}

function makeBranch(name: string, isDefault: boolean) {
  return { name, oid: commit, isDefault, updatedAt: "2026-03-02T09:30:00Z" };
}

/** The entries of a folder, by the order of the files; a folder without any does not exist. */
function listEntries(files: readonly string[], folder: string): FileTreeItem[] {
  const start = folder === "" ? "" : `${folder}/`;
  const inside = files.filter((file) => file.startsWith(start)).map((file) => file.slice(start.length));
  if (inside.length === 0) throw new Refusal("not_found");
  const names = new Set(inside.map((rest) => rest.split("/")[0] ?? ""));
  return [...names].map((name) => makeEntry(start + name, inside.includes(name) ? "file" : "folder"));
}

function makeEntry(path: string, kind: "folder" | "file"): FileTreeItem {
  const isFolder = kind === "folder";
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { id: path, path, name, isFolder, kind, oid: commit, children: isFolder ? null : [] };
}

const makeFolder = (path: string, children: FileTreeItem[]): FileTreeItem => ({
  ...makeEntry(path, "folder"),
  children,
});
