import type { AppError } from "@cairn/contract/errors";

import { builtInEngineName } from "#server/engine/answers/answer-from-code.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import type { AuthoredSection, SectionRequest, SectionText } from "#server/engine/sections/section-text.ts";
import { toPlainText } from "#server/engine/text/plain-text.ts";
import type { ShownPassages } from "#server/engine/with-model/look-up/shown-passages.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";

import { askForText } from "./ask-for-text.ts";
import { composeComplaint, composeFirstTurn, pageRules } from "./compose-request.ts";
import { openWriting, type OpenSection, type PageRequest, type PageWriting } from "./open-writing.ts";
import { isWholeList } from "./section-material.ts";
import { keptFailure, takeAnswer } from "./take-answer.ts";

/** Turns of look-ups with the answer, and how often a section is written. */
const maxSteps = 5;
const rounds = 2;
const stepsOfRepair = 3;
const maxOutputTokens = 12_000;
/** Of a refused answer, what the model is shown again. */
const maxShownAgain = 12_000;

/** What became of it, in the order of the request. */
export interface WrittenPage {
  /** Null for a section that the code says nothing about, and where `failure` says why the model wrote none. */
  sections: (AuthoredSection | null)[];
  /** What ended the writing in its middle; null where nothing did. */
  failure: AppError | null;
  report: PageReport;
}

/** What it took, for those who pay for it. */
interface PageReport {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  /** Passages that were shown, and those of them that the page cites. */
  shown: number;
  cited: number;
  /** Statements that their lines did not prove: when first written, and left out in the end. */
  unproven: number;
  leftOut: number;
}

/**
 * Lets a model write sections of a page: from the built-in engine's drafts with the code behind them and what it looks up
 * itself, all numbered. Each text passes the same check as the built-in engine's, then a second pass compares every
 * statement with its lines. What cannot stay is written once more; what still cannot is left out, and a section without
 * any text is the built-in engine's. Throws what the model port throws where nothing was written.
 */
export async function writePageWithModel(
  page: PageRequest,
  subject: PageSubject,
  { model, signal }: { model: ModelPort; signal: AbortSignal },
): Promise<WrittenPage> {
  const writing = await openWriting(page, subject, { model, signal });
  const { sections, count } = writing;
  const asked = sections.filter(({ request, drafted }) => !isWholeList(request, drafted.builtIn));
  if (asked.length > 0 && (writing.tools.length > 0 || asked.some(hasMaterial))) await writeInRounds(writing, asked);
  const { failure } = writing;
  const tokens = (of: "inputTokens" | "outputTokens", at: number) =>
    Math.floor(count[of] / sections.length) + (at < count[of] % sections.length ? 1 : 0);
  return {
    failure,
    report: reportOf(writing),
    sections: sections.map(({ request, text, drafted }, at) => {
      const used = { inputTokens: tokens("inputTokens", at), outputTokens: tokens("outputTokens", at) };
      if (text !== null) return { ...asPlain(text, request), writtenBy: model.name, ...used };
      const isMissing = failure !== null && !isWholeList(request, drafted.builtIn);
      if (isMissing || drafted.builtIn === null) return null;
      return { ...drafted.builtIn, writtenBy: builtInEngineName, ...used };
    }),
  };
}

const hasMaterial = ({ drafted }: OpenSection) => drafted.draft !== "" || drafted.passages.length > 0;

/** Where it ends in its middle, what was written stays. */
async function writeInRounds(writing: PageWriting, asked: readonly OpenSection[]): Promise<void> {
  const { setting, state: { passages } } = writing; // prettier-ignore
  const messages: { role: "user" | "assistant"; content: string }[] = [
    { role: "user", content: composeFirstTurn(setting, asked) },
  ];
  // What is shown in the first turn is there in the next one too.
  const begun = new Set(passages.shown.keys());
  let canLookUp = true;
  let open = asked;
  for (let round = 1; round <= rounds && open.length > 0 && writing.failure === null; round += 1) {
    const isLast = round === rounds;
    try {
      const answer = await askForText(writing, {
        system: pageRules,
        messages,
        tools: canLookUp ? writing.tools : [],
        maxSteps: isLast ? stepsOfRepair : maxSteps,
        maxOutputTokens,
      });
      // Whoever looks things up for ever answers when there is nothing to look up with.
      canLookUp = answer.problem === null || passages.shown.size === begun.size;
      await takeAnswer(writing, open, { answer, isLast });
      open = open.filter(({ complaints }) => complaints.length > 0);
      messages.push(
        { role: "assistant", content: answer.text.slice(0, maxShownAgain) || "(nothing)" },
        { role: "user", content: composeComplaint(open, citedBy(open, passages, begun)) },
      );
    } catch (error) {
      writing.failure = keptFailure(error, writing, asked.some(({ text }) => text !== null)); // prettier-ignore
    }
  }
}

/** The passages of look-ups that texts cite: the next turn does not have them by itself. */
function citedBy(open: readonly OpenSection[], { shown }: ShownPassages, begun: ReadonlySet<number>): string[] {
  const written = open.map(({ raw }) => raw).join("\n");
  const cited = new Set(Array.from(written.matchAll(/\[(\d{1,4})\]/g), ([, number]) => Number(number)));
  return [...shown].filter(([number]) => cited.has(number) && !begun.has(number)).map(([, text]) => text);
}

function asPlain(text: SectionText, { output }: SectionRequest): SectionText {
  return output === "plain-text" ? { ...text, content: toPlainText(text.content) } : text;
}

function reportOf({ sections, state: { passages }, count, unproven, leftOut }: PageWriting): PageReport {
  const cited = sections.flatMap(({ text }) => text?.sources ?? []);
  const isCited = (number: number) => {
    const one = passages.sources[number - 1];
    return cited.some(
      ({ path, startLine, endLine }) => path === one?.path && startLine <= one.endLine && endLine >= one.startLine,
    );
  };
  const { calls, inputTokens, outputTokens } = count;
  const shown = [...passages.shown.keys()];
  return {
    calls,
    inputTokens,
    outputTokens,
    shown: shown.length,
    cited: shown.filter(isCited).length,
    unproven,
    leftOut,
  };
}
