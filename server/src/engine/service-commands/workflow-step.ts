/** The step of a workflow of GitHub's kind around one of its lines. */
export interface WorkflowStep {
  /** As written; "" where nothing says one. */
  folder: string;
  /** It runs on other systems than Linux, or only sometimes. */
  isConditional: boolean;
}

interface OutlineLine {
  indent: number;
  /** With what follows its colon; the dash of a list is counted as indentation. */
  key: string;
  value: string;
  isItem: boolean;
}

/** Null where a part of the folder, or whether the line is reached, is only known while it runs. Lines count from 1. */
export function stepAt(lines: readonly string[], line: number): WorkflowStep | null {
  const run = findRun(lines, line);
  if (run === null || isInsideControl(lines, { from: run, to: line })) return null;
  const own = siblings(lines, run);
  const above = ancestors(lines, run).map((at) => siblings(lines, at));
  const folderIn = (group: readonly number[]) => valueOf(lines, group, "working-directory");
  const folder = folderIn(own) ?? above.map((group) => defaultFolder(lines, group)).find((one) => one !== null) ?? "";
  if (folder.includes("$")) return null;
  const all = [own, ...above];
  const system = all.map((group) => valueOf(lines, group, "runs-on")).find((one) => one !== null) ?? "";
  const shell = valueOf(lines, own, "shell") ?? "";
  const condition = valueOf(lines, own, "if") ?? "";
  return {
    folder,
    isConditional: /windows|macos/i.test(`${system} ${shell} ${condition}`) || /\binputs\./.test(condition),
  };
}

function read(text: string): OutlineLine | null {
  const [, space = "", dash = "", key, value = ""] = /^(\s*)((?:-\s+)*)([\w-]+):(?:\s+(.*?))?\s*$/.exec(text) ?? [];
  if (key === undefined) return null;
  return { indent: space.length + dash.length, key, value: value.replace(/^(["'])(.*)\1$/, "$2"), isItem: dash !== "" };
}

/** The line of the key "run" that a line belongs to. */
function findRun(lines: readonly string[], line: number): number | null {
  const first = indentOf(lines[line - 1] ?? "");
  for (let at = line - 1; at >= 0; at -= 1) {
    const one = read(lines[at] ?? "");
    if (one?.key === "run" && (at === line - 1 || one.indent <= first)) return at;
  }
  return null;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

/** Lines of the keys beside one: above it up to the one that begins the item, and below it up to the next item. */
function siblings(lines: readonly string[], at: number): number[] {
  const { indent } = read(lines[at] ?? "") ?? { indent: 0 };
  const found: number[] = [at];
  for (let up = at; up >= 0; up -= 1) {
    const one = read(lines[up] ?? "");
    const isBeside = one?.indent === indent;
    if (isBeside && up !== at) found.push(up);
    if (isBeside ? one.isItem : isOutside(lines[up] ?? "", indent)) break;
  }
  for (let down = at + 1; down < lines.length; down += 1) {
    const one = read(lines[down] ?? "");
    if (isOutside(lines[down] ?? "", indent)) break;
    if (one?.indent === indent) found.push(down);
  }
  return found;
}

/** A line that is less deep ends a group of keys; one that begins another item does so too. */
function isOutside(text: string, indent: number): boolean {
  return text.trim() !== "" && !text.trimStart().startsWith("#") && indentOf(text) < indent;
}

/** The keys above one, the nearest first. */
function ancestors(lines: readonly string[], from: number): number[] {
  const found: number[] = [];
  let { indent } = read(lines[from] ?? "") ?? { indent: 0 };
  for (let at = from - 1; at >= 0 && indent > 0; at -= 1) {
    const one = read(lines[at] ?? "");
    if (one === null || one.indent >= indent) continue;
    found.push(at);
    indent = one.indent;
  }
  return found;
}

function valueOf(lines: readonly string[], group: readonly number[], key: string): string | null {
  for (const at of group) {
    const one = read(lines[at] ?? "");
    if (one?.key === key) return one.value;
  }
  return null;
}

/** `defaults: run: working-directory:` beside a key. */
function defaultFolder(lines: readonly string[], group: readonly number[]): string | null {
  const at = group.find((one) => read(lines[one] ?? "")?.key === "defaults");
  if (at === undefined) return null;
  const { indent } = read(lines[at] ?? "") ?? { indent: 0 };
  for (let down = at + 1; down < lines.length && !isOutside(lines[down] ?? "", indent + 1); down += 1) {
    const one = read(lines[down] ?? "");
    if (one?.key === "working-directory") return one.value;
  }
  return null;
}

/** Whether what stands between a step's first line and one of its lines opens what is not closed again, or moves away. */
function isInsideControl(lines: readonly string[], { from, to }: { from: number; to: number }): boolean {
  let depth = 0;
  for (let at = from + 1; at < to - 1; at += 1) {
    const text = (lines[at] ?? "").trim();
    if (/^(?:if|case|for|while|until)\b/.test(text)) depth += 1;
    if (/^(?:fi|esac|done)\b/.test(text)) depth -= 1;
    if (/^(?:cd|pushd)\s/.test(text) && !text.includes("&&")) return true;
  }
  return depth > 0;
}
