import { isActionGuard, isGuardName } from "#server/code-index/analysis/extract/routing/guard-names.ts";
import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { Evidence } from "#server/engine/evidence/evidence.ts";
import { findClassGuards } from "#server/engine/facts/code/class-guards.ts";
import { glossOf, symbolEvidence } from "#server/engine/facts/code/describe.ts";
import { byArea, findEndpoints, type LocatedEndpoint } from "#server/engine/facts/code/find-endpoints.ts";
import { findHandlerMarks } from "#server/engine/facts/code/handler-marks.ts";
import { symbolsNamed } from "#server/engine/facts/code/symbols-named.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { findRefusals, type Refusal } from "#server/engine/retrieval/failure-lines.ts";
import { listing, paragraph, table, type DraftBlock, type TableRow } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { saysMoreThan } from "#server/engine/text/summarize-doc.ts";
import { enumerate, fold } from "#server/engine/text/wording.ts";

import { findOpenRequests } from "./open-requests.ts";

const shownGuards = 12;
const shownOpen = 16;
/** With fewer requests behind guards, what is left open says nothing. */
const leastGuarded = 0.3;

/** What stands in front of an endpoint, as its route, its decorators or its own first lines name it. */
interface GuardSite {
  name: string;
  path: string;
  line: number;
}

/** Which guard lets whom through to which requests, what those turned away get, and what is open to everybody. */
export async function draftAccess({ scopes: [scope] }: PageSubject): Promise<Draft | null> {
  if (!scope) return null;
  const endpoints = findEndpoints(scope);
  const guarded = await Promise.all(endpoints.map(async (one) => ({ one, sites: await guardsOf(scope, one) })));
  const byGuard = Map.groupBy(
    guarded.flatMap(({ one, sites }) => sites.map((site) => ({ one, site }))),
    ({ site }) => site.name,
  );
  if (byGuard.size === 0) return null;
  const groups = [...byGuard.values()].toSorted((a, b) => b.length - a.length).slice(0, shownGuards);
  const read = await Promise.all(groups.map(async (group) => ({ group, row: await guardRow(scope, group) })));
  const rows = read.flatMap(({ group, row }): GuardOfMany[] => (row === null ? [] : [{ group, row }]));
  const isTold = ({ row: { cells } }: GuardOfMany) => (cells[1] ?? "") + (cells[2] ?? "") !== "";
  const told = rows.filter(isTold).map(({ row }) => row);
  const silent = silentStatement(
    rows.filter((one) => !isTold(one)),
    endpoints.length,
  );
  const unguarded = guarded.filter(({ sites }) => sites.length === 0).map(({ one }) => one);
  const open = await findOpenRequests(scope, endpoints, unguarded);
  const isTelling = open.length < endpoints.length * (1 - leastGuarded);
  const facts = listedFacts(scope, "endpoints");
  const blocks: DraftBlock[] = [
    ...(told.length > 0
      ? [listing(table(null, ["Guard", "What it asks", "Who is refused gets", "In front of"], told), facts)]
      : []),
    ...silent.map((statement) => listing(paragraph(statement), facts)),
    ...(isTelling && open.length > 0 ? [listing(paragraph(openStatement(open)), facts)] : []),
  ];
  return told.length + silent.length === 0 ? null : { blocks };
}

interface GuardOfMany {
  group: readonly { one: LocatedEndpoint; site: GuardSite }[];
  row: TableRow;
}

const asks = /^\s*(?:[\w\s,{}[\]:=]*=\s*)?(?:await\s+)?(?:this\.|self\.|\$this->)?([A-Za-z_]\w*(?:\.\w+)?)\s*\(/;
/** So many lines of a handler are looked at for a call that asks who it is. */
const firstLines = 14;

const ofWho =
  /user|auth|login|logged|sign|session|token|jwt|access|permi|role|admin|owner|member|right|allow|grant|scope|csrf|can/i;

/** Marks that take a guard back, and those that ask how often or whether something is written well. */
const letsIn =
  /anonymous|permit_?all|public|throttl|rate_?limit|skip_?(?:auth|login)|no_?auth|verif\w*(?:result|input|payload|body|format|csrf)|^verified$/i;

async function guardsOf(scope: CodeScope, found: LocatedEndpoint): Promise<GuardSite[]> {
  const { endpoint, handler, path } = found;
  const named = endpoint.guards
    .filter(({ name }) => !/param(?:eter)?s?\b/i.test(name) && !letsIn.test(name))
    .map(({ name, file, line }) => ({ name, path: file, line }));
  const marks = await findHandlerMarks(scope, handler);
  const outside = [...named, ...marks.guards, ...(await findClassGuards(scope, found))];
  if (outside.length > 0) return outside;
  const lines = codeLines((await scope.lines(handler?.path ?? path)) ?? []);
  const asked = handler === null ? null : askedRight(lines, handler.symbol);
  if (handler !== null && asked !== null) return [{ ...asked, path: handler.path }];
  const from = handler === null ? endpoint.startLine : (handler.symbol.signatureEndLine ?? handler.symbol.startLine);
  for (const [at, text] of lines.slice(from, from + firstLines).entries()) {
    const written = asks.exec(text)?.[1] ?? "";
    // "middleware.RequireUser" asks as well as "RequireUser".
    const name = written.slice(written.lastIndexOf(".") + 1);
    if (
      !letsIn.test(name) &&
      // "verifySyntax" asks how something is written, not who it is.
      (!/^(?:verify|check|ensure)/i.test(name) || ofWho.test(name)) &&
      /^(?:verify|require|ensure|check|authenticate|authorize|get_?(?:current|session))/i.test(name) &&
      (isActionGuard(name) ||
        isGuardName(name) ||
        /^(?:get|require|verify)_?(?:current_?)?(?:user|session|token|login)$/i.test(name))
    )
      return [{ name: written, path: handler?.path ?? path, line: from + at + 1 }];
  }
  return [];
}

const mayNot =
  /^\s*(?:if|unless)\b\s*\(?\s*(?:!|not\s+)?\s*\(?\s*(?:await\s+)?(?:[\w$]+(?:\.|::|->))*((?:can|may|is_?allowed|is_?admin|has_?(?:permission|access|role|right)|permits?|authori[sz]ed?)\w*[?!]?)\s*\(/i;
const turnsAway =
  /\b(?:401|403|unauthori[sz]ed|forbidden|PermissionDenied|AccessDenied|NotAuthorized|StatusForbidden)\b/i;

/** `if (!(await canChangeBoat(user))) return forbidden();`, wherever a handler asks it. */
function askedRight(
  lines: readonly string[],
  { startLine, endLine }: SymbolFact,
): { name: string; line: number } | null {
  for (let line = startLine; line <= Math.min(endLine, startLine + longest, lines.length); line += 1) {
    const name = mayNot.exec(lines[line - 1] ?? "")?.[1];
    if (name !== undefined && turnsAway.test(lines.slice(line - 1, line + 2).join(" "))) return { name, line };
  }
  return null;
}

/** Null where nothing but its name is known. */
async function guardRow(
  scope: CodeScope,
  group: readonly { one: LocatedEndpoint; site: GuardSite }[],
): Promise<TableRow | null> {
  const [first] = group;
  if (first === undefined) return null;
  const { site } = first;
  const deciding = decidingOf(scope, site.name);
  const gloss = deciding === null ? null : glossOf(deciding.symbol, 160);
  const doc = gloss !== null && saysMoreThan(site.name, gloss.text) ? gloss : null;
  const refusals = deciding === null ? [] : await refusalsOf(scope, deciding);
  // What is not there, or is broken, is refused to everybody.
  const answers = refusals
    .filter(({ status, text }) => (status === null ? ofWho.test(text ?? "") : !/^(?:404|5\d\d)$/.test(status)))
    .slice(0, 3)
    .map(({ status, text }) =>
      [status === null ? "" : codeSpan(status), text === null ? "" : `“${text}”`].filter(Boolean).join(" "),
    );
  const areas = byArea(group.map(({ one }) => one)).map(([area, own]) => `${codeSpan(area, 40)} (${own.length})`);
  return {
    cells: [codeSpan(site.name, 70), doc?.text ?? "", [...new Set(answers)].join("; "), fold(areas, 5)],
    evidence: [
      scope.at(site.path, site.line),
      ...(deciding === null ? [] : [symbolEvidence(scope, deciding.path, deciding.symbol)]),
      ...refusals.slice(0, 3).map((one): Evidence => scope.at(one.path, one.startLine, one.endLine)),
      ...group.slice(0, 2).map(({ one }) => one.evidence),
    ],
  };
}

/** Guards of which the code says no more, with what each stands in front of: all of it, or how much of how much. */
function silentStatement(silent: readonly GuardOfMany[], total: number): Statement[] {
  const parts = silent.flatMap(({ group, row }) => {
    const areas = byArea(group.map(({ one }) => one));
    if (areas.some(([area]) => !/\w/.test(area))) return [];
    const where =
      areas.length > shownAreas
        ? `${group.length} of ${total} requests`
        : enumerate(areas.map(([area, own]) => `${codeSpan(area, 40)} (${own.length})`));
    return [{ text: `${row.cells[0]} before ${where}`, evidence: row.evidence.slice(0, 2) }];
  });
  if (parts.length === 0) return [];
  return [
    {
      text: `Named at the routes: ${parts.map(({ text }) => text).join("; ")}.`,
      evidence: parts.flatMap(({ evidence }) => evidence),
    },
  ];
}

const shownAreas = 6;

/** The one declaration that a guard names; of `MustCan(db.CanRun)` the call's. */
function decidingOf(scope: CodeScope, name: string): { path: string; symbol: SymbolFact } | null {
  // "can:administrator" names a rule of the framework's, no declaration.
  if (name.includes(":") && !name.includes("::")) return null;
  const bare = /([A-Za-z_]\w*[?!]?)(?:\(.*)?$/.exec(name.replace(/\(.*$/s, ""))?.[1] ?? name;
  const found = symbolsNamed(scope, bare).filter(({ symbol }) => /function|method|class|constant/.test(symbol.kind));
  const [only] = found;
  return only !== undefined && found.length === 1 ? only : null;
}

const longest = 90;

async function refusalsOf(
  scope: CodeScope,
  { path, symbol }: { path: string; symbol: SymbolFact },
): Promise<Refusal[]> {
  const endLine = Math.min(symbol.endLine, symbol.startLine + longest);
  return await findRefusals(scope, { path, startLine: symbol.startLine, endLine });
}

/** Those that change something first: a request that anybody may send is worth knowing of. */
function openStatement(open: readonly LocatedEndpoint[]): Statement {
  const changing = (one: LocatedEndpoint) => Number(/^(?:POST|PUT|PATCH|DELETE)$/.test(one.endpoint.method));
  const sorted = open.toSorted((a, b) => changing(b) - changing(a));
  const byName = new Map(
    sorted.map((one) => {
      const { method, path } = one.endpoint;
      return [`${method === "ANY" ? "" : `${method} `}${codeSpan(path, 60)}`, one.evidence];
    }),
  );
  return {
    text: `No guard is named where these are routed, nothing that runs before them asks who it is, and neither do their own lines: ${fold([...byName.keys()], shownOpen)}.`,
    evidence: [...byName.values()].slice(0, shownOpen),
  };
}
