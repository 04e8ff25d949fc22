import { lineAt, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { OperationFact, OperationKind } from "#server/code-index/ports/operation-facts.ts";

import { blankText, closingBrace } from "./blank-text.ts";

const maxFields = 5_000;
/** What every part of a federation answers. */
const federation = /^_(?:service|entities)$/;
const kinds: Readonly<Record<string, OperationKind>> = {
  Query: "QUERY",
  Mutation: "MUTATION",
  Subscription: "SUBSCRIPTION",
};
/** Whether a text may hold a schema. */
export const mayHoldSchema = /\btype\s+(?:Query|Mutation|Subscription)\b[^={]{0,400}\{|^\s*schema\b[^{=]{0,200}\{/m;

/** The operations of a schema in GraphQL's own language, also where it is a text within code. */
export function parseSdl(source: SourceText): OperationFact[] {
  const text = blankText(source.text, /"""[\s\S]*?"""|#[^\n]*|"(?:[^"\\\n]|\\.)*"/g);
  const found: OperationFact[] = [];
  for (const [type, kind] of rootsOf(text)) {
    const pattern = new RegExp(`\\b(?:extend\\s+)?type\\s+${type}\\b[^={}\`]{0,400}\\{`, "g");
    for (const match of text.matchAll(pattern)) {
      const open = match.index + match[0].length - 1;
      // What is not closed would be read to its end for each of its beginnings.
      if (closingBrace(text, open) === text.length) return found;
      for (const { name, offset } of fieldsIn(text, open)) {
        if (found.length >= maxFields) return found;
        const line = lineAt(source, offset);
        found.push({
          protocol: "graphql",
          method: kind,
          name,
          isSchema: true,
          handler: null,
          http: [],
          startLine: line,
          endLine: line,
        });
      }
    }
  }
  return found;
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

/** Names in front of a colon, or of arguments and one, on the level of the block itself. */
function fieldsIn(text: string, open: number): { name: string; offset: number }[] {
  const end = closingBrace(text, open);
  const found: { name: string; offset: number }[] = [];
  const token = /[A-Za-z_]\w*|[({[]|\S/g;
  token.lastIndex = open + 1;
  let name: { name: string; offset: number } | null = null;
  for (let match = token.exec(text); match !== null && match.index < end; match = token.exec(text)) {
    const [word] = match;
    if (/^[({[]/.test(word)) token.lastIndex = closingBrace(text, match.index) + 1;
    else if (word === ":" && name !== null) {
      if (!federation.test(name.name)) found.push(name);
      name = null;
    } else name = /^\w/.test(word) ? { name: word, offset: match.index } : null;
  }
  return found;
}
