import type { FileEdge } from "#server/code-index/ports/code-index.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import type { NamedPath } from "#server/engine/retrieval/find-meant.ts";
import { linesOf, shownPath, wholeOf, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { count, fold } from "#server/engine/text/wording.ts";

/** As many as a reader takes in, and each with its line. */
const maxShown = 9;
const maxTestFiles = 2;
/** Named without a line of their own. */
const maxOthers = 12;
/** Declarations of a file that are looked for by name where nothing has to be imported. */
const maxNames = 12;
const wordFiles = 200;

/** A file that needs another, with the first line that says so. */
interface Dependent extends FileRef {
  line: number;
  isTest: boolean;
}

/** Which files import a file or anything of a folder. */
export async function explainDependents(context: AnswerContext, location: NamedPath): Promise<StatementBlock[]> {
  const isByName = !location.isFolder && sharesScope(context, location);
  const importing = isByName ? [] : context.lookUp("find_importers", location.path, () => importersOf(location));
  const byName = importing.length === 0 && !location.isFolder ? await usersByName(context, location) : [];
  const known = new Set(importing.map(({ path }) => path));
  const unfollowed = isByName ? [] : (await findUnfollowed(context, location)).filter(({ path }) => !known.has(path));
  const may = [...unfollowed, ...byName.filter(({ path }) => !unfollowed.some((one) => one.path === path))];
  const target = location.isFolder
    ? `something of the folder ${shownPath(context, location)}`
    : shownPath(context, location);
  if (importing.length + may.length === 0) return [noDependents(context, location, isByName)];
  const possible = await dependentsBlocks(context, may, {
    leadOf: (files) => `${files} may ${known.size > 0 ? "also " : ""}need ${target}, as far as names tell`,
    isComplete: false,
  });
  if (importing.length === 0) return possible;
  const leadOf = (files: string) => `${files} import ${target}`;
  const certain = await dependentsBlocks(context, importing, { leadOf, isComplete: may.length === 0 });
  return may.length === 0 ? certain : [...certain, ...possible];
}

/** A search for names without a match proves less than following all imports. */
function noDependents(context: AnswerContext, location: NamedPath, isByName: boolean): StatementBlock {
  const target = shownPath(context, location);
  const none = isByName
    ? `No file was found that names what ${target} declares`
    : `No file of ${wholeOf(context, location.codebase)} imports ${target}`;
  const text = `${none}; it may be an entry point, be named in a configuration, or not be used at all.`;
  const first = location.isFolder ? firstFileOf(location) : location;
  return { heading: null, statements: [{ text, evidence: first ? [linesOf(first, 1)] : [] }] };
}

function firstFileOf({ codebase, path }: NamedPath): FileRef | null {
  const first = codebase.index.files().find((file) => file.path.startsWith(`${path}/`) && file.lines > 0);
  return first ? { codebase, path: first.path } : null;
}

/** Files with an unresolved import that ends like this file's path: whether it is meant is unknown. */
async function findUnfollowed(context: AnswerContext, { codebase, path, isFolder }: NamedPath): Promise<Dependent[]> {
  const { index } = codebase;
  const own = path.replace(/(?:\/(?:index|__init__|mod))?\.\w+$/, "").split("/");
  const isAlike = (specifier: string, amount: number) => {
    const steps = specifier.replace(/\.(?:[cm]?[jt]sx?|vue|svelte|json)$/, "").split(/[/.:\\]+/);
    const end = own.slice(-amount).join("/");
    return isFolder ? `/${steps.join("/")}/`.includes(`/${end}/`) : `/${steps.join("/")}`.endsWith(`/${end}`);
  };
  const found: Dependent[] = [];
  for (const file of index.files()) {
    if ((file.kind !== "source" && file.kind !== "test") || file.path === path) continue;
    if (isFolder && file.path.startsWith(`${path}/`)) continue;
    const one = index.facts(file.path)?.imports.find(({ specifier, names }) => {
      if (!isAlike(specifier, 1)) return false;
      const { kind } = index.resolveImport(file.path, specifier, names);
      // What seems to be a package may be an alias that a bundler knows.
      return kind === "unknown" || (kind === "package" && own.length > 1 && isAlike(specifier, 2));
    });
    if (one) found.push({ codebase, path: file.path, line: one.line, isTest: file.kind === "test" });
    await context.yieldToEventLoop();
  }
  return found;
}

/** Go imports packages, never files: which of its files is meant depends on the names used. */
function sharesScope(context: AnswerContext, location: FileRef): boolean {
  return context.facts(location)?.language === "go";
}

/** Which files import a package from outside, and the manifest that names it. Empty where none is called so. */
export async function explainPackageUsers(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  const wanted = [...part.names, ...part.text.split(/[\s,;:!?"'`]+/)]
    .filter((word) => word.length > 1)
    .map((word) => word.toLowerCase());
  const isMeant = (name: string) =>
    wanted.some(
      (word) => name === word || (/[./]/.test(word) && (name.startsWith(`${word}/`) || word.startsWith(`${name}/`))),
    );
  const listed = context.lookUp("find_importers", wanted.join(" "), () =>
    context.codebases.flatMap((codebase) =>
      codebase.index
        .externalImports()
        .filter(({ name }) => isMeant(name.toLowerCase()))
        .flatMap(({ name, files }) => files.map((path) => toDependent(codebase, path, name))),
    ),
  );
  const manifests = context.codebases.flatMap((codebase) => namingManifests(context, codebase, isMeant));
  const dependents = listed.length > 0 || manifests.length === 0 ? listed : importingByName(context, isMeant);
  if (dependents.length === 0 && manifests.length === 0) return [];
  const named = manifests[0]?.name ?? wanted[0] ?? "";
  const blocks = await dependentsBlocks(context, dependents, {
    leadOf: (files) => `${files} import ${codeSpan(named)}`,
    isComplete: true,
  });
  const naming: StatementBlock = { heading: null, statements: manifests.slice(0, 3).map(({ statement }) => statement) };
  return dependents.length === 0 ? [naming] : [naming, ...blocks];
}

/** Where an import looks like a module of the repository, its first word decides: it is the name in the manifest. */
function importingByName(context: AnswerContext, isMeant: (name: string) => boolean): Dependent[] {
  return context.codebases.flatMap((codebase) =>
    codebase.index.files().flatMap(({ path, kind }): Dependent[] => {
      if (kind !== "source" && kind !== "test") return [];
      const found = codebase.index
        .facts(path)
        ?.imports.find(({ specifier }) => isMeant((specifier.split("::")[0] ?? "").toLowerCase().replaceAll("_", "-")));
      return found ? [{ codebase, path, line: found.line, isTest: kind === "test" }] : [];
    }),
  );
}

function toDependent(codebase: Codebase, path: string, name: string): Dependent {
  const facts = codebase.index.facts(path);
  const line =
    facts?.imports.find(({ specifier }) => specifier.toLowerCase().startsWith(name.toLowerCase()))?.line ?? 1;
  return { codebase, path, line, isTest: facts?.kind === "test" };
}

function namingManifests(
  context: AnswerContext,
  codebase: Codebase,
  isMeant: (name: string) => boolean,
): { name: string; statement: Statement }[] {
  return codebase.index.files().flatMap(({ path, kind }) => {
    if (kind !== "config") return [];
    const manifest = codebase.index.facts(path)?.manifest;
    const found = manifest?.dependencies.find(({ name }) => isMeant(name.toLowerCase()));
    if (!found) return [];
    const version = found.version === "" ? "" : ` in version ${codeSpan(found.version)}`;
    const text = `${shownPath(context, { codebase, path })} names ${codeSpan(found.name)}${version}${found.isDev ? ", for development" : ""}.`;
    return [{ name: found.name, statement: { text, evidence: [linesOf({ codebase, path }, found.line)] } }];
  });
}

function importersOf({ codebase, path, isFolder }: NamedPath): Dependent[] {
  const { index } = codebase;
  const isInside = (one: string) => isFolder && one.startsWith(`${path}/`);
  const files = isFolder ? index.files().flatMap((file) => (isInside(file.path) ? [file.path] : [])) : [path];
  const edges = files.flatMap((file) => index.importersOf(file)).filter((edge) => !isInside(edge.path));
  const first = new Map<string, FileEdge>();
  for (const edge of edges) if ((first.get(edge.path)?.line ?? Infinity) > edge.line) first.set(edge.path, edge);
  return [...first.values()].map((edge) => ({
    codebase,
    path: edge.path,
    line: edge.line,
    isTest: index.facts(edge.path)?.kind === "test",
  }));
}

/** Languages whose files share a scope name each other's declarations without an import. */
async function usersByName(context: AnswerContext, location: NamedPath): Promise<Dependent[]> {
  const { codebase, path } = location;
  const facts = context.facts(location);
  const names = (facts?.symbols ?? []).filter(({ parent, name }) => parent === null && /^\w{4,}$/.test(name));
  if (names.length === 0) return [];
  const pattern = `\\b(?:${[...new Set(names.map(({ name }) => name))].slice(0, maxNames).join("|")})\\b`;
  const bounds = {
    maxFiles: wordFiles,
    maxLinesPerFile: 1,
    ...(facts?.language ? { languages: [facts.language] } : {}),
  };
  const { files } = await codebase.index.findLines(
    { pattern, isRegex: true, ignoreCase: false, isWord: false },
    bounds,
  );
  return files
    .filter((file) => file.path !== path)
    .map((file) => ({
      codebase,
      path: file.path,
      line: file.lines[0]?.line ?? 1,
      isTest: codebase.index.facts(file.path)?.kind === "test",
    }));
}

async function dependentsBlocks(
  context: AnswerContext,
  all: readonly Dependent[],
  { leadOf, isComplete }: { leadOf: (files: string) => string; isComplete: boolean },
): Promise<StatementBlock[]> {
  const byPath = (a: Dependent, b: Dependent) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
  const inCode = all.filter(({ isTest }) => !isTest).sort(byPath);
  const inTests = all.filter(({ isTest }) => isTest).sort(byPath);
  const tests =
    inTests.length === 0
      ? ""
      : inCode.length === 0 && isComplete
        ? ", all of them tests"
        : `, ${count(inTests.length, "of them a test", "of them tests")}`;
  const lead = `${leadFor(all.length, leadOf)}${tests}${all.length > 4 ? foldersOf(all) : ""}:`;
  const entries = await Promise.all(inCode.slice(0, maxShown).map((one) => entryOf(context, one)));
  const rest = inCode.length - entries.length;
  const others = inCode.slice(maxShown, maxShown + maxOthers);
  const further = rest > maxOthers ? ` and ${rest - maxOthers} more` : "";
  const more =
    rest > 0
      ? [
          {
            text: `- and ${fold(
              others.map((one) => shownPath(context, one)),
              maxOthers,
            )}${further}`,
            evidence: firstLines(others),
          },
        ]
      : [];
  const shownTests = inCode.length === 0 ? maxShown : maxTestFiles;
  const tested = await Promise.all(inTests.slice(0, shownTests).map((one) => entryOf(context, one, "test ")));
  const unknown = inTests.slice(tested.length);
  const moreTests =
    unknown.length > 0
      ? [
          {
            text: `- and ${count(unknown.length, "more test file")}`,
            evidence: firstLines(unknown.slice(0, maxTestFiles)),
          },
        ]
      : [];
  return [{ heading: null, statements: [{ text: lead, evidence: [] }, ...entries, ...more, ...tested, ...moreTests] }];
}

function firstLines(some: readonly Dependent[]): Evidence[] {
  return some.map((one) => linesOf(one, one.line));
}

function leadFor(amount: number, leadOf: (files: string) => string): string {
  const text = leadOf(count(amount, "file"));
  return amount === 1 ? text.replace(/^1 file import\b/, "1 file imports") : text;
}

function foldersOf(all: readonly Dependent[]): string {
  const folders = new Set(all.map(({ path }) => path.split("/").slice(0, -1).join("/")));
  return folders.size > 1 ? `, in ${count(folders.size, "folder")}` : "";
}

async function entryOf(context: AnswerContext, one: Dependent, before = ""): Promise<Statement> {
  const endLine = endOfStatement(await context.lines(one), one.line);
  return {
    text: `- ${before}${shownPath(context, one)}, line ${one.line}`,
    evidence: [linesOf(one, one.line, endLine)],
  };
}

const maxStatementLines = 30;

/** An import that takes several names may span lines. */
function endOfStatement(lines: readonly string[], line: number): number {
  let open = 0;
  for (let at = line; at <= Math.min(line + maxStatementLines - 1, lines.length); at += 1) {
    const text = lines[at - 1] ?? "";
    open += (text.match(/[({]/g)?.length ?? 0) - (text.match(/[)}]/g)?.length ?? 0);
    if (open <= 0) return at;
  }
  return line;
}
