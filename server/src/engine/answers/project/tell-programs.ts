import type { SystemNode } from "#server/code-index/ports/system.ts";
import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { leadingSentences } from "#server/engine/text/sentences.ts";

import type { ProjectQuestion } from "./project-question.ts";

const asked =
  /\b(?:which|what)\b(?:\s+\w+)?\s+(?:programs?|processes|services|daemons)\b.*\b(?:running|run|started|needed|up)\b|\bwhich parts is (?:it|this|the \w+) made of\b/i;
const item = /^[-*] \*\*(?:The )?([\w -]{5,}?):?\*\*:?\s+/m;
const maxLines = 14;
const maxSaid = 220;
const maxSources = 3;

/** The programs that run for it, with what documents say each does, and the stores beside them. */
export async function tellPrograms(
  context: AnswerContext,
  codebase: Codebase,
  { text }: ProjectQuestion,
): Promise<StatementBlock[]> {
  if (!asked.test(text)) return [];
  const { nodes } = codebase.index.system();
  const programs = nodes.filter(({ kind, folder }) => kind === "process" && folder !== null);
  const beside = nodes.filter(
    ({ kind, folder, sources }) =>
      (kind === "store" || kind === "cache" || kind === "queue" || (kind === "process" && folder === null)) &&
      sources.length > 0,
  );
  if (programs.length < 2) return [];
  const items = (all: readonly SystemNode[]) => Promise.all(all.map((node) => nodeStatement(context, codebase, node)));
  return [
    { heading: null, statements: [{ text: "These programs run:", evidence: [] }, ...(await items(programs))] },
    { heading: "Declared beside them, some of it optional", statements: await items(beside) },
  ];
}

async function nodeStatement(context: AnswerContext, codebase: Codebase, node: SystemNode): Promise<Statement> {
  const { name, technology, folder, ports, sources } = node;
  const notes = [
    ...(technology === null || technology === name ? [] : [technology]),
    ...(folder === null || folder === "" ? [] : [`in ${codeSpan(folder)}`]),
    ...(ports.length > 0 ? [`port ${ports.join(", ")}`] : []),
  ];
  const declared = sources.slice(0, maxSources);
  const said = await saidOf(context, codebase, node);
  const [first] = declared;
  const place = first === undefined ? "" : `, declared in ${shownPath(context, { codebase, path: first.path })}`;
  return {
    text: `- **${name}**${notes.length > 0 ? ` (${notes.join("; ")})` : ""}${place}${said === null ? "" : `: ${said.text}`}`,
    evidence: [
      ...declared.map(({ path, startLine, endLine }) => linesOf({ codebase, path }, startLine, endLine)),
      ...(said?.evidence ?? []),
    ],
  };
}

/** What an item of a list in a document says that begins with the program's name: "**The consumer:** it watches …". */
async function saidOf(
  context: AnswerContext,
  codebase: Codebase,
  { name, sources }: SystemNode,
): Promise<Statement | null> {
  const words = [name, ...sources.flatMap(({ path }) => path.split("/").at(-2) ?? [])];
  const names = new Set(words.flatMap((one) => [one, one.split(/[-_]/).at(-1) ?? ""]).map((one) => one.toLowerCase()));
  for (const { path, kind } of codebase.index.files()) {
    if (kind !== "docs" || /change|history|release/i.test(path)) continue;
    const sections = codebase.index.facts(path)?.sections ?? [];
    if (!sections.some(({ text }) => item.test(text))) continue;
    const lines = await context.lines({ codebase, path });
    const at = lines.findIndex((line) => names.has((item.exec(line)?.[1] ?? "").toLowerCase().replaceAll(" ", "-")));
    if (at < 0) continue;
    const length = lines.slice(at + 1, at + maxLines).findIndex((line) => line.trim() === "" || /^\s*[-*] /.test(line));
    const end = at + 1 + (length < 0 ? 0 : length);
    const text = lines.slice(at, end).join(" ").replace(item, "");
    const said = leadingSentences(cleanProse(text), maxSaid);
    if (said !== "") return { text: said, evidence: [linesOf({ codebase, path }, at + 1, end)] };
  }
  return null;
}
