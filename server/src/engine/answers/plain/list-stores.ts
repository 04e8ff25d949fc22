import type { SystemNode } from "#server/code-index/ports/system.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { linesOf, type StatementBlock } from "#server/engine/statements/statements.ts";

/** "Which database does it use?", and no question about a table of one. */
const asked =
  /\b(?:which|what)\s+(?:(?:kinds?|sorts?|types?)\s+of\s+)?(databases?|dbms|caches?|queues?|(?:message\s+)?brokers?|(?:data\s+)?stores?|(?:outside|external|third[- ]party)\s+(?:services|systems))\s+(?:does|do|is|are|can|will|must|has)\b.*\b(?:use[sd]?|using|need\w*|require\w*|support\w*|run|rel(?:y|ies)|work\w*|talks?|connect\w*|there)\b/i;
const withoutTables = /files|object|\bs3\b|blob|minio|bucket/i;
const maxSources = 3;

/** The stores, queues or outside services that what runs talks to, where a question asks for all of a kind; else nothing. */
export function listStores({ codebases }: AnswerContext, { text }: QuestionPart): StatementBlock[] {
  const thing = asked.exec(text)?.[1]?.toLowerCase();
  if (thing === undefined) return [];
  const rows = codebases.flatMap((codebase) =>
    codebase.index
      .system()
      .nodes.filter((node) => isMeant(node, thing))
      .toSorted((a, b) => Number(a.certainty === "partly") - Number(b.certainty === "partly"))
      .map((node) => rowOf(codebase, node)),
  );
  if (rows.length === 0) return [];
  return [{ heading: null, statements: [{ text: "What runs talks to:", evidence: [] }, ...rows] }];
}

function isMeant({ kind, technology, name }: SystemNode, thing: string): boolean {
  if (/service|system/.test(thing)) return kind === "outside";
  if (/cache/.test(thing)) return kind === "cache";
  if (/queue|broker/.test(thing)) return kind === "queue";
  if (/store/.test(thing)) return kind === "store" || kind === "cache";
  return kind === "store" && !withoutTables.test(`${technology ?? ""} ${name}`);
}

function rowOf(codebase: Codebase, { name, technology, certainty, sources }: SystemNode): Statement {
  const isNamed = technology !== null && technology.toLowerCase() !== name.toLowerCase();
  const known = certainty === "partly" ? ", by what the code or a document says alone" : "";
  const evidence = sources
    .slice(0, maxSources)
    .map(({ path, startLine, endLine }) => linesOf({ codebase, path }, startLine, endLine));
  return { text: `- **${technology ?? name}**${isNamed ? ` (“${name}”)` : ""}${known}`, evidence };
}
