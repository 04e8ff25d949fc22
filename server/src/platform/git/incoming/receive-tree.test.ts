import { execFileSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createTestRepository, testGitEnvironment, type TestRepository } from "#server/testing/git-repository.ts";

import { receiveTree } from "./receive-tree.ts";

let target: TestRepository;
let sender: TestRepository;
let directory: string;
let base: string;

beforeAll(async () => {
  target = await createTestRepository();
  await target.commit("First", { "a.txt": "one\n", "folder/b.txt": "two\n", old: { linkTo: "/etc/hostname" } });
  directory = join(target.path, ".git");
  base = await target.git("rev-parse", "HEAD^{tree}");
});
afterAll(() => target.remove());
beforeAll(async () => {
  sender = await createTestRepository();
});
afterAll(() => sender.remove());

/** What somebody who holds git's own tools can send; nothing checks it on the way. */
const git = (args: string[], input: string | Buffer = "") =>
  execFileSync("git", [`--git-dir=${join(sender.path, ".git")}`, ...args], { input, env: testGitEnvironment() });
const id = (output: Buffer) => output.toString("latin1").trim();
const blob = (content: string | Buffer) => id(git(["hash-object", "-w", "--stdin"], content));

type Entry = [mode: string, name: string | Buffer, oid: string];

function tree(...entries: Entry[]): string {
  const lines = entries.map(([mode, name, oid]) =>
    Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name), Buffer.of(0), Buffer.from(oid, "hex")]),
  );
  return id(git(["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], Buffer.concat(lines)));
}

/** Packs exactly these objects, whole or not. */
function pack(oids: readonly string[]): Buffer {
  return git(["pack-objects", "--stdout", "--quiet"], oids.map((oid) => `${oid}\n`).join(""));
}

async function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

async function receive(sent: { tree: string; oids: readonly string[]; bytes?: Buffer; maxFiles?: number }) {
  const quarantine = join(target.path, "quarantine");
  const incoming = { tree: sent.tree, base, quarantine, maxFiles: sent.maxFiles ?? 100 };
  const count = await receiveTree(directory, { ...incoming, pack: pieces(sent.bytes ?? pack(sent.oids)) });
  return { count, isGone: !(await readdir(target.path)).includes("quarantine") };
}

it("takes files, folders, programs, links inside and deletions", async () => {
  const [plain, link, upward] = [blob("new\n"), blob("folder/b.txt"), blob("../a.txt")];
  const folder = tree(["100644", "b.txt", plain], ["120000", "up", upward]);
  const whole = tree(["100755", "a.txt", plain], ["40000", "folder", folder], ["120000", "link", link]);
  expect(await receive({ tree: whole, oids: [plain, link, upward, folder, whole] })).toEqual({
    count: 5,
    isGone: true,
  });
  expect(await target.git("ls-tree", "-r", "--name-only", whole)).toBe("a.txt\nfolder/b.txt\nfolder/up\nlink");
  expect(await target.git("fsck", "--strict", "--no-dangling")).toBe("");
});

it("takes what the repository holds already from there", async () => {
  const same = await target.git("rev-parse", "HEAD:a.txt");
  const whole = tree(["100644", "a.txt", same], ["100644", "copy.txt", same]);
  expect((await receive({ tree: whole, oids: [whole] })).count).toBe(3);
});

describe("refuses in words, and keeps nothing of it:", () => {
  const submodule = "1".repeat(40);
  const one = () => blob("one\n");
  const linkTo = (text: string): Entry => ["120000", "link", blob(text)];
  const nested = (name: string) => (): Entry[] => [["40000", name, tree(["100644", "config", one()])]];
  const named = (name: string | Buffer) => (): Entry[] => [["100644", name, one()]];
  const check = "git's own safety check";

  it.each<[string, () => Entry[], string]>([
    ["a link to the machine", () => [linkTo("/etc/passwd")], "“link” is a link that leads out of the repository"],
    ["a link above the top", () => [linkTo("../x")], "leads out"],
    ["a link that goes down and up", () => [linkTo("folder/../../x")], "leads out"],
    ["a link through another link", () => [linkTo("a/../b")], "leads out"],
    ["a link of Windows", () => [linkTo("C:\\x")], "leads out"],
    ["a link into git", () => [linkTo(".git/config")], "link to git's own files"],
    ["a link to nowhere", () => [linkTo("x\0y")], "leads nowhere"],
    ["a link with an endless target", () => [linkTo("x".repeat(5000))], "leads nowhere"],
    ["a submodule", () => [["160000", "lib", submodule]], "“lib” is a repository of its own (a submodule)"],
    ["the list of submodules", named(".gitmodules"), "name that git keeps for itself"],
    ["the list of submodules, for Windows", named("GITMOD~1"), "name that git keeps for itself"],
    ["the list of submodules, for a Mac", named(".git\u200cmodules"), "name that git keeps for itself"],
    ["the list of submodules below", () => [["40000", "x", tree(...named(".gitModules")())]], "“x/.gitModules”"],
    ["git's folder", nested(".git"), check],
    ["git's folder for Windows", nested("git~1"), check],
    ["git's folder for a Mac", nested(".g\u200cit"), check],
    ["git's folder, in capitals", nested(".GIT"), check],
    ["git's folder with a dot behind", nested(".git."), check],
    ["git's folder with a stream", nested(".git::$INDEX_ALLOCATION"), check],
    ["a name that leads up", named(".."), check],
    ["a name with a way", named("x/../../y"), check],
    ["an empty name", named(""), check],
    ["two files of one name", () => [...named("same")(), ...named("same")()], check],
    ["a program that runs as its owner", () => [["104755", "a", one()]], check],
    ["a device", () => [["20666", "a", one()]], check],
    ["settings that are a link", () => [["120000", ".gitattributes", blob("x")]], check],
    ["a name with a line break", named("a\nb"), "“a\\u000ab” has a name with invisible or control characters"],
    ["a name that turns round", named("a\u202egpj.exe"), "invisible or control characters"],
    ["a name with a backslash", named("..\\x"), "backslash"],
    ["a name that is no text", named(Buffer.from("61ff", "hex")), "A file has a name that is not text"],
    ["a name that no disk takes", named("x".repeat(300)), "too long"],
  ])("%s", async (_what, entries, words) => {
    const all = entries();
    const whole = tree(...all);
    const below = (oid: string): string[] =>
      oid === submodule ? [] : [oid, ...(id(git(["cat-file", "-t", oid])) === "tree" ? inside(oid) : [])];
    const inside = (oid: string) =>
      id(git(["ls-tree", "-z", "--format=%(objectname)", oid]))
        .split("\0")
        .filter(Boolean)
        .flatMap(below);
    const oids = [...new Set([whole, ...all.flatMap(([, , oid]) => below(oid))])];
    const before = await target.git("count-objects", "-v");
    await expect(receive({ tree: whole, oids })).rejects.toMatchObject({
      code: "unprocessable",
      message: expect.stringContaining(words),
    });
    expect(await target.git("count-objects", "-v")).toBe(before);
    expect(await readdir(target.path)).not.toContain("quarantine");
  });

  it("a tree whose files are missing", async () => {
    const whole = tree(["100644", "a.txt", "2".repeat(40)]);
    await expect(receive({ tree: whole, oids: [whole] })).rejects.toThrow("safety check");
    const other = tree(["100644", "a.txt", one()]);
    await expect(receive({ tree: "3".repeat(40), oids: [other, one()] })).rejects.toThrow("not complete");
  });

  it("something else under the name of a tree", async () => {
    const file = one();
    await expect(receive({ tree: file, oids: [file] })).rejects.toThrow("not complete");
  });

  it("a pack that is damaged, cut or none", async () => {
    const whole = tree(["100644", "a.txt", one()]);
    const bytes = pack([whole, one()]);
    const damaged = Buffer.from(bytes);
    damaged[20] = (damaged[20] ?? 0) ^ 0xff;
    for (const wrong of [damaged, bytes.subarray(0, -30), Buffer.from("nothing"), Buffer.alloc(0)]) {
      await expect(receive({ tree: whole, oids: [], bytes: wrong })).rejects.toThrow("The change was not taken.");
    }
  });

  it("more files than a change may have", async () => {
    const file = one();
    const whole = tree(["100644", "a", file], ["100644", "b", file], ["100644", "c", file]);
    const many = receive({ tree: whole, oids: [whole, file], maxFiles: 5 });
    await expect(many).rejects.toMatchObject({ code: "too_large", message: "The change touches more than 5 files." });
  });
});

it("leaves a link of the repository's own alone, whatever it leads to", async () => {
  const old = await target.git("rev-parse", "HEAD:old");
  const whole = tree(["120000", "old", old]);
  expect((await receive({ tree: whole, oids: [whole] })).count).toBe(2);
});
