import type { ChatContext } from "@cairn/contract/chat";
import { AppError } from "@cairn/contract/errors";
import { sourceSchema, type Source } from "@cairn/contract/sources";
import { taskNameOfPath, toTaskDocument } from "@cairn/contract/task-documents";
import { taskSchema } from "@cairn/contract/tasks";
import { z } from "zod";

import { withActor, type Ctx } from "#server/ctx.ts";
import type { Attachment } from "#server/domain/files/load-attachments.ts";
import { openCodeReader } from "#server/domain/repositories/browsing/load-code.ts";
import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { getTask } from "#server/domain/tasks/get-task.ts";
import type { Tool, ToolResult, ToolScope } from "#server/edge.ts";
import type { AnswerEvent, Question } from "#server/engine/answer-context/answer-event.ts";
import type { RelevantTasks } from "#server/engine/answers/tasks/citable-task.ts";
import { hashLines, type CheckedEvidence, type CodeReader } from "#server/engine/evidence/evidence.ts";
import { answerWithModel } from "#server/engine/with-model/answers/answer-with-model.ts";
import { composeBrief } from "#server/engine/with-model/answers/compose-brief.ts";
import type { AnswerTool } from "#server/engine/with-model/answers/run-answer-tool.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";

import { chooseTools, type ToolNeeds } from "./choose-tools.ts";
import { findPlaces } from "./find-places.ts";

/** The answer of a model that looks things up by the product's tools. */
export async function* openModelAnswer(
  ctx: Ctx,
  request: ToolScope & { userId: string; tools: readonly Tool[]; context: ChatContext },
  parts: {
    model: ModelPort;
    question: Question;
    codebases: readonly IndexedRepository[];
    files: readonly Attachment[];
    tasks: RelevantTasks | null;
  },
): AsyncGenerator<AnswerEvent> {
  const { model, question, codebases, files, tasks } = parts;
  const firstToolCalls = [...lookUpsOfChange(request.context), ...(tasks ? lookUpsOfTasks(tasks) : [])];
  yield* answerWithModel(question, {
    model,
    tools: chooseTools(request.tools, needsOf({ ...parts, ...request })).map((tool) =>
      toAnswerTool(ctx, tool, request),
    ),
    check: createSourceCheck(ctx, request, codebases),
    brief: await composeBrief(codebases),
    ...(firstToolCalls.length > 0 ? { firstToolCalls } : {}),
    findPlaces: () => findPlaces(ctx, codebases, question.text),
    choosesFound: ctx.settings.models.choosesFound,
    signal: ctx.signal,
    images: files
      .filter(({ file }) => file.contentType.startsWith("image/"))
      .map((one) => ({
        name: one.file.name,
        contentType: one.file.contentType,
        readBytes: async () => new Uint8Array(await one.readBytes()),
      })),
  });
}

function needsOf({
  question,
  context,
  codebases,
  tasks,
}: {
  question: Question;
  context: ChatContext;
  codebases: readonly IndexedRepository[];
  tasks: RelevantTasks | null;
}): ToolNeeds {
  const asked = question.earlier.flatMap(({ role, content }) => (role === "user" ? content : []));
  return {
    text: [...asked, question.text].join("\n"),
    isAboutTasks: context.taskId !== undefined || (tasks !== null && tasks.named.length > 0) || tasks?.listed != null,
    hasContext: codebases.some(({ isContext }) => isContext),
    hasSeveralParts: codebases.filter(({ isContext }) => !isContext).length > 1,
  };
}

/** Asked from a review, it is about that change. */
function lookUpsOfChange({ taskId: task, implementationId: implementation }: ChatContext): {
  name: string;
  input: unknown;
}[] {
  if (implementation === undefined) return [];
  return ["get_review", "get_review_diff"].map((name) => ({ name, input: { task, implementation } }));
}

/** Tasks that the question names are read before the model is called, as it would itself. */
function lookUpsOfTasks({ named, listed }: RelevantTasks): { name: string; input: unknown }[] {
  return [
    ...named.flatMap(({ name }) => [
      { name: "get_task", input: { task: name } },
      { name: "get_task_locations", input: { task: name } },
    ]),
    ...(listed?.tasks ?? []).map(({ name }) => ({ name: "get_task", input: { task: name } })),
  ];
}

/** A model acts as an agent of the person: it reads what they may read, and writes nothing. */
function toAnswerTool(ctx: Ctx, tool: Tool, request: ToolScope & { userId: string }): AnswerTool {
  const { organizationId, projectId, userId } = request;
  const agent = withActor(ctx, { kind: "agent", userId });
  return {
    name: tool.name,
    description: tool.description,
    input: tool.input,
    targetOf: firstText,
    async run(input) {
      const result = await tool.run(agent, { organizationId, projectId }, tool.input.parse(input));
      const { lines, absent } = result;
      return { ...withSources(result), ...(lines && { lines }), ...(absent !== undefined && { absent }) };
    },
  };
}

/** The first text of a call's input says best what it is about: the query, the path, the name. */
function firstText(input: unknown): string {
  if (typeof input !== "object" || input === null) return "";
  return (Object.values(input).find((one) => typeof one === "string") ?? "").slice(0, 200);
}

const codeData = z.object({ sources: z.array(sourceSchema) });
const pageData = z.object({ sections: z.array(z.object({ sources: z.array(sourceSchema) })) });

/** A page numbers its own sources; in an answer those numbers would mean other lines, so they are taken out. */
function withSources({ text, data }: ToolResult): { text: string; sources: Source[] } {
  const code = codeData.safeParse(data);
  if (code.success) return { text, sources: code.data.sources };
  const page = pageData.safeParse(data);
  const sources = page.success ? page.data.sections.flatMap((section) => section.sources) : [];
  return { text: text.replaceAll(/ ?\[\d{1,4}\]/g, ""), sources };
}

/** Only lines of the product's own repositories, read once more at the commit the source names, and of its own tasks. */
function createSourceCheck(ctx: Ctx, project: ToolScope, codebases: readonly IndexedRepository[]) {
  const own = new Map(codebases.map((codebase) => [codebase.repositoryId, codebase]));
  const readers = new Map<string, CodeReader>();
  return async (source: CheckedEvidence): Promise<CheckedEvidence | null> => {
    const { repositoryId, commit, path, startLine, endLine } = source;
    const codebase = own.get(repositoryId);
    if (codebase === undefined)
      return taskNameOfPath(path) === null ? null : await checkTaskSource(ctx, project, source);
    const { directory, index } = codebase;
    const files = commit === index.commit ? () => index.files() : undefined;
    const key = `${repositoryId}:${commit}`;
    const reader = readers.get(key) ?? openCodeReader({ repositoryId, directory, commit, files, signal: ctx.signal });
    readers.set(key, reader);
    const lines = await reader.readLines(path);
    if (!lines || endLine > lines.length) return null;
    return hashLines(lines.slice(startLine - 1, endLine)) === source.hash ? source : null;
  };
}

/** A task that was changed since the model read it is not what it cites. */
async function checkTaskSource(ctx: Ctx, project: ToolScope, source: CheckedEvidence): Promise<CheckedEvidence | null> {
  const { organizationId, projectId } = project;
  try {
    const task = await getTask(ctx, { organizationId, projectId, taskId: source.repositoryId });
    const { path, lines } = toTaskDocument(taskSchema.parse(task));
    const { startLine, endLine, hash } = source;
    const isSame = path === source.path && endLine <= lines.length;
    return isSame && hashLines(lines.slice(startLine - 1, endLine)) === hash ? source : null;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
