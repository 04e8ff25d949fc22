import type { FileTreeItem, getTree as endpoint } from "@cairn/contract/code-browsing";
import type { InputOf, ResultOf } from "@cairn/contract/endpoint";
import { notFound } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { requireCode, requireRepository } from "#server/domain/repositories/catalog/require-repository.ts";
import { listFolder, type FolderEntry } from "#server/platform/git/objects/list-tree.ts";

/** One folder of a branch, folders first; without a path the top folder. */
export async function getTree(ctx: Ctx, input: InputOf<typeof endpoint>): Promise<ResultOf<typeof endpoint>> {
  const row = await requireRepository(ctx, input, "project.read");
  const { directory, commit } = await requireCode(ctx, row, input.branchName);
  const path = (input.path ?? "").replace(/^\/+|\/+$/g, "");
  const folder = await listFolder(directory, { commit, path, signal: ctx.signal });
  if (!folder) throw notFound("Folder");
  const children = folder.entries.map(toItem).sort(byKindThenName);
  return { id: path || "/", path, name: nameOf(path), isFolder: true, kind: "folder", oid: folder.oid, children };
}

function toItem({ path, oid, type }: FolderEntry): FileTreeItem {
  const isFolder = type === "folder";
  return { id: path, path, name: nameOf(path), isFolder, kind: type, oid, children: isFolder ? null : [] };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

const { compare } = new Intl.Collator("en");

function byKindThenName(a: FileTreeItem, b: FileTreeItem): number {
  return Number(b.isFolder) - Number(a.isFolder) || compare(a.name, b.name);
}
