import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";

import type { DocumentPart } from "./document-part.ts";
import { nextSection } from "./next-section.ts";
import { rankDocumentParts } from "./rank-document-parts.ts";
import { rankDocumentSections, sectionOf, withinBounds } from "./rank-document-sections.ts";
import { rememberTold } from "./told-documents.ts";

/** A title that says it counts for more than a sentence that does. */
const titleFirst = 0.8;
/** A second place is told where it says nearly as much. */
const nearlyAsMuch = 0.9;
const maxPlaces = 2;

interface Choice {
  /** A part by itself has to say so much of the question. */
  leastCoverage: number;
  isWanted: (part: DocumentPart) => boolean;
  /** Whether something of a part can be told to who asks; where the best cannot, nothing beside it is told in its place. */
  isTold: (part: DocumentPart) => boolean;
}

/**
 * What documents surely say of a question, as parts in their order, those of one title together: the section whose titles say it, else the
 * one in which a part says it. Null where none does.
 */
export async function chooseSection(
  context: AnswerContext,
  part: QuestionPart,
  { leastCoverage, isWanted, isTold: canTell }: Choice,
): Promise<DocumentPart[][] | null> {
  const chosen = await choose(context, part, { leastCoverage, isWanted, isTold: canTell });
  if (chosen !== null) rememberTold(context, part.text, chosen.flat());
  return chosen;
}

async function choose(
  context: AnswerContext,
  part: QuestionPart,
  { leastCoverage, isWanted, isTold: canTell }: Choice,
): Promise<DocumentPart[][] | null> {
  const following = await nextSection(context, part);
  if (following !== null && following.some(canTell)) return [following];
  const parts = (await rankDocumentParts(context, part)).filter(
    (one) => one.isSure && one.coverage >= leastCoverage && isWanted(one),
  );
  const [section] = await rankDocumentSections(context, part, isWanted);
  const [best] = parts;
  // Of a table the row alone is told.
  if (best && best.row.length > 0 && (!section || section.best.row.length > 0))
    return parts
      .filter(({ score, path }) => path === best.path && score >= best.score * nearlyAsMuch)
      .slice(0, maxPlaces)
      .map((one) => [one]);
  if (section && (!best || section.score >= best.score * titleFirst))
    return [shownOf(withinBounds(section), section.best)];
  if (!best || !canTell(best)) return null;
  const around = await sectionOf(context, part, best);
  if (around === null) return null;
  const first = shownOf(withinBounds(around), around.best);
  const isTold = (one: DocumentPart) => first.some((other) => other.path === one.path && other.at === one.at);
  const others = parts.filter(
    (one) => one.score >= best.score * nearlyAsMuch && one.path === best.path && !isTold(one),
  );
  return [first, ...(around.best === best ? others.slice(0, maxPlaces - 1).map((one) => [one]) : [])];
}

/** Rows stand only for themselves. */
function shownOf(parts: readonly DocumentPart[], best: DocumentPart): DocumentPart[] {
  return parts.filter((one) => one.row.length === 0 || one.at === best.at);
}
