import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";

import { testGitEnvironment } from "#server/testing/git-repository.ts";

const execute = promisify(execFile);

/** A bare repository whose names and contents are chosen to do harm. */
export interface HostileRepository {
  directory: string;
  /** Newest commit of every branch but `other`. */
  commit: string;
  /** Every branch, as far as its name is text. */
  branches: string[];
  /** Every path of the newest commit that is text, with its content; null for a submodule. */
  files: Map<string, Buffer | null>;
  git(...args: string[]): Promise<string>;
  /** What a name or a content made somebody write. */
  listMarkers(): Promise<string[]>;
  remove(): Promise<void>;
}

/** Makes the repository object by object: no file system would take such names, and nothing is checked out. */
export async function createHostileRepository(): Promise<HostileRepository> {
  const folder = await mkdtemp(join(tmpdir(), "cairn-hostile-"));
  const directory = join(folder, "hostile.git");
  const markers = join(folder, "markers");
  await mkdir(markers);
  const run = async (args: readonly string[], input: Buffer = Buffer.alloc(0)): Promise<string> => {
    const child = spawn("git", [`--git-dir=${directory}`, ...args], { env: testGitEnvironment(), cwd: folder });
    // Commands that want no input may have ended already.
    child.stdin.on("error", () => undefined).end(input);
    const [output, complaint] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
    if (child.exitCode !== 0 && complaint.length > 0) throw new Error(`git ${args.join(" ")}: ${complaint.toString()}`);
    return output.toString("utf8").replace(/\n$/, "");
  };
  await execute("git", ["init", "--quiet", "--bare", "--template=", "--initial-branch=main", directory]);
  const files = hostileFiles(markers);
  const tree = await writeTree(run, files);
  const older = await run(["commit-tree", tree, "-m", "Older"]);
  files.set("changed.txt", text("one\ntwo\nthree\n"));
  const commit = await run(["commit-tree", await writeTree(run, files), "-p", older, "-m", "$(id)\n\n`id`"]);
  const branches = ["main", ...hostileBranches(markers, commit)];
  const refs = [...branches.map((name) => Buffer.from(name)), Buffer.from("byte-\xff\xfe", "latin1")];
  const lines = refs.map((ref) =>
    Buffer.concat([Buffer.from("create refs/heads/"), ref, Buffer.from(`\0${commit}\0`)]),
  );
  await run(["update-ref", "--stdin", "-z"], Buffer.concat(lines));
  await run(["update-ref", "refs/heads/other", older]);
  return {
    directory,
    commit,
    branches,
    files: new Map(
      [...files].filter(([path]) => !path.includes("\xff")).map(([path, file]) => [decode(path), contentOf(file)]),
    ),
    git: (...args) => run(args),
    listMarkers: () => readdir(markers),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

interface HostileFile {
  mode: string;
  content: Buffer | null;
}

const text = (content: string): HostileFile => ({ mode: "100644", content: Buffer.from(content) });
const link = (target: string): HostileFile => ({ mode: "120000", content: Buffer.from(target) });
const contentOf = ({ content }: HostileFile): Buffer | null => content;
/** Paths are kept byte by byte, one character each, because some are no UTF-8. */
const encode = (path: string): string => Buffer.from(path).toString("latin1");
const decode = (path: string): string => Buffer.from(path, "latin1").toString("utf8");

const shellNames = (marker: string): string[] => [
  `$(touch ${marker}1)`,
  `\`touch ${marker}2\``,
  `;touch ${marker}3;`,
  `|touch ${marker}4`,
  `&& touch ${marker}5`,
  `'; touch ${marker}6; '`,
  `"; touch ${marker}7; "`,
  `a\ntouch ${marker}8\n`,
  `--output=${marker}9`,
  `--exec=touch ${marker}10`,
  `--upload-pack=touch ${marker}11`,
  `-oProxyCommand=touch ${marker}12`,
  `--open-files-in-pager=touch ${marker}13`,
  `ext::sh -c touch% ${marker}14`,
];

const oddNames = [
  ["-", "--", "-n", "--help", "-rf", "--all", "--stdin", "--end-of-options", "-g1234567", "--no-index"],
  ["x^{tree}", "a:b", ":/x", ":(glob)**", ":!x", "HEAD", "HEAD~1", "@{-1}", "main..other", "^main", "@", "ref"],
  ["*", "?", "[a-z]", "{a,b}", "**", "~", "~root", "!x", "#x", "%s%n%x", "%00", "%2e%2e%2f", "\\", "a\\b", "C:x"],
  ["new\nline", "carriage\rreturn", "tab\tx", " lead", "trail ", "..x", "...", ".hidden", "con", "nul.txt"],
  ['quote"', "'", "`", "$HOME", "${IFS}", "<script>alert(1)</script>", "&amp;", "\u0001", "\u007f", "\u001b[31mred"],
  ["é", "e\u0301", "ﬁ", "ß", "İ", "日本", "\u202egpj.exe", "\u200b", "\ufeffbom", "👩‍👩‍👧", "README", "readme", "ReadMe"],
  ["diff --git a", "@@ -1 +1 @@", "Binary files a and b differ", "filename x", ":100644 100644", "\ufffd"],
].flat();

function hostileFiles(markers: string): Map<string, HostileFile> {
  const files = new Map<string, HostileFile>();
  const add = (path: string, file: HostileFile) => files.set(encode(path), file);
  const marker = join(markers, "file").slice(1);
  for (const name of [...oddNames, ...shellNames(marker)]) {
    add(name, text(`in ${JSON.stringify(name)}\n`));
    add(`folder ${name}/${name}`, text(`below ${JSON.stringify(name)}\n`));
  }
  add("x".repeat(255), text("long"));
  add(`${"é".repeat(127)}y`, text("long"));
  add(`${Array.from({ length: 50 }, (_, level) => `level-${level}`).join("/")}/deep.txt`, text("deep\n"));
  files.set("byte-\xff\xfe.txt", text("no text name"));
  files.set("latin-\xe9/\xff", text("below"));
  for (const [name, target] of Object.entries({ passwd: "/etc/passwd", git: ".git", up: "../../..", loop: "loop" })) {
    add(`link-${name}`, link(target));
  }
  add("link-target-with-newline", link("a\n/etc/passwd"));
  add("gitlink", { mode: "160000", content: null });
  add(".gitmodules", text('[submodule "x"]\n\tpath = gitlink\n\turl = -u./payload\n'));
  add(".gitattributes", text("* filter=evil diff=evil textconv=evil -text ident\n*.txt -diff\n"));
  add(".gitconfig", text(`[diff "evil"]\n\ttextconv = touch /${marker}15\n\tcommand = touch /${marker}16\n`));
  add(".lfsconfig", text("[lfs]\n\turl = http://127.0.0.66/\n"));
  add("hooks/post-checkout", { mode: "100755", content: Buffer.from(`#!/bin/sh\ntouch /${marker}17\n`) });
  add("empty", text(""));
  add("crlf.txt", text("one\r\ntwo\r\n\r\n"));
  add("no-end.txt", text("one\ntwo"));
  add("utf-16.txt", { mode: "100644", content: Buffer.from("\ufeffone\ntwo\n", "utf16le") });
  add("nul.bin", { mode: "100644", content: Buffer.from([0, 1, 2, 10, 0, 255]) });
  add("latin.txt", { mode: "100644", content: Buffer.from("caf\xe9\n", "latin1") });
  add("long-line.txt", text(`${"x".repeat(1024 * 1024)}\n`));
  add("looks-like-a-diff.txt", text("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\\ No newline\n"));
  add("changed.txt", text("one\nthree\n"));
  return files;
}

/** What git lets a branch be called. */
function hostileBranches(markers: string, commit: string): string[] {
  const marker = join(markers, "branch");
  const isAllowed = (name: string) =>
    !/[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\//u.test(name) && !/^[./]|[./]$|\/\.|\.lock(?:\/|$)|^@$/.test(name);
  const spaceless = shellNames(marker).map((name) => name.replaceAll(" ", "${IFS}"));
  return [
    ...new Set([...oddNames, ...spaceless]),
    `v1-g${commit.slice(0, 7)}x`,
    commit.split("").toReversed().join(""),
    "refs/heads/main",
    "heads/main",
    "tags/main",
    "y".repeat(240),
    `${"é".repeat(120)}z`,
    "Main",
    "MAIN",
    "feature/a/b/c/d/e/f",
  ].filter(isAllowed);
}

type RunGit = (args: readonly string[], input?: Buffer) => Promise<string>;

/** Folder by folder from below; `mktree` takes any name. */
async function writeTree(run: RunGit, files: ReadonlyMap<string, HostileFile>): Promise<string> {
  const lines: string[] = [];
  const below = new Map<string, Map<string, HostileFile>>();
  for (const [path, file] of files) {
    const slash = path.indexOf("/");
    if (slash !== -1) {
      const name = path.slice(0, slash);
      below.set(name, (below.get(name) ?? new Map<string, HostileFile>()).set(path.slice(slash + 1), file));
    } else if (file.content === null) lines.push(`${file.mode} commit ${"1".repeat(40)}\t${path}\0`);
    else lines.push(`${file.mode} blob ${await run(["hash-object", "-w", "--stdin"], file.content)}\t${path}\0`);
  }
  for (const [name, files] of below) lines.push(`040000 tree ${await writeTree(run, files)}\t${name}\0`);
  return await run(["mktree", "-z", "--missing"], Buffer.from(lines.join(""), "latin1"));
}
