import { AppError } from "@cairn/contract/errors";

/** One file of a unified diff, by the paths inside the repository. */
interface PatchedFile {
  /** Null for a file that the diff creates. */
  oldPath: string | null;
  /** Null for a file that it deletes. */
  newPath: string | null;
  hunks: PatchHunk[];
}

interface PatchHunk {
  /** The first line that it is about, before the change; counted from 1. */
  oldStart: number;
  /** Where its content stands among the lines of the diff: from `start` to before `end`. */
  start: number;
  end: number;
}

export interface ReadPatch {
  files: PatchedFile[];
  lines: string[];
  /** Paths begin with "a/" and "b/". */
  isPrefixed: boolean;
}

/** More files than anybody reviews. */
const maxFiles = 1_000;

/**
 * Reads the headers of a unified diff. Throws `invalid_input` in plain words where it breaks off, and where it touches
 * what no change may: something outside the repository, git's own files, links and submodules.
 */
export function readPatch(patch: string): ReadPatch {
  const lines = patch.split("\n");
  const raw = readFiles(lines);
  if (raw.length === 0) throw refuse("The diff names no file.");
  if (raw.length > maxFiles) throw refuse(`The diff changes more than ${maxFiles} files.`);
  const isPrefixed = raw.every(({ names }) => names.every((name) => name === null || /^[a-z]\//.test(name)));
  const files = raw.map(({ names, renamed, hunks }) => {
    const [oldName = null, newName = null] = names.map((name) => (isPrefixed && name ? name.slice(2) : name));
    return { oldPath: renamed[0] ?? oldName, newPath: renamed[1] ?? newName, hunks };
  });
  for (const { oldPath, newPath } of files) {
    for (const path of [oldPath, newPath]) if (path !== null) checkPath(path);
  }
  return { files, lines, isPrefixed };
}

interface RawFile {
  /** Before and after, as they are written; null for /dev/null. */
  names: [string | null, string | null];
  /** From and to, which are written without a prefix. */
  renamed: [string | undefined, string | undefined];
  hunks: PatchHunk[];
}

/** Goes through the lines once; what is inside of a hunk is counted and not read. */
function readFiles(lines: readonly string[]): RawFile[] {
  const files: RawFile[] = [];
  let file: RawFile | null = null;
  /** The file began with git's own line, so the names that follow are its. */
  let isGit = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? "").replace(/\r$/, "");
    if (line.startsWith("diff --git ")) {
      file = { names: namesOfGitLine(line), renamed: [undefined, undefined], hunks: [] };
      files.push(file);
      isGit = true;
    } else if (line.startsWith("--- ") && (lines[at + 1] ?? "").startsWith("+++ ")) {
      if (file === null || !isGit) {
        file = { names: [null, null], renamed: [undefined, undefined], hunks: [] };
        files.push(file);
      }
      file.names = [nameOf(line), nameOf((lines[at + 1] ?? "").replace(/\r$/, ""))];
      isGit = false;
      at += 1;
    } else if (file !== null && line.startsWith("@@ ")) {
      const hunk = readHunk(lines, at, file);
      file.hunks.push(hunk);
      isGit = false;
      at = hunk.end - 1;
    } else if (file !== null) readHeader(file, line);
  }
  return files;
}

function readHeader(file: RawFile, line: string): void {
  const [, side, path] = /^(?:rename|copy) (from|to) (.*)$/.exec(line) ?? [];
  if (path !== undefined) file.renamed[side === "from" ? 0 : 1] = unquote(path);
  const [, kind, mode] = /^(?:(new|deleted) file mode|(?:old|new) mode|index \S+) (\d{6})$/.exec(line) ?? [];
  if (kind === "new") file.names[0] = null;
  if (kind === "deleted") file.names[1] = null;
  const name = file.names[1] ?? file.names[0] ?? "a file";
  if (mode === "120000") throw refuse(`${stripped(name)} is a symbolic link. Links are not changed by a diff.`);
  if (mode === "160000") throw refuse(`${stripped(name)} is a submodule. Submodules are not changed by a diff.`);
}

const stripped = (name: string) => name.replace(/^[a-z]\//, "");

/** "diff --git a/<path> b/<path>": without a rename both paths are the same, so the line has two equal halves. */
function namesOfGitLine(line: string): [string | null, string | null] {
  const rest = line.slice("diff --git ".length);
  if (rest.startsWith('"')) {
    const [, first = "", second = ""] = /^("(?:[^"\\]|\\.)*") (.*)$/.exec(rest) ?? [];
    return [unquote(first), unquote(second)];
  }
  const middle = (rest.length - 1) / 2;
  return [rest.slice(0, middle), rest.slice(middle + 1)];
}

/** "--- a/src/a.ts<tab>2026-11-21" */
function nameOf(line: string): string | null {
  const name = unquote((line.slice(4).split("\t")[0] ?? "").trimEnd());
  return name === "/dev/null" ? null : name;
}

const escapes: Record<string, string> = { n: "\n", t: "\t", r: "\r", '"': '"', "\\": "\\" };

/** A path as git writes it: in quotes with escapes where it holds odd characters. */
function unquote(written: string): string {
  if (!/^".*"$/.test(written)) return written;
  const bytes = written
    .slice(1, -1)
    .replace(/\\([0-7]{3}|.)/g, (_, code: string) => escapes[code] ?? String.fromCharCode(Number.parseInt(code, 8)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function readHunk(lines: readonly string[], at: number, file: RawFile): PatchHunk {
  const [, oldStart, oldLines = "1", newLines = "1"] =
    /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(lines[at] ?? "") ?? [];
  const name = stripped(file.names[1] ?? file.names[0] ?? "a file");
  const number = file.hunks.length + 1;
  if (oldStart === undefined) throw refuse(`Hunk ${number} of ${name} does not begin as one does: “@@ -1,4 +1,5 @@”.`);
  let [oldLeft, newLeft] = [Number(oldLines), Number(newLines)];
  let end = at + 1;
  while (oldLeft > 0 || newLeft > 0 || (lines[end] ?? "").startsWith("\\")) {
    const sign = (lines[end] ?? "").charAt(0);
    // The very last line of a text is empty because of the line break before it.
    if (end >= lines.length || (end === lines.length - 1 && lines[end] === "") || !/^[-+ \\\r]?$/.test(sign)) {
      throw refuse(
        `The diff breaks off in hunk ${number} of ${name}: its first line says ${oldLines} lines before and ${newLines} after the change.`,
      );
    }
    if (sign !== "+" && sign !== "\\") oldLeft -= 1;
    if (sign !== "-" && sign !== "\\") newLeft -= 1;
    end += 1;
  }
  return { oldStart: Number(oldStart), start: at + 1, end };
}

/** Git refuses most of these as well; here the words are ours, and it is before anything is done. */
function checkPath(path: string): void {
  const parts = path.split("/");
  const isOutside = path.startsWith("/") || /^[a-z]:/i.test(path) || parts.includes("..") || parts.includes(".");
  if (isOutside) throw refuse(`“${shorten(path)}” lies outside of the repository.`);
  if (parts.includes("") || /[\p{Cc}\\]/u.test(path) || Buffer.byteLength(path) > 4_000) {
    throw refuse(`“${shorten(path)}” is no path of a file.`);
  }
  if (parts.some(isGitsOwn)) throw refuse(`“${shorten(path)}” belongs to git itself.`);
}

/** Also as file systems of other systems would read it: "GIT~1", with invisible characters, with dots at the end. */
function isGitsOwn(part: string): boolean {
  const plain = part
    .replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g, "")
    .replace(/[. ]+$/, "")
    .toLowerCase();
  return plain === ".git" || plain === ".gitmodules" || /^git~\d+$/.test(plain) || plain.startsWith(".git:");
}

function shorten(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, "�").slice(0, 200);
}

function refuse(message: string): AppError {
  return new AppError("invalid_input", { message });
}
