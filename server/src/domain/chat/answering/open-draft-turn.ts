import type { Ctx } from "#server/ctx.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { openProduct, subjectOf } from "#server/domain/pages/writing/open-codebase.ts";
import { builtInTemplates } from "#server/domain/templates/built-in-templates.ts";
import { listTemplates } from "#server/domain/templates/list-templates.ts";
import { meteredModel } from "#server/domain/usage/metered-model.ts";
import type { AnswerEvent, QuestionFocus } from "#server/engine/answer-context/answer-event.ts";
import type { PageTemplate } from "#server/engine/drafts/choose-template.ts";
import type { DraftEvent, PageDraft } from "#server/engine/drafts/page-draft.ts";
import { runTurn } from "#server/engine/drafts/run-turn.ts";

import type { LocatedDraft } from "./load-draft.ts";
import { openAnswer, type AnswerRequest } from "./open-answer.ts";

export interface DraftRequest extends AnswerRequest {
  draft: LocatedDraft;
  /** The same message failed before and had begun to change the draft. */
  isRetry: boolean;
}

/** Templates of an organization that are looked through for one that fits. */
const maxTemplates = 100;

/** What a message about a new page does to its draft and is answered with, as it comes. `ctx.signal` stops it. */
export async function* openDraftTurn(ctx: Ctx, request: DraftRequest): AsyncGenerator<DraftEvent> {
  const { organizationId, projectId, userId, text, draft, earlier, isRetry } = request;
  const project = await requireProject(ctx, { organizationId, projectId }, "chat.use");
  const codebase = await openProduct(ctx, project);
  const { services } = codebase;
  const location = { title: draft.title, subjectRepositoryId: null, subjectPath: null };
  const { serviceId } = draft;
  yield* runTurn(
    { text, draft: { ...draft, serviceId }, earlier, isRetry },
    {
      services,
      templates: await listPageTemplates(ctx, organizationId),
      subjectFor: (wanted) => subjectOf(codebase, { ...location, serviceId: wanted }),
      model: meteredModel(ctx, { organizationId, projectId, userId, purpose: "draft" }),
      signal: ctx.signal,
      newId: ctx.newId,
      answer: (question, page) =>
        withoutTitle(openAnswer(ctx, { ...request, text: question, focus: focusOf(page, codebase.whole.name) })),
    },
  );
}

/** Drops title events: the chat has the title of its page. */
async function* withoutTitle(events: AsyncIterable<AnswerEvent>): AsyncGenerator<AnswerEvent> {
  for await (const event of events) if (event.type !== "title") yield event;
}

/** The organization's own first: between two that fit alike, somebody here thought of theirs. */
async function listPageTemplates(ctx: Ctx, organizationId: string): Promise<PageTemplate[]> {
  const own = await listTemplates(ctx, { organizationId, page: 1, limit: maxTemplates });
  return [...own.content, ...builtInTemplates].flatMap(({ title, content }): PageTemplate[] => {
    if (content.type !== "sections") return [];
    const sections = content.sections.map(({ title: heading, instructions: { prompt, output = "markdown" } }) => ({
      title: heading,
      prompt,
      output,
    }));
    return [{ title, sections }];
  });
}

/** A question asked beside a draft is about the draft's topic. */
function focusOf({ title, sections }: PageDraft, productName: string): QuestionFocus | null {
  const sources = sections.flatMap((section) => section.sources);
  if (sources.length === 0) return null;
  const files = new Map(sources.map(({ repositoryId, path }) => [`${repositoryId}:${path}`, { repositoryId, path }]));
  return { title: title || productName, files: [...files.values()], service: null };
}
