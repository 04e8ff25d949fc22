import { isGuardName } from "#server/code-index/analysis/extract/routing/guard-names.ts";
import { lineAt, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { GuardFact } from "#server/code-index/ports/facts.ts";
import type { OperationFact, OperationGroup, OperationKind } from "#server/code-index/ports/operation-facts.ts";

import { blankText, closingBrace } from "./blank-text.ts";

const maxFields = 5_000;
/** Of a guard as it is shown. */
const maxGuardLength = 120;
/** What every part of a federation answers. */
const federation = /^_(?:service|entities)$/;
const kinds: Readonly<Record<string, OperationKind>> = {
  Query: "QUERY",
  Mutation: "MUTATION",
  Subscription: "SUBSCRIPTION",
};
/** Types that are called as roots are, with the part of the product in front. */
const groupNames = "[A-Za-z]\\w*(?:Query|Queries|Mutations?|Subscriptions?)";
const groupName = new RegExp(`^${groupNames}$`);
/** Whether a text may hold a schema. */
export const mayHoldSchema = new RegExp(
  `\\btype\\s+(?:Query|Mutation|Subscription|${groupNames})\\b[^={]{0,400}\\{|^\\s*schema\\b[^{=]{0,200}\\{`,
  "m",
);
/** Directives that let only some through and are not called as guards are; `@requires(fields:)` asks for fields. */
const guardDirective =
  /^(?:has(?:Any|All)?(?:Role|Permission|Scope|Ability)s?|can(?:Find|Model|Query|Resolved|Root)?|roles?|scopes?|policy)$/i;
const noGuard = /^(?:requires|skip\w*|no[A-Z]\w*|public|optional\w*)$/;

/** The operations of a schema in GraphQL's own language, also where it is a text within code. */
export function parseSdl(source: SourceText): { operations: OperationFact[]; groups: OperationGroup[] } {
  const text = blankText(source.text, /"""[\s\S]*?"""|#[^\n]*|"(?:[^"\\\n]|\\.)*"/g);
  const operations: OperationFact[] = [];
  const groups = new Map<string, OperationGroup>();
  const roots = rootsOf(text);
  const names = [...roots.keys(), groupNames].join("|");
  const pattern = new RegExp(`\\btype\\s+(${names})\\b([^={}\`]{0,400})\\{`, "g");
  let count = 0;
  for (const match of text.matchAll(pattern)) {
    const [whole, type = "", head = ""] = match;
    const open = match.index + whole.length - 1;
    // What is not closed would be read to its end for each of its beginnings.
    if (closingBrace(text, open) === text.length) break;
    const above = guardsIn(source, text, open - head.length, open);
    const kind = roots.get(type);
    const group = kind === undefined ? (groups.get(type) ?? { type, operations: [] }) : null;
    if (group !== null) groups.set(type, group);
    for (const field of fieldsIn(text, open)) {
      if (count++ >= maxFields) break;
      const line = lineAt(source, field.offset);
      const own = guardsIn(source, text, field.typeEnd, field.end);
      const guards = own.length > 0 ? own : above;
      (group?.operations ?? operations).push({
        protocol: "graphql",
        method: kind ?? "",
        name: field.name,
        isSchema: true,
        ...(isGroup(field) && { group: field.type }),
        ...(group !== null && field.hasArguments && { takes: true }),
        handler: null,
        http: [],
        ...(guards.length > 0 && { guards }),
        startLine: line,
        endLine: line,
      });
    }
  }
  return { operations, groups: [...groups.values()] };
}

/** `schema { query: Root }` names the types that are called otherwise. */
function rootsOf(text: string): Map<string, OperationKind> {
  const roots = new Map(Object.entries(kinds));
  const named = /\bschema\b[^{}=]{0,200}\{([^{}]{0,400})\}/.exec(text)?.[1];
  if (named === undefined) return roots;
  for (const [, kind = "", type = ""] of named.matchAll(/\b(query|mutation|subscription)\s*:\s*(\w+)/g)) {
    const root = Object.entries(kinds).find(([name]) => name.toLowerCase() === kind);
    if (root === undefined) continue;
    roots.delete(root[0]);
    roots.set(type, root[1]);
  }
  return roots;
}

interface SchemaField {
  name: string;
  offset: number;
  hasArguments: boolean;
  /** The type that it answers with; "" for lists. */
  type: string;
  /** Where directives may begin, and where the next field does. */
  typeEnd: number;
  end: number;
}

/** `pages: PageQuery` groups the operations of pages; `saved: SearchQuery` is a thing of its own. */
function isGroup({ name, type, hasArguments }: SchemaField): boolean {
  if (hasArguments || !groupName.test(type)) return false;
  const stem = type.replace(/(?:Query|Queries|Mutations?|Subscriptions?)$/, "").toLowerCase();
  const own = name.replaceAll("_", "").toLowerCase();
  const begin = stem.slice(0, Math.max(3, stem.length - 3));
  return own.startsWith(begin) && own.length <= stem.length + 3;
}

/** Names in front of a colon, or of arguments and one, on the level of the block itself. */
function fieldsIn(text: string, open: number): SchemaField[] {
  const end = closingBrace(text, open);
  const found: SchemaField[] = [];
  const token = /@?[A-Za-z_]\w*|[({[]|\S/g;
  token.lastIndex = open + 1;
  let name: { name: string; offset: number; hasArguments: boolean } | null = null;
  for (let match = token.exec(text); match !== null && match.index < end; match = token.exec(text)) {
    const [word] = match;
    if (/^[({[]/.test(word)) {
      token.lastIndex = closingBrace(text, match.index) + 1;
      if (name !== null && word === "(") name.hasArguments = true;
    } else if (word === ":" && name !== null) {
      const before = found.at(-1);
      if (before !== undefined) before.end = name.offset;
      const declared = /\s*(?:(\w+)|\[[\s\w![\]]{0,200}\])/y;
      declared.lastIndex = match.index + 1;
      const type = declared.exec(text);
      const typeEnd = type === null ? match.index + 1 : declared.lastIndex;
      token.lastIndex = typeEnd;
      if (!federation.test(name.name)) found.push({ ...name, type: type?.[1] ?? "", typeEnd, end });
      name = null;
    } else name = /^\w/.test(word) ? { name: word, offset: match.index, hasArguments: false } : null;
  }
  return found;
}

/** What directives between two places say that only some may ask. */
function guardsIn(source: SourceText, whole: string, from: number, to: number): GuardFact[] {
  const found: GuardFact[] = [];
  // A part alone: a search for the next directive would go through all that follows, for each field again.
  const text = whole.slice(from, to);
  const directive = /@(\w+)\s*(\()?/g;
  for (let match = directive.exec(text); match !== null; match = directive.exec(text)) {
    const [written, name = "", bracket] = match;
    const end =
      bracket === undefined ? match.index + written.trimEnd().length : closingBrace(text, directive.lastIndex - 1) + 1;
    directive.lastIndex = end;
    if (noGuard.test(name) || !(guardDirective.test(name) || isGuardName(name))) continue;
    // As it is written: what it asks for are texts, which are blank in the other.
    const shown = source.text.slice(from + match.index + 1, from + Math.min(end, text.length)).replace(/\s+/g, " ");
    found.push({ name: shown.slice(0, maxGuardLength), line: lineAt(source, from + match.index) });
  }
  return found;
}
