import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import { symbolsNamed } from "#server/engine/facts/code/symbols-named.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

/** A declaration with the file that it stands in. */
export interface CalledSymbol {
  path: string;
  symbol: SymbolFact;
}

/** A method of an interface, where its name stands. */
interface Promised {
  path: string;
  name: string;
  line: number;
}

const standIn = /(?:^|[/_.-])(?:mocks?|fakes?|stubs?|noop|dummy|testing|tests?)(?:[/_.-]|$)/i;
const maxMembers = 40;

/**
 * What implements a method of an interface: methods of that name whose type has all other members of the interface too.
 * Several of them are given when they are the same thing for several databases, PostgreSQL's first; else none is certain.
 */
export async function implementing(scope: CodeScope, promised: Promised): Promise<readonly CalledSymbol[]> {
  const members = await membersAround(scope, promised);
  const language = scope.facts(promised.path)?.language;
  const found = symbolsNamed(scope, promised.name).filter(
    ({ path, symbol }) =>
      symbol.kind === "method" &&
      symbol.parent !== null &&
      symbol.endLine - symbol.startLine >= 1 &&
      !(path === promised.path && symbol.startLine === promised.line) &&
      !standIn.test(path) &&
      scope.facts(path)?.language === language &&
      members.every((member) => hasMember(scope, { path, symbol }, member)),
  );
  const types = new Set(found.map(({ path, symbol }) => `${folderOf(path)} ${symbol.parent ?? ""}`));
  if (types.size <= 1) return found;
  // One member alone is had by many types that are none of this interface.
  const areDatabases = members.length > 1 && found.every(({ path }) => databases.test(path));
  return areDatabases
    ? found.toSorted(
        (a, b) => Number(/postgres/i.test(b.path)) - Number(/postgres/i.test(a.path)) || (a.path < b.path ? -1 : 1),
      )
    : [];
}

const databases = /postgres|mysql|maria|sqlite|mongo|bolt|mssql|oracle|sql/i;

/** Names of the members of the interface that a line stands in. */
async function membersAround(scope: CodeScope, { path, line, name }: Promised): Promise<string[]> {
  const [around] = (scope.facts(path)?.symbols ?? [])
    .filter(
      ({ kind, startLine, endLine }) => /interface|trait|class/.test(kind) && startLine <= line && line <= endLine,
    )
    .toSorted((a, b) => b.startLine - a.startLine);
  if (around === undefined) return [name];
  const own = (scope.facts(path)?.symbols ?? []).filter(
    ({ parent, kind }) => parent === around.name && kind === "method",
  );
  if (own.length > 0) return own.map((one) => one.name).slice(0, maxMembers);
  const lines = codeLines((await scope.lines(path)) ?? []).slice(around.startLine, around.endLine);
  const names = lines.flatMap((text) => /^\s+([A-Za-z_]\w*)\s*(?:<[^>]*>)?\(/.exec(text)?.[1] ?? []);
  return [...new Set([...names, name])].slice(0, maxMembers);
}

/** Whether the type of a method has another one, in its file or in its folder. */
function hasMember(scope: CodeScope, { path, symbol }: CalledSymbol, member: string): boolean {
  return symbolsNamed(scope, member).some(
    (one) => one.symbol.parent === symbol.parent && folderOf(one.path) === folderOf(path),
  );
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
