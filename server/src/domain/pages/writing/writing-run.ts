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

/** What a run has used of the model, and how the model did. */
export interface WritingRun {
  /** Null: the built-in engine writes alone. */
  model: ModelPort | null;
  /** Tokens that ended calls took, and the most that those under way may take. */
  usedTokens: number;
  reservedTokens: number;
  /** Failures of the model in a row, with the words of the last. */
  failures: { count: number; message: string };
}

/** How the writing of one section ended; `error` is for people. */
export type SectionOutcome =
  | { kind: "written"; text: AuthoredSection }
  | { kind: "nothing" }
  | { kind: "failed"; error: string };

export const nothingToSay = "The code says nothing about this. Change the instructions, or write the text yourself.";

export const errorInServer = "This section could not be written because of an error in the server.";

/** After so many failures in a row the model is not called again in this run: each failure may take minutes. */
const mostFailures = 3;

/** `userId` is null where a job writes. */
export function openRun(ctx: Ctx, owner: Omit<ModelCaller, "purpose">): WritingRun {
  const run = newRun();
  const { docsMaxTokens } = ctx.settings.models;
  run.model = meteredModel(ctx, { ...owner, purpose: "pages" }, meterOf(run, docsMaxTokens));
  return run;
}

function newRun(): WritingRun {
  return { model: null, usedTokens: 0, reservedTokens: 0, failures: { count: 0, message: "" } };
}

/** Refuses a call that could take more than is left of the run's tokens. 0 is no limit. */
function meterOf(run: WritingRun, maxTokens: number): CallMeter {
  return async ({ promptTokens, maxOutputTokens }) => {
    const most = promptTokens + maxOutputTokens;
    if (maxTokens > 0 && run.usedTokens + run.reservedTokens + most > maxTokens)
      throw new AppError("rate_limited", { message: limitReached(maxTokens) });
    run.reservedTokens += most;
    return async ({ inputTokens, outputTokens }) => {
      run.reservedTokens -= most;
      run.usedTokens += inputTokens + outputTokens;
    };
  };
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
  if (run.model === null) return fail(errorInServer);
  if (run.failures.count >= mostFailures) return fail(run.failures.message);
  try {
    const { sections, failure, report } = await writePageWithModel(page, subject, {
      model: run.model,
      signal: ctx.signal,
    });
    ctx.log.info({ page: page.title, sections: sections.length, ...report }, "a model wrote sections of a page");
    run.failures = failure === null ? { count: 0, message: "" } : countFailure(run, failure);
    return sections.map((text) =>
      text === null && failure !== null ? { kind: "failed", error: failure.message } : toOutcome(text),
    );
  } catch (error) {
    return fail(noteFailure(ctx, run, error));
  }
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

function limitReached(tokens: number): string {
  return `The token limit of this run was reached (${tokens.toLocaleString("en")}). Ask for this section again to go on.`;
}

/** The commit that a text describes; null with sources of several repositories. */
export function commitOf({ sources }: Pick<AuthoredSection, "sources">): string | null {
  const [commit, ...others] = new Set(sources.map((source) => source.commit));
  return commit !== undefined && others.length === 0 ? commit : null;
}
