import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Emit } from "#server/engine/answer-context/answer-event.ts";
import { follows, openCitations, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";

/** Announces statements, and says nothing where none of them stood the check. */
function isLead({ text, evidence }: Statement): boolean {
  return evidence.length === 0 && /(?::|--- \|)$/.test(text);
}

/** A code block without a citation of its own is cited by the sentence before it. */
function isCitedBefore({ text, evidence }: Statement): boolean {
  return evidence.length === 0 && text.endsWith("```");
}

/** Writes blocks out: headings and leads only before a statement that stood the check, list items and rows without gaps. */
export function createWriter(context: AnswerContext, emit: Emit) {
  const citations = openCitations(context.readers);
  let shown = 0;
  let last: string | null = null;
  const quoted = new Set<string>();
  const put = (text: string) => {
    const gap = last === null ? "" : follows(text, last) ? "\n" : "\n\n";
    emit({ type: "text", text: gap + text });
    last = text;
  };
  const show = async (statement: Statement, before: readonly string[]): Promise<boolean> => {
    const text = await citations.cite(statement);
    if (text === null) return false;
    for (const source of citations.sources.slice(shown)) emit({ type: "source", source });
    shown = citations.sources.length;
    for (const one of [...before, text]) put(one);
    return true;
  };
  return {
    dropped: () => citations.dropped,
    hasWritten: () => last !== null,
    async write(blocks: readonly StatementBlock[]): Promise<void> {
      // A doubt may announce the blocks below its own, up to the next heading.
      let announced: string[] = [];
      for (const { heading, statements, missing } of blocks) {
        let before = heading === null ? announced : [`### ${heading}`];
        announced = [];
        let lead: string[] = [];
        let isShown = true;
        for (const statement of statements) {
          // Two questions of one message may rest on the same lines, which are shown once.
          if (statement.text.includes("```") && quoted.has(statement.text)) continue;
          quoted.add(statement.text);
          if (missing === undefined && isLead(statement)) {
            lead = [statement.text];
            continue;
          }
          if (!isShown && isCitedBefore(statement)) continue;
          isShown = await show(statement, [...before, ...lead]);
          if (isShown) [before, lead] = [[], []];
        }
        if (heading === null) announced = [...before, ...lead];
      }
    },
  };
}
