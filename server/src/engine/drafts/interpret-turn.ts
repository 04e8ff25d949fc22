import { withoutCourtesy } from "#server/engine/intent/courtesy.ts";
import { wholePageGrammar } from "#server/engine/intent/grammar/draft-grammar.ts";
import { splitPieces } from "#server/engine/intent/split-pieces.ts";
import { unquoted } from "#server/engine/text/quoting.ts";

import type { Command, TurnGround } from "./command.ts";
import { interpretCommand } from "./interpret-command.ts";
import type { DraftEdit, DraftTurn } from "./page-draft.ts";
import { planPage } from "./plan-page.ts";

/** What is read of a message: orders are short, and a prompt for a page says in its beginning what the page is about. */
const maxRead = 2_000;

/**
 * Interprets a message, without a model. The first message is the request for a page; later ones are changes of
 * the draft or questions. What is understood is done and the rest is reported, never guessed.
 */
export function interpretTurn(message: string, ground: TurnGround): DraftTurn {
  const text = withoutCourtesy(message.trim().slice(0, maxRead).toWellFormed());
  const isEmpty = ground.draft.sections.length === 0;
  const pieces = splitPieces(text);
  const first = interpretCommand(pieces[0] ?? "", ground);
  if (isEmpty && !first?.isForEmpty) return pageFromPrompt(text, ground);
  if (!isEmpty && wholePageGrammar.has(text) && !first?.isForEmpty)
    return pageFromPrompt(text.replace(/^start \w+( scratch)?\s*(?:with|:|,)\s*/i, ""), ground);
  const turn = joinCommands(pieces, ground);
  const isRequested = turn.edits.length === 0 && turn.problems.length === 0;
  return isRequested ? { ...turn, question: message.trim() } : turn;
}

function pageFromPrompt(text: string, ground: TurnGround): DraftTurn {
  const plan = planPage(text, ground);
  const page: DraftEdit = { kind: "page", title: plan.title, sections: plan.sections, template: plan.template };
  const location: DraftEdit[] = plan.serviceId === null ? [] : [{ kind: "place", serviceId: plan.serviceId }];
  return { edits: [...location, page], problems: [], question: null };
}

/** Orders are done in their order; a sentence that follows one says more of it; a question is answered last. */
function joinCommands(pieces: readonly string[], ground: TurnGround): DraftTurn {
  const edits: DraftEdit[] = [];
  const problems: string[] = [];
  const rest: string[] = [];
  for (const piece of pieces) {
    const command = readInContext(withoutCourtesy(piece), edits.at(-1), ground);
    if (command) {
      edits.push(...command.edits);
      problems.push(...command.problems);
      continue;
    }
    const last = edits.at(-1);
    const isQuestion = piece.trim().endsWith("?");
    if (!isQuestion && last?.kind === "add") edits[edits.length - 1] = moreOf(last, piece);
    else rest.push(piece);
  }
  const isUnderstood = edits.length > 0 || problems.length > 0;
  const requested = isUnderstood ? rest.filter((piece) => piece.trim().endsWith("?")) : pieces;
  const ignored = isUnderstood ? rest.filter((piece) => !piece.trim().endsWith("?")) : [];
  return {
    edits,
    problems: [...problems, ...ignored.map((piece) => `I did not understand “${unquoted(piece)}”.`)],
    question: requested.length > 0 ? requested.join(" ") : null,
  };
}

/** "Rename section 1 to Tides and move it to the end": "it" is the section that was spoken of. */
function readInContext(order: string, last: DraftEdit | undefined, ground: TurnGround): Command | null {
  const id = last && "sectionId" in last ? last.sectionId : null;
  const at = ground.draft.sections.findIndex(({ sectionId }) => sectionId === id);
  if (at >= 0) {
    const named = interpretCommand(
      order.replace(/^(\w+)\s+(?:it|this|that|this one|that one)\b/i, `$1 section ${at + 1}`),
      ground,
    );
    if (named && named.problems.length === 0) return named;
  }
  return interpretCommand(order, ground);
}

function moreOf(add: Extract<DraftEdit, { kind: "add" }>, piece: string): DraftEdit {
  const { section } = add;
  return { ...add, section: { ...section, prompt: `${section.prompt.replace(/[.\s]+$/, "")}. ${piece.trim()}` } };
}
