import type { CodeIndex } from "#server/code-index/ports/code-index.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";

import { readLabels, type InterfaceText } from "./read-labels.ts";
import { isKeyedByText, readKeyTexts, readMessageIds } from "./read-message-ids.ts";

/** A text of the interface with its file. */
export interface LocatedLabel extends InterfaceText {
  file: FileRef;
  /** What stands below a caption that ends in a colon; absent of others. */
  below?: readonly string[];
}

const locales = /(?:^|[/_.-])(?:i18n|locales?|lang(?:uages?)?|translations?|messages)(?:[/_.-]|$)/i;
const english = /(?:^|[/_.-])(?:en(?:[-_](?:us|gb))?|english)(?:[/_.-]|$)/i;
const tests = /(?:^|[/_.-])(?:tests?|specs?|fixtures?|mocks?)(?:[/_.-]|$)/i;
/** Bytes; a larger file holds other data. */
const largest = 1_000_000;
const maxFiles = 40;

/** Whether a file holds the texts of the interface by language. */
export function isLabelFile(path: string): boolean {
  return locales.test(path);
}

/** Whether a file belongs to tests. */
export function isOfTests(path: string): boolean {
  return tests.test(path);
}

/** An index never changes, so its texts are read once for all questions. */
const known = new WeakMap<CodeIndex, Promise<readonly InFile[]>>();

interface InFile {
  path: string;
  label: InterfaceText & { below?: readonly string[] };
}

const mostBelow = 3;
/** The choices below a caption are short. */
const choice = /^[\p{Lu}\d][\p{L}\d /&.-]{1,30}$/u;

/** All texts of the interface that stand in files of texts, the English ones where there are such. */
export async function gatherLabels(context: AnswerContext): Promise<LocatedLabel[]> {
  const all: LocatedLabel[] = [];
  for (const codebase of context.codebases) {
    const reading = known.get(codebase.index) ?? readAll(context, { codebase, path: "" });
    known.set(codebase.index, reading);
    // What was cancelled with another answer is read anew.
    const labels = await reading.catch(() => readAll(context, { codebase, path: "" }));
    for (const { path, label } of labels) all.push({ ...label, file: { codebase, path } });
  }
  return all;
}

async function readAll(context: AnswerContext, { codebase }: FileRef): Promise<readonly InFile[]> {
  const files = codebase.index
    .files()
    .filter(
      ({ path, kind, size, language }) =>
        locales.test(path) &&
        !tests.test(path) &&
        size <= largest &&
        (kind === "data" || kind === "config" || (kind === "source" && language !== null)),
    );
  const found: InFile[] = [];
  for (const path of await chooseFiles(context, codebase, files)) {
    const lines = await context.lines({ codebase, path });
    const labels = readAs(path, lines);
    for (const [at, label] of labels.entries()) {
      const next = label.text.endsWith(":") ? labels.slice(at + 1, at + 1 + mostBelow).map(({ text }) => text) : [];
      const end = next.findIndex((text) => !choice.test(text));
      const below = end === -1 ? next : next.slice(0, end);
      found.push({ path, label: below.length > 1 ? { ...label, below } : label });
    }
    await context.yieldToEventLoop();
  }
  return found;
}

/** Languages that many products are translated into first, and so wholly. */
const likelyWhole = /(?:^|[/_.-])(?:de|fr|es)(?:[-_]\w\w)?(?:[/_.-]|$)/i;
const catalogue = /\.pot?$/;
/** Translations of documents are no texts of a screen. */
const ofDocuments = /(?:^|\/)(?:docs?|documentation|manual|website)\//i;

function readAs(path: string, lines: readonly string[]): InterfaceText[] {
  if (catalogue.test(path)) return readMessageIds(lines);
  return isKeyedByText(lines) ? readKeyTexts(lines) : readLabels(lines);
}

interface SizedFile {
  path: string;
  /** Bytes. */
  size: number;
}

/** The English files where there are such; where translations are found by the English text, one language holds them all. */
async function chooseFiles(
  context: AnswerContext,
  codebase: FileRef["codebase"],
  files: readonly SizedFile[],
): Promise<string[]> {
  const catalogues = Map.groupBy(
    files.filter(({ path }) => catalogue.test(path) && !ofDocuments.test(path)),
    ({ path }) => path.slice(0, path.search(locales) + 1),
  );
  const ofCatalogues = [...catalogues.values()].flatMap((some) => largestOf(some, /\.pot$/) ?? []);
  const others = files.filter(({ path }) => !catalogue.test(path));
  const inEnglish = others.filter(({ path }) => english.test(path));
  const chosen = [...ofCatalogues, ...(inEnglish.length > 0 ? inEnglish : others).map(({ path }) => path)];
  const whole = inEnglish.length > 0 ? undefined : largestOf(others, likelyWhole);
  const isWhole = whole !== undefined && isKeyedByText(await context.lines({ codebase, path: whole }));
  return isWhole ? [...ofCatalogues, whole] : chosen.slice(0, maxFiles);
}

/** Of those that fit, or of all where none does. */
function largestOf(files: readonly SizedFile[], wanted: RegExp): string | undefined {
  const fitting = files.filter(({ path }) => wanted.test(path));
  return (fitting.length > 0 ? fitting : files).toSorted((a, b) => b.size - a.size)[0]?.path;
}
