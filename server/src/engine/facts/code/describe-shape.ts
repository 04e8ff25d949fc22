import type { IndexedFile } from "#server/code-index/ports/code-index.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { findPackages, importEvidence } from "#server/engine/facts/project/find-packages.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { asParenthetical } from "#server/engine/text/sentences.ts";
import { isTelling } from "#server/engine/text/summarize-doc.ts";
import { callForm } from "#server/engine/text/tidy-signature.ts";
import { withoutRoute } from "#server/engine/text/without-route.ts";
import { enumerate, fileName, folderOf, someOf } from "#server/engine/text/wording.ts";

import { glossOf, symbolEvidence, type Description } from "./describe.ts";
import { evidenceOfFile } from "./file-evidence.ts";
import { byArea, findEndpoints } from "./find-endpoints.ts";
import { findEntryPoints } from "./find-entry-points.ts";
import { findStoredSchemas, mostReferred } from "./find-schemas.ts";
import { rankSymbols, type RankedSymbol } from "./rank-symbols.ts";
import { findTestTitles } from "./test-titles.ts";

/** Sentences beyond the length of a table cell are left out. */
const maxLength = 330;
const maxEvidence = 16;

/**
 * What files do, derived from their code when nobody wrote about them: what they serve, store, show and declare, what
 * their tests check and which packages they use. Null when that says nothing.
 */
export async function describeByShape(scope: CodeScope, files: readonly IndexedFile[]): Promise<Description | null> {
  const paths = new Set(files.map((file) => file.path));
  const ranked = rankSymbols(scope).filter(
    ({ path, symbol }) => paths.has(path) && !symbol.name.startsWith("__") && !ofTools.test(path),
  );
  const steps = migrationSentence(scope, files);
  const packages = packageSentence(scope, paths);
  const sentences = [
    startSentence(scope, paths),
    steps,
    endpointSentence(scope, paths),
    schemaSentence(scope, paths),
    steps === null ? declarationSentence(scope, ranked) : null,
    await testSentence(scope, paths),
    packages,
  ].filter((one) => one !== null);
  const [first] = sentences;
  // Which packages it uses does not say what for.
  if (!first || (sentences.length === 1 && first === packages)) return null;
  let text = first.text;
  const evidence = [...first.evidence];
  for (const sentence of sentences.slice(1)) {
    if (text.length + sentence.text.length > maxLength) continue;
    text += ` ${sentence.text}`;
    evidence.push(...sentence.evidence);
  }
  return { text, evidence: evidence.slice(0, maxEvidence) };
}

/** What such files declare is for the tools around the program. */
const ofTools =
  /(?:^|\/)(?:[\w.-]*\.(?:config|conf|setup)|webpack\.mix|gulpfile|gruntfile|rakefile|\.\w+rc)\.[cm]?[jt]s$|(?:^|\/)tools\.go$/i;

/** What it starts, answers or stores, whichever applies first; also for a folder that holds only folders. */
export function describeHighlight(scope: CodeScope, files: readonly IndexedFile[]): Statement | null {
  const paths = new Set(files.map((file) => file.path));
  return (
    startSentence(scope, paths) ??
    migrationSentence(scope, files) ??
    endpointSentence(scope, paths) ??
    schemaSentence(scope, paths)
  );
}

function startSentence(scope: CodeScope, paths: ReadonlySet<string>): Statement | null {
  const own = findEntryPoints(scope).filter(({ path, kind }) => kind === "program" && paths.has(path));
  if (own.length === 0) return null;
  const names = own.map(({ path, role }) => `${codeSpan(fileName(path))} is ${role}`);
  return {
    text: `${names.slice(0, 3).join("; ")}.`,
    evidence: own.slice(0, 2).flatMap(({ evidence }) => evidence.slice(0, 1)),
  };
}

function migrationSentence(scope: CodeScope, files: readonly IndexedFile[]): Statement | null {
  const own = files.filter((file) => /(?:^|\/)(?:migrations?|alembic\/versions|db\/migrate)\//i.test(file.path));
  const last =
    own.filter(({ path }) => /\d/.test(migrationName(path))).at(-1) ??
    own.findLast(({ path }) => !aroundSteps.test(path));
  if (!last || own.length < files.length * onlySteps) return null;
  return {
    text: `Changes the database's schema step by step, as in ${codeSpan(migrationName(last.path))}.`,
    evidence: evidenceOfFile(scope, last.path),
  };
}

/** What holds more than its steps is not told by them. */
const onlySteps = 0.9;

/** What only gathers the steps is none. */
const aroundSteps = /(?:^|\/)(?:migrations?|embed|embedded|index|mod|env|fs|doc|__init__)\.\w+$/i;

/** Where every migration is a folder, the folder has the name. */
function migrationName(path: string): string {
  const name = fileName(path);
  return /^(?:migration|up|down)\.\w+$/.test(name) ? fileName(folderOf(path)) : name;
}

function endpointSentence(scope: CodeScope, paths: ReadonlySet<string>): Statement | null {
  const all = findEndpoints(scope);
  // Where handlers are known, a list of routes answers nothing itself.
  const isListed = all.some(({ path, handler }) => handler !== null && handler.path !== path);
  const own = all.filter(({ path, handler }) =>
    handler === null && isListed ? false : paths.has(handler?.path ?? path),
  );
  if (own.length === 0) return null;
  // The root, and what is not known of a path, tell nobody what the code is about.
  const areas = byArea(own).filter(([area]) => /[\w]/.test(area));
  if (areas.length === 0) return null;
  // One file of many that answers about one thing does not say what the others are for.
  const answering = new Set(own.map(({ path, handler }) => handler?.path ?? path));
  if (areas.length === 1 && answering.size === 1 && paths.size > fewFiles) return null;
  return {
    text: `Answers requests to ${someOf(
      areas.map(([area]) => codeSpan(area, 60)),
      4,
    )}.`,
    evidence: areas.slice(0, 5).flatMap(([, [first]]) => first?.evidence ?? []),
  };
}

const fewFiles = 6;

/** Some write the name of a table below what begins its declaration. */
const headLines = 2;

function schemaSentence(scope: CodeScope, paths: ReadonlySet<string>): Statement | null {
  const own = mostReferred(findStoredSchemas(scope)).filter(({ path }) => paths.has(path));
  if (own.length === 0) return null;
  const names = own.map(({ schema }) => codeSpan(schema.name));
  const noun = own.some(({ schema }) => schema.kind === "table") ? "table" : "model";
  return {
    text: `Defines the stored ${own.length === 1 ? noun : `${noun}s`} ${someOf(names, 3)}.`,
    evidence: own
      .slice(0, 4)
      .map(({ evidence }) => ({ ...evidence, endLine: Math.min(evidence.endLine, evidence.startLine + headLines) })),
  };
}

/** The most used declarations whose comments say what they are for; names alone say nothing. */
function declarationSentence(scope: CodeScope, ranked: readonly RankedSymbol[]): Statement | null {
  const unique = [...new Map(ranked.map((one) => [one.symbol.name, one])).values()].slice(0, readDeclarations);
  const told = unique.flatMap((one) => {
    const doc = one.symbol.name === "main" ? null : glossOf(one.symbol, 110);
    return doc === null || !isTelling(one.symbol.name, doc.text) ? [] : [{ ...one, doc: withoutRoute(doc.text) }];
  });
  const top = told.slice(0, 2);
  if (top.length === 0) return null;
  const names = top.map(
    ({ symbol, doc }) => `${codeSpan(callForm(symbol, 50))} (${asParenthetical(symbol.name, doc)})`,
  );
  return {
    text: `Declares ${enumerate([...names, ...(unique.length > top.length ? ["others"] : [])])}.`,
    evidence: top.map(({ path, symbol }) => symbolEvidence(scope, path, symbol)),
  };
}

const readDeclarations = 8;

async function testSentence(scope: CodeScope, paths: ReadonlySet<string>): Promise<Statement | null> {
  const titles = await findTestTitles(scope, [...paths], 2);
  if (titles.length === 0) return null;
  return {
    text: `Its tests check: ${enumerate(titles.map(({ title }) => `“${title}”`))}.`,
    evidence: titles.map(({ evidence }) => evidence),
  };
}

/** A package that one file of many imports does not mark them. */
const leastUses = 3;

/** Well-known packages that are used mainly by these files; frameworks are used everywhere and are left out. */
function packageSentence(scope: CodeScope, paths: ReadonlySet<string>): Statement | null {
  const found = findPackages(scope).flatMap((used) => {
    const own = used.files.filter((path) => paths.has(path));
    const evidence = own.map((path) => importEvidence(scope, path, used.importedAs)).find((one) => one !== null);
    const isMainlyHere = own.length >= used.files.length / 2 && own.length >= Math.min(leastUses, paths.size / 4);
    if (!evidence || used.known === null || used.known.isFramework || !isMainlyHere) return [];
    return [{ name: used.name, role: used.known.role, evidence }];
  });
  const byRole = [...Map.groupBy(found, ({ role }) => role)].slice(0, 2);
  if (byRole.length === 0) return null;
  const names = byRole.map(
    ([role, own]) =>
      `${someOf(
        own.map(({ name }) => codeSpan(name)),
        2,
      )} (${role})`,
  );
  return {
    text: `Uses ${enumerate(names)}.`,
    evidence: byRole.flatMap(([, own]) => own.slice(0, 1).map(({ evidence }) => evidence)),
  };
}
