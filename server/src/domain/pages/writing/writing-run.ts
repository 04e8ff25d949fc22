import { AppError, type ErrorCode } from "@cairn/contract/errors";

import type { Ctx } from "#server/ctx.ts";
import { meteredModel } from "#server/domain/usage/metered-model.ts";
import type { ModelCaller } from "#server/domain/usage/model-use.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import type { AuthoredSection, SectionRequest } from "#server/engine/sections/section-text.ts";
import { writeAnySection } from "#server/engine/with-model/pages/section-writer.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";
import { storable } from "#server/text/storable.ts";

/** What a run has used of the model, and how the model did. */
export interface WritingRun {
  /** Null: the built-in engine writes alone. */
  model: ModelPort | null;
  usedTokens: number;
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
  return newRun(meteredModel(ctx, { ...owner, purpose: "pages" }));
}

export function newRun(model: ModelPort | null): WritingRun {
  return { model, usedTokens: 0, failures: { count: 0, message: "" } };
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
  try {
    const requested = await askModel(ctx, run, { request, subject });
    if (requested.kind !== "failed" || hasText) return requested;
    return toOutcome(await writeAnySection(request, subject, { model: null, signal: ctx.signal }));
  } catch (error) {
    ctx.signal.throwIfAborted();
    ctx.log.error({ error, section: request.template?.templateKey ?? null }, "a section could not be written");
    return { kind: "failed", error: errorInServer };
  }
}

/** With the built-in engine where there is no model. */
async function askModel(
  ctx: Ctx,
  run: WritingRun,
  { request, subject }: { request: SectionRequest; subject: PageSubject },
): Promise<SectionOutcome> {
  const { docsMaxTokens } = ctx.settings.models;
  if (docsMaxTokens > 0 && run.usedTokens >= docsMaxTokens)
    return { kind: "failed", error: limitReached(docsMaxTokens) };
  if (run.failures.count >= mostFailures) return { kind: "failed", error: run.failures.message };
  try {
    const written = await writeAnySection(request, subject, { model: run.model, signal: ctx.signal });
    run.usedTokens += (written?.inputTokens ?? 0) + (written?.outputTokens ?? 0);
    run.failures.count = 0;
    return toOutcome(written);
  } catch (error) {
    if (ctx.signal.aborted || !isFailureOfModel(error)) throw error;
    run.failures = { count: run.failures.count + 1, message: error.message };
    return { kind: "failed", error: error.message };
  }
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
