import { buffer } from "node:stream/consumers";

import { fileSchema, fileTreeItemSchema } from "@cairn/contract/code-browsing";
import { blameSchema, commitSchema, diffSchema } from "@cairn/contract/code-history";
import { afterAll, beforeAll, expect, it } from "vitest";

import { releaseAllObjects } from "#server/platform/git/objects/object-reader.ts";
import { createTestRepository, type TestRepository } from "#server/testing/git-repository.ts";
import { createTestWorld, makeProject, makeRepository, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { findFiles } from "./find-files.ts";
import { getBlame } from "./get-blame.ts";
import { getCommit } from "./get-commit.ts";
import { getDiff } from "./get-diff.ts";
import { getFile } from "./get-file.ts";
import { getOpening } from "./get-opening.ts";
import { getRawFile } from "./get-raw-file.ts";
import { getTree } from "./get-tree.ts";
import { listCommits } from "./list-commits.ts";
import { listRepositoryBranches } from "./list-repository-branches.ts";

let world: TestWorld;
let source: TestRepository;
let project: Awaited<ReturnType<typeof makeProject>>;
let key: { organizationId: string; projectId: string; repositoryId: string };
let first: string;
let head: string;
let side: string;

const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 123456789\n`;

beforeAll(async () => {
  world = await createTestWorld();
  source = await createTestRepository();
  first = await source.commit("First", {
    "README.md": "# Shop\n",
    "src/cart.ts": "one\ntwo\n",
    "B.txt": "b",
    "a.txt": "a",
  });
  await source.git("checkout", "--quiet", "-b", "feature/été");
  side = await source.commit("Side", { "src/side.ts": "side\n" });
  await source.git("checkout", "--quiet", "main");
  await source.git("mv", "src/cart.ts", "src/basket.ts");
  await source.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},lib`);
  await source.git("commit", "--quiet", "-m", "Rename");
  await source.git("reset", "--quiet", "--hard");
  head = await source.commit("Kinds", {
    link: { linkTo: "/etc/passwd" },
    "video.mp4": pointer,
    "data.bin": Buffer.from([0, 1, 2]),
    "large.txt": "x".repeat(1_048_577),
  });
  project = await makeProject(world);
  key = await makeRepository(world, project);
  await source.git("clone", "--quiet", "--mirror", source.path, world.ctx.mirrors.directory(key.repositoryId));
});

afterAll(async () => {
  releaseAllObjects();
  await source.remove();
  await world.close();
});

const onMain = () => ({ ...key, branchName: "main" });

it("shows folders before files, and what each entry is", async () => {
  const tree = fileTreeItemSchema.parse(await getTree(project.ctx, onMain()));
  expect(tree).toMatchObject({ id: "/", path: "", kind: "folder", oid: await source.git("rev-parse", "HEAD^{tree}") });
  expect(tree.children?.map(({ name, kind, children }) => [name, kind, children])).toEqual([
    ["src", "folder", null],
    ["a.txt", "file", []],
    ["B.txt", "file", []],
    ["data.bin", "file", []],
    ["large.txt", "file", []],
    ["lib", "submodule", []],
    ["link", "symlink", []],
    ["README.md", "file", []],
    ["video.mp4", "file", []],
  ]);
  const below = await getTree(project.ctx, { ...onMain(), path: "/src/" });
  expect(below).toMatchObject({ path: "src", name: "src", children: [{ path: "src/basket.ts", name: "basket.ts" }] });
});

it("shows files as what they are", async () => {
  const read = async (path: string, branchName = "main") =>
    fileSchema.parse(await getFile(project.ctx, { ...key, branchName, path }));
  expect(await read("README.md")).toMatchObject({
    content: "# Shop\n",
    encoding: "utf-8",
    kind: "file",
    lfsSize: null,
  });
  expect(await read("link")).toMatchObject({ content: "/etc/passwd", encoding: "utf-8", kind: "symlink" });
  expect(await read("video.mp4")).toMatchObject({ content: pointer, lfsSize: 123_456_789 });
  expect(await read("data.bin")).toMatchObject({ content: "", encoding: "none", size: 3 });
  expect(await read("large.txt")).toMatchObject({ content: "", encoding: "none", size: 1_048_577 });
  expect(await read("src/side.ts", "feature/été")).toMatchObject({ content: "side\n", commit: side });
  expect(await read("src/cart.ts", first)).toMatchObject({ content: "one\ntwo\n", commit: first });
  const rename = await source.git("rev-parse", "HEAD~1");
  expect(await read("lib", rename)).toMatchObject({
    kind: "submodule",
    oid: "1".repeat(40),
    encoding: "none",
    size: 0,
  });
});

it("sends a file's bytes with its size and name", async () => {
  const raw = await getRawFile(project.ctx, { ...onMain(), path: "large.txt" });
  expect(raw).toMatchObject({ size: 1_048_577, contentType: "application/octet-stream", filename: "large.txt" });
  expect(await buffer(raw.bytes)).toHaveLength(1_048_577);
});

it("finds files, lists branches, tells commits and who wrote each line", async () => {
  const found = await findFiles(project.ctx, { ...onMain(), query: "bask", limit: 5 });
  expect(found).toEqual({ content: [{ path: "src/basket.ts", matches: [4, 5, 6, 7] }], commit: head });
  const branches = await listRepositoryBranches(project.ctx, key);
  expect(new Map(branches.map(({ name, oid }) => [name, oid]))).toEqual(
    new Map([
      ["main", head],
      ["feature/été", side],
    ]),
  );
  expect(commitSchema.parse(await getCommit(project.ctx, { ...key, oid: side }))).toMatchObject({
    subject: "Side",
    parents: [first],
  });
  const blame = blameSchema.parse(await getBlame(project.ctx, { ...onMain(), path: "src/basket.ts" }));
  expect(blame).toMatchObject({ commit: head, runs: [{ startLine: 1, lineCount: 2, oid: first }] });
});

it("pages through histories: a branch's, a folder's, a file's through its rename", async () => {
  const list = (given: { path?: string; page?: number; limit?: number }) =>
    listCommits(project.ctx, { ...onMain(), page: 1, limit: 2, ...given });
  const short = ({ content, hasMore }: Awaited<ReturnType<typeof list>>) => [
    ...content.map(({ subject, path }) => `${subject} ${path}`),
    hasMore,
  ];
  expect(short(await list({}))).toEqual(["Kinds null", "Rename null", true]);
  expect(short(await list({ page: 2 }))).toEqual(["First null", false]);
  expect(short(await list({ path: "src" }))).toEqual(["Rename src", "First src", false]);
  expect(short(await list({ path: "/src/basket.ts" }))).toEqual(["Rename src/basket.ts", "First src/cart.ts", false]);
  expect(short(await list({ path: "src/basket.ts", page: 2, limit: 1 }))).toEqual(["First src/cart.ts", false]);
});

it("compares with the parent, with another branch since they went apart, and with nothing", async () => {
  const compare = async (branchName: string, compareTo: string) =>
    diffSchema.parse(await getDiff(project.ctx, { ...key, branchName, compareTo, context: 3, since: "fork" }));
  const paths = ({ files }: Awaited<ReturnType<typeof compare>>) =>
    files.map(({ path, status }) => `${status} ${path}`);
  const sideOnly = await compare("feature/été", "main");
  expect(sideOnly).toMatchObject({ base: first, head: side, isTruncated: false });
  expect(paths(sideOnly)).toEqual(["added src/side.ts"]);
  expect(paths(await compare(side, "parent"))).toEqual(["added src/side.ts"]);
  expect(await compare(first, "parent")).toMatchObject({ base: null, head: first });
  expect((await compare(first, "parent")).files).toHaveLength(4);
  expect(paths(await compare("main", first))).toContain("renamed src/basket.ts");
  expect(await compare("main", "main")).toMatchObject({ base: head, files: [] });
  const asItStands = { ...key, branchName: side, compareTo: "main", context: 3, since: "tip" as const };
  const undone = diffSchema.parse(await getDiff(project.ctx, asItStands));
  expect(undone.base).toBe(head);
  expect(paths(undone)).toContain("renamed src/cart.ts");
});

it("opens with what the README says of the whole, cited, before anything is indexed", async () => {
  expect(await getOpening(project.ctx, key)).toEqual({ content: "", sources: [] });
  const boats = await createTestRepository();
  const text = "# Boats\n\nBoats shows passengers which boat leaves next.\n\n## Install\n\nRun it.\n";
  await boats.git("checkout", "--quiet", "-b", "trunk");
  const commit = await boats.commit("First", { "readme.md": text, "docs/README.md": "Elsewhere." });
  const fresh = await makeRepository(world, project);
  await expect(getOpening(project.ctx, fresh)).rejects.toThrow("not been cloned yet");
  await boats.git("clone", "--quiet", "--mirror", boats.path, world.ctx.mirrors.directory(fresh.repositoryId));
  const opening = await getOpening(project.ctx, fresh);
  expect(opening.content).toBe("Boats shows passengers which boat leaves next. [1]");
  expect(opening.sources).toMatchObject([
    { repositoryId: fresh.repositoryId, path: "readme.md", startLine: 3, endLine: 3, commit },
  ]);
  await boats.remove();
});

it("says in plain words what is not there", async () => {
  const { ctx } = project;
  const missing = { ...onMain(), path: "missing" };
  await expect(getTree(ctx, missing)).rejects.toThrow("Folder not found");
  await expect(getTree(ctx, { ...onMain(), path: "link" })).rejects.toThrow("Folder not found");
  await expect(getFile(ctx, missing)).rejects.toThrow("File not found");
  await expect(getFile(ctx, { ...onMain(), path: "src" })).rejects.toThrow("File not found");
  await expect(getRawFile(ctx, missing)).rejects.toThrow("File not found");
  await expect(getBlame(ctx, missing)).rejects.toThrow("File not found");
  await expect(listCommits(ctx, { ...missing, page: 1, limit: 5 })).rejects.toThrow("File or folder not found");
  await expect(getTree(ctx, { ...key, branchName: "nope" })).rejects.toThrow("Branch not found");
  await expect(getTree(ctx, { ...key, branchName: "0".repeat(40) })).rejects.toThrow("Commit not found");
  await expect(getCommit(ctx, { ...key, oid: "0".repeat(40) })).rejects.toThrow("Commit not found");
  await expect(getDiff(ctx, { ...onMain(), compareTo: "nope", context: 3, since: "fork" })).rejects.toThrow(
    "Branch not found",
  );
  const empty = await makeRepository(world, project);
  await expect(getTree(ctx, { ...empty, branchName: "main" })).rejects.toThrow("not been cloned yet");
  await expect(getCommit(ctx, { ...empty, oid: head })).rejects.toThrow("not been cloned yet");
  expect(await listRepositoryBranches(ctx, empty)).toEqual([]);
});

it("reads nothing for a stranger, and tells them what it tells of a repository that is not there", async () => {
  const { ctx } = await makeUser(world);
  const other = await makeProject(world);
  const calls = [
    (as: typeof ctx, where: typeof key) => getTree(as, { ...where, branchName: "main" }),
    (as: typeof ctx, where: typeof key) => getFile(as, { ...where, branchName: "main", path: "README.md" }),
    (as: typeof ctx, where: typeof key) => getOpening(as, where),
    (as: typeof ctx, where: typeof key) => getRawFile(as, { ...where, branchName: "main", path: "README.md" }),
    (as: typeof ctx, where: typeof key) => findFiles(as, { ...where, branchName: "main", query: "", limit: 5 }),
    (as: typeof ctx, where: typeof key) => listCommits(as, { ...where, branchName: "main", page: 1, limit: 5 }),
    (as: typeof ctx, where: typeof key) => getCommit(as, { ...where, oid: head }),
    (as: typeof ctx, where: typeof key) => getBlame(as, { ...where, branchName: "main", path: "README.md" }),
    (as: typeof ctx, where: typeof key) =>
      getDiff(as, { ...where, branchName: "main", compareTo: "parent", context: 3, since: "fork" }),
    (as: typeof ctx, where: typeof key) => listRepositoryBranches(as, where),
  ];
  for (const call of calls) {
    await expect(call(ctx, key)).rejects.toMatchObject({ code: "not_found" });
    const { organizationId, projectId } = other;
    await expect(call(other.ctx, { organizationId, projectId, repositoryId: key.repositoryId })).rejects.toThrow(
      "Repository not found",
    );
  }
});

it("stops when nobody waits any more", async () => {
  const ctx = { ...project.ctx, signal: AbortSignal.abort() };
  await expect(getTree(ctx, onMain())).rejects.toMatchObject({ code: "cancelled" });
  await expect(getDiff(ctx, { ...onMain(), compareTo: "parent", context: 3, since: "fork" })).rejects.toMatchObject({
    code: "cancelled",
  });
});
