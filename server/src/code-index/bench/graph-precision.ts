import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { findDefinitions, findReferences } from "#server/code-index/analysis/graph/code-graph.ts";
import type { GraphQuestion } from "#server/code-index/analysis/graph/graph-session.ts";
import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import { openIndex } from "#server/code-index/snapshot/open-index.ts";
import { gitDirectorySource } from "#server/code-index/testing/git-directory-source.ts";
import { updateIndex } from "#server/code-index/update/update-index.ts";

import type { Compiler, SourcePosition } from "./graph-answers.ts";
import { openGo } from "./graph-go-answers.ts";
import { openPyright } from "./graph-pyright-answers.ts";
import { openTypeScript } from "./graph-typescript-answers.ts";

const usage =
  "node graph-precision.ts --git-dir DIR --language typescript|python|go --tools DIR [--uses 300] [--declarations 60] [--seed 1] [--show]";

const languages: Record<string, RegExp> = {
  typescript: /^(?:typescript|tsx|javascript)$/,
  python: /^python$/,
  go: /^go$/,
};

/** Numbers from 0 to 1 that a seed decides. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Measured {
  index: CodeIndex;
  compiler: Compiler;
  question: GraphQuestion;
  texts: Map<string, string[]>;
  next: () => number;
  isShown: boolean;
}

const isSameLocation = (a: SourcePosition, b: SourcePosition): boolean => a.path === b.path && a.line === b.line;
const exactly = ({ path, line, column }: SourcePosition): string => `${path}:${line}:${column}`;
const percent = (part: number, whole: number): string => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`);
const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** A word at a random position; every position of every file is equally likely. */
function randomWord(
  { texts, next }: Measured,
  lines: readonly { path: string; line: number }[],
): SourcePosition | null {
  const chosen = lines[Math.floor(next() * lines.length)];
  const text = chosen === undefined ? "" : (texts.get(chosen.path)?.[chosen.line - 1] ?? "");
  const words = [...text.matchAll(/[A-Za-z_$][\w$]*/g)];
  const word = words[Math.floor(next() * words.length)];
  return chosen === undefined || word === undefined ? null : { ...chosen, column: word.index + 1 };
}

async function measureDefinitions(measured: Measured, wanted: number): Promise<void> {
  const lines = [...measured.texts].flatMap(([path, text]) => text.map((_, at) => ({ path, line: at + 1 })));
  const count = { inside: 0, outside: 0, given: 0, right: 0, certain: 0, certainRight: 0, found: 0, missed: 0 };
  const times: number[] = [];
  const seen = new Set<string>();
  for (let tries = 0; count.inside + count.outside < wanted && tries < wanted * 60; tries += 1) {
    const location = randomWord(measured, lines);
    if (location === null || seen.has(exactly(location)) || !measured.compiler.isName(location)) continue;
    seen.add(exactly(location));
    const truth = await measured.compiler.definitions(location);
    // A declaration leads to itself, which is no achievement.
    if (truth === null || truth.inside.some((inner) => exactly(inner) === exactly(location))) continue;
    const started = performance.now();
    const answer = await findDefinitions(measured.question, location);
    times.push(performance.now() - started);
    const { name } = answer;
    // The position itself is no answer: where the compiler knows more it counts as missed.
    const definitions = answer.definitions.filter((found) => exactly(found) !== exactly(location));
    const [first] = definitions;
    const isInside = truth.inside.length > 0;
    if (isInside) count.inside += 1;
    else count.outside += 1;
    const isRight = first !== undefined && truth.inside.some((inner) => isSameLocation(inner, first));
    if (first !== undefined) count.given += 1;
    if (isRight) count.right += 1;
    if (first?.isCertain === true) count.certain += 1;
    if (first?.isCertain === true && isRight) count.certainRight += 1;
    const isFound = definitions.some((found) => truth.inside.some((inner) => isSameLocation(inner, found)));
    if (isInside && isFound) count.found += 1;
    if (measured.isShown && ((first !== undefined && !isRight) || (isInside && !isFound)))
      print(
        `  ${first === undefined ? "missed" : first.isCertain ? "WRONG" : "wrong"} ${name} at ${exactly(location)}: ours ${first === undefined ? "-" : exactly(first)}, compiler ${truth.inside.map((inner) => exactly(inner)).join(" ") || "outside"} | ${measured.texts.get(location.path)?.[location.line - 1]?.trim().slice(0, 90)}`,
      );
  }
  times.sort((a, b) => a - b);
  print(
    `definitions: ${count.inside} inside, ${count.outside} outside; precision ${percent(count.right, count.given)} of ${count.given}, certain ones ${percent(count.certainRight, count.certain)} of ${count.certain}; recall ${percent(count.found, count.inside)}; median ${times[times.length >> 1]?.toFixed(1)} ms, p95 ${times[Math.floor(times.length * 0.95)]?.toFixed(0)} ms`,
  );
}

/** Random positions of declarations that the index lists. */
function randomDeclarations({ index, texts, next }: Measured): SourcePosition[] {
  const all = [...texts.keys()].flatMap((path) =>
    (index.facts(path)?.symbols ?? []).flatMap((symbol) => {
      // Compilers count `new X()` here; people do not search for it by this name.
      if (symbol.name === "constructor" || symbol.name === "default") return [];
      for (let line = symbol.startLine; line <= Math.min(symbol.startLine + 3, symbol.endLine); line += 1) {
        const text = texts.get(path)?.[line - 1] ?? "";
        const found = new RegExp(`(?<![\\w$])${symbol.name.replaceAll(/[^\w]/g, String.raw`\$&`)}(?![\\w$])`).exec(
          text,
        );
        if (found !== null) return [{ path, line, column: found.index + 1 }];
      }
      return [];
    }),
  );
  return all
    .map((location) => ({ location, order: next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ location }) => location);
}

async function measureReferences(measured: Measured, wanted: number): Promise<void> {
  const pooled = { ours: 0, theirs: 0, both: 0 };
  const precisions: number[] = [];
  const recalls: number[] = [];
  const times: number[] = [];
  let cut = 0;
  let unknown = 0;
  for (const location of randomDeclarations(measured)) {
    if (recalls.length >= wanted) break;
    const known = await measured.compiler.references(location);
    const truth = new Set(known.map((inner) => exactly(inner)));
    if (!truth.delete(exactly(location)) || truth.size === 0) continue;
    const started = performance.now();
    const answer = await findReferences(measured.question, location);
    times.push(performance.now() - started);
    if (answer.isCutOff) cut += 1;
    const ours = new Set<string>();
    for (const found of answer.references) {
      const isKnown = truth.has(exactly(found)) || (await measured.compiler.definitions(found)) !== null;
      // Where the compiler itself knows nothing (code without types) nobody can say who is right.
      if (!isKnown) unknown += 1;
      else ours.add(exactly(found));
    }
    ours.delete(exactly(location));
    const both = [...ours].filter((key) => truth.has(key)).length;
    pooled.ours += ours.size;
    pooled.theirs += truth.size;
    pooled.both += both;
    if (ours.size > 0) precisions.push(both / ours.size);
    recalls.push(both / truth.size);
    if (measured.isShown && (both < ours.size || both < truth.size))
      print(
        `  ${answer.name} at ${exactly(location)}: ${both} of ${truth.size}, extra ${ours.size - both}; missed ${[
          ...truth,
        ]
          .filter((key) => !ours.has(key))
          .slice(0, 3)
          .join(" ")}; extra ${[...ours]
          .filter((key) => !truth.has(key))
          .slice(0, 3)
          .join(" ")}`,
      );
  }
  const mean = (list: readonly number[]): string =>
    percent(
      list.reduce((sum, value) => sum + value, 0),
      list.length,
    );
  times.sort((a, b) => a - b);
  print(
    `references of ${recalls.length} declarations: precision ${mean(precisions)} (pooled ${percent(pooled.both, pooled.ours)}), recall ${mean(recalls)} (pooled ${percent(pooled.both, pooled.theirs)}); median ${times[times.length >> 1]?.toFixed(0)} ms, longest ${times.at(-1)?.toFixed(0)} ms, cut off ${cut}; ${unknown} more places the compiler knows nothing of`,
  );
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      "git-dir": { type: "string" },
      language: { type: "string" },
      tools: { type: "string" },
      uses: { type: "string", default: "300" },
      declarations: { type: "string", default: "60" },
      seed: { type: "string", default: "1" },
      show: { type: "boolean", default: false },
    },
  });
  const gitDirectory = values["git-dir"];
  const spoken = languages[values.language ?? ""];
  if (gitDirectory === undefined || spoken === undefined || values.tools === undefined) throw new Error(usage);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "graph-precision-")));
  const checkout = join(folder, "checkout");
  const git = (...more: string[]): Buffer =>
    execFileSync("git", [`--git-dir=${gitDirectory}`, ...more], { maxBuffer: 1 << 30 });
  let compiler: Compiler | null = null;
  try {
    const commit = git("rev-parse", "HEAD").toString().trim();
    await updateIndex({ directory: join(folder, "index"), source: gitDirectorySource(gitDirectory), commit });
    const index = openIndex(join(folder, "index"));
    if (index === null) throw new Error("the repository could not be indexed");
    execFileSync("mkdir", ["-p", checkout]);
    execFileSync("tar", ["-x", "-C", checkout], { input: git("archive", commit), maxBuffer: 1 << 30 });
    const paths = index.files().map(({ path }) => path);
    const all = await readTexts(gitDirectory, index, spoken);
    const sampled = new Set(index.files().flatMap(({ path, kind }) => (/^(?:source|test)$/.test(kind) ? [path] : [])));
    const texts = new Map([...all].filter(([path]) => sampled.has(path)));
    compiler =
      values.language === "go"
        ? openGo(checkout)
        : values.language === "python"
          ? await openPyright(values.tools, checkout)
          : openTypeScript(values.tools, checkout, paths);
    const measured: Measured = {
      index,
      compiler,
      question: questionOf(index, all),
      texts,
      next: random(Number(values.seed)),
      isShown: values.show,
    };
    print(
      `${values.language}, ${gitDirectory}, commit ${commit.slice(0, 12)}, ${texts.size} files, seed ${values.seed}`,
    );
    await measureDefinitions(measured, Number(values.uses));
    await measureReferences(measured, Number(values.declarations));
  } finally {
    compiler?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readTexts(gitDirectory: string, index: CodeIndex, spoken: RegExp): Promise<Map<string, string[]>> {
  const files = index.files().filter(({ language, size }) => spoken.test(language ?? "") && size < 600_000);
  const byOid = Map.groupBy(files, ({ oid }) => oid);
  const texts = new Map<string, string[]>();
  const blobs = gitDirectorySource(gitDirectory).readBlobs([...byOid.keys()], { maxBytes: 1 << 20 });
  for await (const { oid, bytes } of blobs)
    for (const { path } of byOid.get(oid) ?? []) texts.set(path, bytes?.toString("utf8").split(/\r?\n/) ?? []);
  return texts;
}

function questionOf(index: CodeIndex, texts: ReadonlyMap<string, string[]>): GraphQuestion {
  return {
    index,
    reader: { readLines: async (path) => texts.get(path) ?? null },
    filesWithWord: async (word) => ({
      paths: [...texts].flatMap(([path, lines]) => (lines.some((line) => line.includes(word)) ? [path] : [])),
      isCutOff: false,
    }),
  };
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
