import { AppError, type ErrorCode } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { meteredModel } from "#server/domain/usage/metered-model.ts";
import type { ModelCaller } from "#server/domain/usage/model-use.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import type { AuthoredSection, SectionRequest } from "#server/engine/sections/section-text.ts";
import type { PageRequest } from "#server/engine/with-model/pages/open-writing.ts";
import { writeAnySection } from "#server/engine/with-model/pages/section-writer.ts";
import { writePageWithModel } from "#server/engine/with-model/pages/write-page.ts";
import type { CallMeter, ModelPort } from "#server/platform/models/model-port.ts";
import { storable } from "#server/text/storable.ts";

interface TakenShare {
  /** Tokens that ended calls took, and the most that those under way may take. */
  usedTokens: number;
  reservedTokens: number;
}

/** What a page has taken, and what it takes at least. */
interface PageShare extends TakenShare {
  neededTokens: number;
}

/** What a run has used of the model, and how the model did. */
export interface WritingRun extends TakenShare {
  /** Null: the built-in engine writes alone. */
  model: ModelPort | null;
  /** The same model for one page, whose calls are counted for it as well. */
  modelFor: (share: PageShare) => ModelPort | null;
  /** The most tokens that the run may take; 0 is no limit. */
  maxTokens: number;
  /** Pages that the model is writing. */
  shares: Set<PageShare>;
  /** Titles of pages of which the built-in engine wrote something because the limit was reached. */
  limitedPages: Set<string>;
  /** Failures of the model in a row, with the words of the last. */
  failures: { count: number; message: string };
}

/** How the writing of one section ended; `error` is for people. */
export type SectionOutcome =
  /** `instead` says why it is not the model's; absent where it is, or none was to write it. */
  | { kind: "written"; text: AuthoredSection; instead?: string }
  | { kind: "nothing" }
  | { kind: "failed"; error: string };

export const nothingToSay = "The code says nothing about this. Change the instructions, or write the text yourself.";

export const errorInServer = "This section could not be written because of an error in the server.";

/** After so many failures in a row the model is not called again in this run: each failure may take minutes. */
const mostFailures = 3;

/** Of rules, product and look-ups of a page that is written in few turns, and of each section: less never sufficed. */
const neededTokens = { page: 12_000, section: 4_000 };

/** `userId` is null where a job writes. */
export function openRun(ctx: Ctx, owner: Omit<ModelCaller, "purpose">): WritingRun {
  const run = newRun(ctx.settings.models.docsMaxTokens);
  const use = { ...owner, purpose: "pages" } as const;
  run.modelFor = (share) => meteredModel(ctx, use, meterOf(run, share));
  run.model = meteredModel(ctx, use, meterOf(run, null));
  return run;
}

function newRun(maxTokens: number): WritingRun {
  return {
    model: null,
    modelFor: () => null,
    maxTokens,
    usedTokens: 0,
    reservedTokens: 0,
    shares: new Set(),
    limitedPages: new Set(),
    failures: { count: 0, message: "" },
  };
}

/** Refuses a call that could take more than is left of the run's tokens. */
function meterOf(run: WritingRun, share: PageShare | null): CallMeter {
  const books = share === null ? [run] : [run, share];
  return async ({ promptTokens, maxOutputTokens }) => {
    const most = promptTokens + maxOutputTokens;
    if (run.maxTokens > 0 && run.usedTokens + run.reservedTokens + most > run.maxTokens)
      throw new AppError("rate_limited", { message: limitReached(run) });
    for (const book of books) book.reservedTokens += most;
    return async ({ inputTokens, outputTokens }) => {
      for (const book of books) {
        book.reservedTokens -= most;
        book.usedTokens += inputTokens + outputTokens;
      }
    };
  };
}

/**
 * Sets aside what a page needs; null where what others leave cannot suffice, so that nothing is spent on what is lost in its
 * middle. The first page of a run is always tried.
 */
function takeShare(run: WritingRun, sections: number): PageShare | null {
  const share = { usedTokens: 0, reservedTokens: 0, neededTokens: neededTokens.page + sections * neededTokens.section };
  const stillNeeded = [...run.shares].map((one) => one.neededTokens - one.usedTokens - one.reservedTokens);
  const promised = stillNeeded.reduce((sum, tokens) => sum + Math.max(0, tokens), run.usedTokens + run.reservedTokens);
  if (run.maxTokens > 0 && promised > 0 && promised + share.neededTokens > run.maxTokens) return null;
  run.shares.add(share);
  return share;
}

/**
 * Writes one section. Where the model fails, or may not be called any more, an existing text stays, and a
 * missing one comes from the built-in engine. Throws only when the signal is aborted.
 */
export async function writeText(
  ctx: Ctx,
  run: WritingRun,
  { request, subject, hasText }: { request: SectionRequest; subject: PageSubject; hasText: boolean },
): Promise<SectionOutcome> {
  const page = { titles: [], title: "", sections: [request] };
  const [requested = null] = run.model === null ? [] : await writeWithModel(ctx, run, { page, subject });
  if (requested !== null && (requested.kind !== "failed" || hasText)) return requested;
  return await writeBuiltIn(ctx, request, subject);
}

/** The section as the built-in engine writes it. */
export async function writeBuiltIn(ctx: Ctx, request: SectionRequest, subject: PageSubject): Promise<SectionOutcome> {
  try {
    return toOutcome(await writeAnySection(request, subject, { model: null, signal: ctx.signal }));
  } catch (error) {
    return failInServer(ctx, error);
  }
}

/** Sections of a page by the model, in their order. Throws only when the signal is aborted. */
export async function writeWithModel(
  ctx: Ctx,
  run: WritingRun,
  { page, subject }: { page: PageRequest; subject: PageSubject },
): Promise<SectionOutcome[]> {
  const fail = (error: string) => page.sections.map((): SectionOutcome => ({ kind: "failed", error }));
  if (run.failures.count >= mostFailures) return fail(run.failures.message);
  const share = takeShare(run, page.sections.length);
  if (share === null) return fail(limitReached(run));
  const model = run.modelFor(share);
  try {
    if (model === null) return fail(errorInServer);
    const { sections, failure, report } = await writePageWithModel(page, subject, { model, signal: ctx.signal });
    const ended = failure === null ? {} : { ended: failure.message };
    ctx.log.info(
      { page: page.title, sections: sections.length, ...report, ...ended },
      "a model wrote sections of a page",
    );
    run.failures = failure === null ? { count: 0, message: "" } : countFailure(run, failure);
    return sections.map((text) =>
      text === null && failure !== null ? { kind: "failed", error: failure.message } : toOutcome(text),
    );
  } catch (error) {
    return fail(noteFailure(ctx, run, error));
  } finally {
    run.shares.delete(share);
  }
}

/** Why the built-in engine writes what the model was to write, where that was the run's limit; null for all other causes. */
export function noteLimited(run: WritingRun, { title, error }: { title: string; error: string }): string | null {
  if (error !== limitReached(run)) return null;
  run.limitedPages.add(title);
  return error;
}

/** Tells whoever runs the server of pages that the model did not come to. */
export function tellLimited(ctx: Pick<Ctx, "log">, { limitedPages, maxTokens }: WritingRun): void {
  if (limitedPages.size === 0) return;
  const pages = [...limitedPages];
  ctx.log.warn(
    { pages, maxTokens, setting: "DOCS_MAX_TOKENS" },
    `the built-in engine wrote ${pages.length === 1 ? "a page" : `${pages.length} pages`}, or parts, because a run may use ${maxTokens.toLocaleString("en")} tokens`,
  );
}

/** Counts a failure of the model and answers what people are told; throws only when the signal is aborted. */
export function noteFailure(ctx: Ctx, run: WritingRun, error: unknown): string {
  if (ctx.signal.aborted || !isFailureOfModel(error)) return failInServer(ctx, error).error;
  run.failures = countFailure(run, error);
  return error.message;
}

function countFailure({ failures }: WritingRun, { message }: AppError): WritingRun["failures"] {
  return { count: failures.count + 1, message };
}

function failInServer(ctx: Ctx, error: unknown): { kind: "failed"; error: string } {
  ctx.signal.throwIfAborted();
  ctx.log.error({ error }, "a section could not be written");
  return { kind: "failed", error: errorInServer };
}

function toOutcome(text: AuthoredSection | null): SectionOutcome {
  if (text === null) return { kind: "nothing" };
  return { kind: "written", text: { ...text, content: storable(text.content) } };
}

/** The vendor failed, or the organization's tokens of the month are used up. */
function isFailureOfModel(error: unknown): error is AppError {
  const codes: ErrorCode[] = ["vendor_failed", "vendor_unavailable", "rate_limited"];
  return error instanceof AppError && codes.includes(error.code);
}

function limitReached({ maxTokens }: WritingRun): string {
  return `The token limit of this run was reached (${maxTokens.toLocaleString("en")}). Ask for this section again to go on; DOCS_MAX_TOKENS raises the limit.`;
}

/** The commit that a text describes; null with sources of several repositories. */
export function commitOf({ sources }: Pick<AuthoredSection, "sources">): string | null {
  const [commit, ...others] = new Set(sources.map((source) => source.commit));
  return commit !== undefined && others.length === 0 ? commit : null;
}
