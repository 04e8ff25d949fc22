import { codeLines } from "#server/engine/text/code-lines.ts";
import { indentOf } from "#server/engine/text/line-conditions.ts";

/** What a workflow of GitHub's kind gives to one of its commands. Lines count from 1. */
export interface CiSurroundings {
  /** Folder that it is run in; "" for the root. */
  folder: string;
  /** Names that are set for it, with values that are plain. */
  environment: string[];
  /** Images of what runs beside it. */
  services: string[];
  /** Where the latter two stand. */
  lines: number[];
}

const shownValue = 40;

/** By how the file is indented: the step around a command, and the job around that. */
export function ciSurroundings(file: readonly string[], line: number): CiSurroundings {
  // Blanks at the end would be looked through once for each that a pattern begins at.
  const lines = codeLines(file).map((one) => (one.trim().startsWith("#") ? "" : one.trimEnd()));
  const found: CiSurroundings = { folder: "", environment: [], services: [], lines: [] };
  const step = stepAround(lines, line);
  if (step === null) return found;
  const job = blockAround(lines, step.from, indentOf(lines[step.from - 1] ?? ""));
  found.folder = (
    valueIn(lines, step, "working-directory") ??
    valueIn(lines, beforeSteps(lines, job), "working-directory") ??
    ""
  )
    .replace(/^\.\/|\/$/g, "")
    .replace(/^\.$/, "");
  for (const at of below(lines, step, "env")) {
    const [, name, value = ""] = /^\s*([A-Za-z_]\w*)\s*:\s*(.*)$/.exec(lines[at - 1] ?? "") ?? [];
    if (name === undefined) continue;
    found.environment.push(plainValue(name, value));
    found.lines.push(at);
  }
  for (const at of below(lines, beforeSteps(lines, job), "services")) {
    const image = /^\s*image\s*:\s*["']?([\w./:@-]+)["']?\s*$/.exec(lines[at - 1] ?? "")?.[1];
    if (image === undefined) continue;
    found.services.push(image);
    found.lines.push(at);
  }
  return found;
}

interface YamlBlock {
  from: number;
  to: number;
}

function stepAround(lines: readonly string[], line: number): YamlBlock | null {
  let depth = indentOf(lines[line - 1] ?? "");
  for (let at = line; at > 0; at -= 1) {
    const text = lines[at - 1] ?? "";
    if (text.trim() === "" || indentOf(text) > depth) continue;
    depth = indentOf(text);
    if (/^\s*-\s/.test(text)) return { from: at, to: endOf(lines, at, depth) };
  }
  return null;
}

/** The block whose header stands above a line, less deep by two levels than its steps. */
function blockAround(lines: readonly string[], line: number, depth: number): YamlBlock {
  let [header, own] = [line, depth];
  for (let at = line - 1; at > 0; at -= 1) {
    const text = lines[at - 1] ?? "";
    if (text.trim() === "" || (indentOf(text) >= own && !/^\s*steps\s*:\s*$/.test(text))) continue;
    [header, own] = [at, indentOf(text)];
    if (!/^\s*steps\s*:\s*$/.test(text)) break;
  }
  return { from: header, to: endOf(lines, header, own) };
}

function beforeSteps(lines: readonly string[], { from, to }: YamlBlock): YamlBlock {
  const steps = lines.findIndex((text, at) => at >= from && at < to && /^\s*steps\s*:\s*$/.test(text));
  return { from, to: steps < 0 ? to : steps };
}

function endOf(lines: readonly string[], from: number, depth: number): number {
  const end = lines.findIndex((text, at) => at >= from && text.trim() !== "" && indentOf(text) <= depth);
  return end < 0 ? lines.length : end;
}

/** Lines of what stands below a key. */
function below(lines: readonly string[], { from, to }: YamlBlock, key: string): number[] {
  const header = new RegExp(String.raw`^\s*(?:-\s+)?${key}\s*:\s*$`);
  const at = lines.findIndex((text, index) => index >= from - 1 && index < to && header.test(text));
  if (at < 0) return [];
  const end = Math.min(to, endOf(lines, at + 1, indentOf(lines[at] ?? "")));
  return Array.from({ length: Math.max(0, end - at - 1) }, (_, index) => at + 2 + index);
}

function valueIn(lines: readonly string[], { from, to }: YamlBlock, key: string): string | null {
  const pattern = new RegExp(String.raw`^\s*(?:-\s+)?${key}\s*:\s*["']?([\w./-]+)["']?\s*$`);
  return (
    lines
      .slice(from - 1, to)
      .map((text) => pattern.exec(text)?.[1])
      .find((one) => one !== undefined) ?? null
  );
}

/** `NAME=value`; the name alone where the value is put in, long, or could be somebody's secret. */
function plainValue(name: string, value: string): string {
  const plain = value.replace(/\s+#.*$/, "").replace(/^(["'])(.*)\1$/, "$2");
  const isPlain = plain !== "" && plain.length <= shownValue && /^[\w./:,-]+$/.test(plain);
  return isPlain && !/secret|passw|token|key|credential/i.test(name) ? `${name}=${plain}` : name;
}
