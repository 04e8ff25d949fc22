import type { AppError } from "@cairn/contract/errors";

import type { PageRepository } from "#server/engine/facts/scope/page-input.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import type { SectionRequest, SectionText } from "#server/engine/sections/section-text.ts";
import { composeBrief } from "#server/engine/with-model/answers/compose-brief.ts";
import { createCodeTools } from "#server/engine/with-model/look-up/code-tools.ts";
import { createTextBudget } from "#server/engine/with-model/look-up/context-budget.ts";
import { toModelTools, type LookUpState } from "#server/engine/with-model/look-up/run-look-up.ts";
import { openPassages } from "#server/engine/with-model/look-up/shown-passages.ts";
import type { ModelPort, ModelTool } from "#server/platform/models/model-port.ts";

import { openTokenCount, type TokenCount } from "./ask-for-text.ts";
import type { PageSetting } from "./compose-request.ts";
import { draftSection, type SectionDraft } from "./section-material.ts";
import type { RefusedStatement } from "./verify-statements.ts";

/** What is shown on one page, in characters, and of what a model can read at once the part that is shown to it. */
const maxShown = 60_000;
const maxProof = 48_000;
const shownShare = 1 / 2;
const charactersPerToken = 3;
const leastTokensForTools = 8_000;

/** Sections of one page that are to be written together. */
export interface PageRequest {
  /** Titles of all pages of the product, in their order; empty where a section is written for itself. */
  titles: readonly string[];
  title: string;
  sections: readonly SectionRequest[];
}

/** A section while it is written. */
export interface OpenSection {
  number: number;
  request: SectionRequest;
  drafted: SectionDraft;
  /** The best text so far. */
  text: SectionText | null;
  /** The newest answer of the model, as it came. */
  raw: string;
  /** What the model is told of it; empty where it may stay. */
  complaints: string[];
  /** Whether it could stay but for some entries of a long list. */
  isListRepair: boolean;
}

/** Everything that the turns of one page share. */
export interface PageWriting {
  setting: PageSetting;
  sections: OpenSection[];
  state: LookUpState;
  tools: ModelTool[];
  repositories: ReadonlyMap<string, PageRepository>;
  /** Of the lines that statements are compared with at once, in characters. */
  proofRoom: number;
  model: ModelPort;
  signal: AbortSignal;
  count: TokenCount;
  /** Statements that were compared with their lines, and what is wrong with them; they are not compared again. */
  verdicts: Map<string, Omit<RefusedStatement, "statement"> | null>;
  unproven: number;
  leftOut: number;
  failure: AppError | null;
}

/** What is known and offered before the model is asked for the first time. */
export async function openWriting(
  { titles, title, sections: requests }: PageRequest,
  subject: PageSubject,
  { model, signal }: { model: ModelPort; signal: AbortSignal },
): Promise<PageWriting> {
  const can = await model.capabilities();
  const canLookUp = can.tools && can.contextTokens >= leastTokensForTools && subject.scopes.length > 0;
  const budget = createTextBudget(Math.min(maxShown, Math.floor(can.contextTokens * shownShare * charactersPerToken)));
  const state: LookUpState = { passages: openPassages(), budget };
  const codebases = subject.scopes.map(({ repository }) => repository);
  const about = [subject.name, budget.take(await composeBrief(codebases))].join("\n");
  const sections: OpenSection[] = [];
  for (const [at, request] of requests.entries()) {
    const drafted = await draftSection(request, subject, { ...state, signal, canLookUp });
    sections.push({ number: at + 1, request, drafted, text: null, raw: "", complaints: [], isListRepair: false });
  }
  return {
    setting: { about, titles, title },
    sections,
    state,
    tools: toModelTools(canLookUp ? createCodeTools(subject, signal) : [], state),
    repositories: new Map(codebases.map((one) => [one.repositoryId, one])),
    proofRoom: Math.min(maxProof, Math.floor(can.contextTokens * shownShare * charactersPerToken)),
    model,
    signal,
    count: openTokenCount(),
    verdicts: new Map(),
    unproven: 0,
    leftOut: 0,
    failure: null,
  };
}
