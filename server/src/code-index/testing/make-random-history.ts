import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { seededNumbers } from "./seeded-numbers.ts";

/** A bare repository whose commits were made up by a seed: every kind of change, merges, other roots, wrong clocks. */
export interface RandomHistory {
  directory: string;
  /** In the order they were made. */
  commits: string[];
  /** A number from 0 up to `below`, the next of the same seed. */
  pick: (below: number) => number;
  remove: () => void;
}

/** Names that swap between file and folder, look like options, need quoting, or are no text and look alike decoded. */
const paths = [
  "README.md", "package.json", "src/a.ts", "src/b.ts", "src/c.test.ts", "src/deep/er/d.py", "swap", "swap/inner.ts",
  "swap/inner.ts/again.go", "link.ts", "module", "-dash.ts", "--output=x.ts", 'quo"te.ts', "new\\012line.ts", "tab\\011.ts",
  "caf\\351.ts", "caf\\350.ts", "\\303\\251t\\303\\251.ts", "docs/guide.md", "image.png", "a b/c d.js",
]; // prettier-ignore

const contents = [
  "", "export const one = 1;\n", "export function two() { return 2; }\n", "# Title\nWords on tasks.\n",
  'import { one } from "./a.ts";\nexport class Three {}\n', "def four():\n    return 4\n", '{ "name": "five" }\n',
  "\0\u0001binary", "package six\nfunc Six() {}\n", "caf\u00e9\n",
]; // prettier-ignore

/** Of the first commit, so that the changes that follow are few beside what stays. */
const fillingFiles = 120;

const modes = ["100644", "100644", "100644", "100755", "120000", "160000"];

/** Makes the history with one `git fast-import`. */
export function makeRandomHistory(seed: number, count: number): RandomHistory {
  const directory = mkdtempSync(join(tmpdir(), "code-index-random-"));
  const pick = seededNumbers(seed);
  const marks = join(directory, "marks");
  const git = (args: string[], input?: string): void => {
    execFileSync("git", [`--git-dir=${directory}`, ...args], { input, stdio: ["pipe", "ignore", "inherit"] });
  };
  git(["init", "--quiet", "--bare"]);
  git(
    ["fast-import", "--quiet", `--export-marks=${marks}`],
    Array.from({ length: count }, (_, number) => commitText(number + 1, pick)).join(""),
  );
  const byMark = new Map(
    readFileSync(marks, "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split(" ") as [string, string]),
  );
  return {
    directory,
    commits: Array.from({ length: count }, (_, number) => byMark.get(`:${number + 1}`) ?? ""),
    pick,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function commitText(mark: number, pick: (below: number) => number): string {
  const seconds = 1_700_000_000 + mark * 600 + (pick(8) === 0 ? pick(20_000) - 10_000 : 0);
  const message = `Change ${mark} of the tasks`;
  const person = `Ada <ada@example.com> ${seconds} +0100`;
  // A branch of its own for each: fast-import can then continue from any of them.
  const head = `commit refs/heads/b${mark}\nmark :${mark}\nauthor ${person}\ncommitter ${person}\ndata ${message.length}\n${message}\n`;
  const kind = pick(10);
  const from = mark === 1 || kind === 0 ? "" : `from :${kind < 7 ? mark - 1 : 1 + pick(mark - 1)}\n`;
  const merge = from !== "" && pick(5) === 0 ? `merge :${1 + pick(mark - 1)}\n` : "";
  const filling = mark === 1 ? Array.from({ length: fillingFiles }, (_, number) => fillText(number)).join("") : "";
  const changes = Array.from({ length: pick(5) + (from === "" ? 8 : 0) }, () => changeText(pick)).join("");
  return `${head}${from}${merge}${filling}${changes}\n`;
}

function changeText(pick: (below: number) => number): string {
  const path = `"${(paths[pick(paths.length)] ?? "").replaceAll('"', '\\"')}"`;
  if (pick(4) === 0) return `D ${path}\n`;
  const mode = modes[pick(modes.length)] ?? "";
  if (mode === "160000") return `M 160000 ${"1".repeat(40)} ${path}\n`;
  const content = pick(3) === 0 ? `export const n${pick(1000)} = ${pick(1000)};\n` : contents[pick(contents.length)];
  return `M ${mode} inline ${path}\ndata ${Buffer.byteLength(content ?? "")}\n${content}\n`;
}

function fillText(number: number): string {
  const content = `/** Tasks of week ${number}. */\nexport function plan${number}() { return one + two; }\n`;
  return `M 100644 inline fill/f${number % 7}/plan-${number}.ts\ndata ${content.length}\n${content}\n`;
}
