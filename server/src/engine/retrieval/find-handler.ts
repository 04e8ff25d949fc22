import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";
import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";

import { declarationsOf } from "./declarations-named.ts";
import { isAside, type FileFact } from "./gather-facts.ts";
import { writtenType } from "./receiver-type.ts";
import { isTestSymbol, type LocatedSymbol } from "./relations.ts";

type NamingRoute = FileFact<IndexedEndpoint>;

const maxFiles = 60;
const isBody = /^(?:function|method|component|constant|variable)$/;
const isType = /^(?:class|struct|interface|trait|module|type)$/;

/**
 * The declaration of the handler that a route names, `CreateOrder`, `orders.list` or `OrderController.store`, in the same
 * file, its class, its package or what it imports. Null where there is none, or more than one that it could be.
 */
export async function findHandler(context: AnswerContext, endpoint: NamingRoute): Promise<LocatedSymbol | null> {
  const parts = (endpoint.fact.handler ?? "").split(/[.#@\\]|::|->/).filter((part) => /^[\w$]+$/.test(part));
  const name = parts.at(-1);
  if (name === undefined) return null;
  const holder = parts.at(-2) ?? null;
  const isOwn = holder === null || ownObject.test(holder);
  const found = isOwn ? ofPlainName(context, endpoint, name) : await ofHolder(context, endpoint, { name, holder });
  return onlyOne(found);
}

const ownObject = /^(?:this|self|Self|cls|\$this)$/;

/** The same declaration may be found in two ways; two declarations are no sure answer. */
function onlyOne(found: readonly LocatedSymbol[]): LocatedSymbol | null {
  const [first, ...others] = found.filter(({ symbol }) => !isTestSymbol(symbol));
  if (first === undefined) return null;
  const isSame = (one: LocatedSymbol) =>
    one.codebase === first.codebase && one.path === first.path && one.symbol.startLine === first.symbol.startLine;
  return others.every(isSame) ? first : null;
}

/** Of its file first, which hides what is imported; then of what is imported by that name; then of its class or package. */
function ofPlainName(context: AnswerContext, endpoint: NamingRoute, name: string): LocatedSymbol[] {
  const around = typeAround(context, endpoint);
  const isMine = ({ parent }: SymbolFact) => parent === null || parent === around;
  const here = inFile(context, endpoint, name).filter(({ symbol }) => isBody.test(symbol.kind) && isMine(symbol));
  const own = here.filter(({ symbol }) => symbol.parent === around);
  if (here.length > 0) return own.length > 0 ? own : here;
  const imported = boundBy(context, endpoint, name).flatMap((at) => followed(context, at, name));
  if (imported.length > 0) return imported.flatMap((one) => calledOf(context, one, endpoint));
  const types = typesCalled(endpoint, name);
  if (types.length > 0) return types.flatMap((one) => calledOf(context, one, endpoint));
  if (endpoint.path.endsWith(".go"))
    return besides(context, endpoint, name).filter(({ symbol }) => symbol.parent === null);
  return around === null ? [] : membersOf(context, endpoint, { type: around, name });
}

/** A member of a class, of a module that is imported by that name, or of what a variable holds. */
async function ofHolder(
  context: AnswerContext,
  endpoint: NamingRoute,
  { name, holder }: { name: string; holder: string },
): Promise<LocatedSymbol[]> {
  const lines = await context.lines(endpoint);
  const imported = boundBy(context, endpoint, holder, lines).flatMap((at) => followed(context, at, name));
  const ofModule = imported.filter(({ symbol }) => symbol.parent === null || symbol.parent === holder);
  if (ofModule.length > 0) return ofModule;
  const type = heldType(holder, lines) ?? writtenType(holder, lines) ?? holder;
  const members = membersOf(context, endpoint, { type, name });
  if (members.length > 0 || !endpoint.path.endsWith(".go")) return members;
  const isMember = ({ symbol }: LocatedSymbol) => symbol.kind === "method" || symbol.parent !== null;
  return besides(context, endpoint, name).filter(isMember);
}

/** `h := &Handler{}`, `orders = new OrderController(…)`, `svc := new(server)`. */
function heldType(variable: string, lines: readonly string[]): string | null {
  const said = variable.replaceAll("$", String.raw`\$`);
  const made = new RegExp(
    String.raw`(?<![\w$.])${said}\s*:?=\s*(?:await\s+)?(?:new\s*\(\s*([\w.]+)\s*\)|new\s+([\w.]+)|&?([\w.]+)\s*\{|([A-Z]\w*)\s*\()`,
  );
  const readable = lines.filter(({ length }) => length <= longestLine);
  const found = readable.map((line) => made.exec(line)).find((one) => one !== null);
  const type = found?.slice(1).find((one) => one !== undefined);
  return type?.split(".").at(-1) ?? null;
}

const longestLine = 1_000;

/** The class that the declaration stands in. */
function typeAround(context: AnswerContext, { codebase, path, fact }: NamingRoute): string | null {
  const symbols = context.facts({ codebase, path })?.symbols ?? [];
  const around = symbols.filter(
    ({ kind, startLine, endLine }) => isType.test(kind) && startLine <= fact.startLine && fact.endLine <= endLine,
  );
  return around.toSorted((a, b) => b.startLine - a.startLine)[0]?.name ?? null;
}

function inFile(context: AnswerContext, { codebase, path }: FileRef, name: string): LocatedSymbol[] {
  const symbols = context.facts({ codebase, path })?.symbols ?? [];
  return symbols.filter((symbol) => symbol.name === name).map((symbol) => ({ codebase, path, symbol }));
}

/** Files that an import of that name leads to: `import * as name`, `{ name }`, `require`, or a package called so. */
function boundBy(context: AnswerContext, from: FileRef, name: string, lines: readonly string[] = []): FileRef[] {
  const { codebase, path } = from;
  const imports = context.facts(from)?.imports ?? [];
  const word = new RegExp(String.raw`(?<![\w$])${name.replaceAll("$", String.raw`\$`)}(?![\w$])`);
  const edges = codebase.index.importsOf(path).filter(({ line, specifier }) => {
    const names = imports.filter((one) => one.line === line && one.specifier === specifier).flatMap((one) => one.names);
    if (names.includes(name)) return true;
    const last = specifier.split(/[./\\:]+/).at(-1);
    return last === name || word.test((lines[line - 1] ?? "").replaceAll(/(["'`])[^"'`]*\1/g, ""));
  });
  return edges.slice(0, maxFiles).flatMap((edge) => sameModule({ codebase, path: edge.path }));
}

/** A package of Go is all files of its folder. */
function sameModule({ codebase, path }: FileRef): FileRef[] {
  if (!path.endsWith(".go")) return [{ codebase, path }];
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const isBeside = (other: string) => other.startsWith(folder) && !other.includes("/", folder.length);
  const files = codebase.index.files().filter((file) => file.language === "go" && isBeside(file.path));
  return files.filter(({ kind }) => kind === "source").map((file) => ({ codebase, path: file.path }));
}

/** In that file, or in one that it hands on: an index of a folder of handlers. */
function followed(context: AnswerContext, at: FileRef, name: string): LocatedSymbol[] {
  const here = inFile(context, at, name).filter(({ symbol }) => isBody.test(symbol.kind) || isType.test(symbol.kind));
  const isAlias = ({ symbol }: LocatedSymbol) => symbol.kind === "constant" && symbol.startLine === symbol.endLine;
  if (here.length > 0 && !here.every(isAlias)) return here;
  const further = boundBy(context, at, name).flatMap((next) => inFile(context, next, name));
  return further.length > 0 ? further : here;
}

/** Functions and methods of the same package. */
function besides(context: AnswerContext, from: FileRef, name: string): LocatedSymbol[] {
  return sameModule(from).flatMap((at) => inFile(context, at, name));
}

/** The classes of that name in the same language. */
function typesCalled({ codebase, path }: FileRef, name: string): LocatedSymbol[] {
  const language = codebase.index.facts(path)?.language;
  const isWanted = (at: string) => {
    const facts = codebase.index.facts(at);
    return facts?.kind === "source" && facts.language === language && !isAside(at);
  };
  return declarationsOf(codebase.index, name)
    .filter((hit) => isType.test(hit.symbol.kind) && isWanted(hit.path))
    .map((hit) => ({ codebase, ...hit }));
}

/** Of the only class of that name, in all of its parts. */
function membersOf(
  context: AnswerContext,
  from: FileRef,
  { type, name }: { type: string; name: string },
): LocatedSymbol[] {
  const types = typesCalled(from, type);
  const folders = new Set(types.map(({ path }) => path.slice(0, path.lastIndexOf("/"))));
  if (folders.size !== 1) return [];
  const files = types.flatMap((one) => sameModule(one));
  const members = files.flatMap((at) => inFile(context, at, name));
  return members.filter(({ symbol }) => symbol.parent === type && isBody.test(symbol.kind));
}

/** A class that is a handler as a whole answers by the method that is called so in its framework. */
function calledOf(context: AnswerContext, found: LocatedSymbol, { fact }: NamingRoute): LocatedSymbol[] {
  if (!isType.test(found.symbol.kind)) return [found];
  const names = ["__invoke", "invoke", "handle", fact.method.toLowerCase()];
  const symbols = context.facts(found)?.symbols ?? [];
  return symbols
    .filter(({ name, parent }) => parent === found.symbol.name && names.includes(name))
    .map((symbol) => ({ ...found, symbol }));
}
