import { cp, mkdir, readFile } from "node:fs/promises";
import path from "node:path";

import { eq } from "drizzle-orm";
import { z } from "zod";

import { repositories } from "#server/platform/db/tables/projects.ts";
import { readBlob } from "#server/platform/git/objects/read-blob.ts";
import { readCommitHeader } from "#server/platform/git/objects/read-commit-header.ts";
import { resolveCommit } from "#server/platform/git/objects/resolve-commit.ts";
import { runGit } from "#server/platform/git/process/run-git.ts";
import { hostedDirectory } from "#server/platform/storage/data-folders.ts";

import { findGitDirectory } from "./find-git-directory.ts";
import { inFolder } from "./on-index.ts";
import { openScratchProduct, type ScratchProduct } from "./scratch-product.ts";

const fixSchema = z.object({
  /** A git repository, from the folder of the file. */
  repository: z.string(),
  /** What fixed something, with a test of it. */
  commit: z.string(),
  title: z.string(),
  /** What is wrong, for who is to find the fix anew. */
  description: z.string().default(""),
  /** The path of that test, and one line for `/bin/sh` that runs it. */
  test: z.string(),
  command: z.string(),
  /** One line that installs what the test needs; null for nothing. */
  install: z.string().nullable(),
  /** One line that is run before it, where it tests what was built. */
  build: z.string().nullable().default(null),
});
type WrittenFix = z.infer<typeof fixSchema>;

/** A change that was made once already, in a product that stands on the commit before it. */
export interface PastFix extends WrittenFix {
  /** The name of its repository. */
  name: string;
  parent: string;
  /** The test as the commit left it. */
  testContent: string;
  /** All that the commit changed but its test. */
  patch: string;
}

/** Calls `replay` for each fix of a file, those of one repository one after the other in one product. */
export async function replayPastFixes<T>(
  file: string,
  replay: (product: ScratchProduct, fix: PastFix) => Promise<T>,
): Promise<T[]> {
  const fixes = z.array(fixSchema).parse(JSON.parse(await readFile(file, "utf8")));
  const byRepository = Map.groupBy(fixes, ({ repository }) => path.resolve(path.dirname(file), repository));
  const replayed: T[] = [];
  for (const [repository, own] of byRepository) {
    const directory = await findGitDirectory(repository);
    const all = (product: ScratchProduct, hosted: string) =>
      replayAll(product, { directory, hosted, fixes: own, replay });
    replayed.push(...(await inProduct(directory, own[0]?.commit ?? "", all)));
  }
  return replayed;
}

async function inProduct<T>(
  directory: string,
  firstFix: string,
  work: (product: ScratchProduct, hosted: string) => Promise<T>,
): Promise<T> {
  return await inFolder(async (folder) => {
    const source = { directory, commit: await findParent(directory, firstFix), name: nameOf(directory) };
    const product = await openScratchProduct(folder, source, { env: process.env });
    try {
      return await work(product, await hostHere(product, directory));
    } finally {
      await product.close();
    }
  });
}

async function replayAll<T>(
  product: ScratchProduct,
  order: {
    directory: string;
    /** The product's own repository. */
    hosted: string;
    fixes: readonly WrittenFix[];
    replay: (product: ScratchProduct, fix: PastFix) => Promise<T>;
  },
): Promise<T[]> {
  const { directory, hosted, fixes, replay } = order;
  const replayed: T[] = [];
  for (const fix of fixes) {
    const parent = await findParent(directory, fix.commit);
    await runGit({ directory: hosted, args: ["update-ref", "refs/heads/main", parent] });
    const read = await readFix(directory, fix, parent);
    replayed.push(await replay(product, { ...fix, ...read, name: nameOf(directory), parent }));
  }
  return replayed;
}

const nameOf = (directory: string) => path.basename(path.dirname(directory));

/** Makes the product's repository one that this server hosts, with all objects of the given one. */
async function hostHere({ ctx, repositoryId }: ScratchProduct, from: string): Promise<string> {
  const directory = hostedDirectory(ctx.settings.server.dataDir, repositoryId);
  await mkdir(directory, { recursive: true });
  await runGit({ directory, args: ["init", "--quiet", "--bare", "--template=", "--initial-branch=main"] });
  await cp(path.join(from, "objects"), path.join(directory, "objects"), { recursive: true });
  const hosted = { connection: { type: "internal" }, mainBranch: "main" } as const;
  await ctx.wholeDb.update(repositories).set(hosted).where(eq(repositories.repositoryId, repositoryId));
  return directory;
}

async function findParent(directory: string, oid: string): Promise<string> {
  const commit = await resolveCommit(directory, oid);
  const [parent] = commit === null ? [] : (await readCommitHeader(directory, commit, {})).parents;
  if (parent === undefined) throw new Error(`${directory} holds no commit ${oid} that has a parent`);
  return parent;
}

async function readFix(
  directory: string,
  { commit, test }: WrittenFix,
  parent: string,
): Promise<Pick<PastFix, "patch" | "testContent">> {
  const compare = ["diff-tree", "-r", "--no-renames", "--no-ext-diff"];
  const names = await runGit({ directory, args: [...compare, "--name-only", "-z", parent, commit] });
  const others = names.stdout
    .toString()
    .split("\0")
    .filter((file) => file !== "" && file !== test);
  const patch = await runGit({ directory, args: [...compare, "-p", "--binary", parent, commit, "--", ...others] });
  const content = (await readBlob(directory, { commit, path: test, maxBytes: 10_000_000 }))?.bytes;
  return { patch: patch.stdout.toString(), testContent: content?.toString("utf8") ?? "" };
}
