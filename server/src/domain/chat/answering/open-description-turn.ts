import type { AnswerBasis, ChatSession } from "@cairn/contract/chat";

import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { openProduct, type IndexedCode } from "#server/domain/pages/writing/open-codebase.ts";
import { meteredModel } from "#server/domain/usage/metered-model.ts";
import type { DescriptionEvent } from "#server/engine/description/description.ts";
import { runDescriptionTurn } from "#server/engine/description/run-description-turn.ts";

import { readBefore } from "./load-description.ts";
import { openAnswer, type AnswerRequest } from "./open-answer.ts";

export interface DescriptionRequest extends AnswerRequest {
  /** The conversation with its last question; its `data` is the description. */
  session: ChatSession;
  /** What the client sent along. */
  sent: unknown;
  /** The same message failed before and had begun to change the description. */
  isRetry: boolean;
}

/** What a message does to a product's description and is answered with, as it comes. `ctx.signal` stops it. */
export async function* openDescriptionTurn(ctx: Ctx, request: DescriptionRequest): AsyncGenerator<DescriptionEvent> {
  const { organizationId, projectId, userId, session, sent, isRetry, text, earlier } = request;
  const project = await requireProject(ctx, { organizationId, projectId }, "chat.use");
  const codebase = await openProduct(ctx, project);
  yield { type: "basis", basis: basisOf(codebase) };
  const { messages, data } = session;
  const requested = messages.flatMap(({ questions }) => questions?.questions ?? []);
  const message = {
    text,
    description: typeof data === "string" ? data : "",
    before: readBefore(sent),
    answers: messages.at(-2)?.result?.answers ?? [],
    askedIds: new Set(requested.map(({ questionId }) => questionId)),
    earlier,
    isRetry,
  };
  yield* runDescriptionTurn(message, {
    subject: codebase.whole,
    model: meteredModel(ctx, { organizationId, projectId, userId, purpose: "description" }),
    signal: ctx.signal,
    answer: (question) => openAnswer(ctx, { ...request, text: question }),
  });
}

function basisOf({ rows, repositories }: IndexedCode): AnswerBasis[] {
  return repositories.map(({ repositoryId, name, reader }) => ({
    repositoryId,
    repository: name,
    branch: rows.find((row) => row.repositoryId === repositoryId)?.mainBranch ?? null,
    commit: reader.commit,
  }));
}
