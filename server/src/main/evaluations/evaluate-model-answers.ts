import { readFile } from "node:fs/promises";

import { chatContextSchema } from "@cairn/contract/chat";

import { openAnswer } from "#server/domain/chat/answering/open-answer.ts";
import type { CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import { tools } from "#server/main/start/edges.ts";

import type { OwnQuestions } from "./evaluate-asked.ts";
import { describeUse, onModelProduct } from "./on-model-product.ts";
import { asMember, type ScratchProduct } from "./scratch-product.ts";

const plainMark = /^plain:\s*/i;

/** What the model of a server answers to a list of questions in the chat, each in a conversation of its own, with what it took. */
export async function evaluateModelAnswers({ directory, questions }: OwnQuestions): Promise<string> {
  if (questions === null) throw new Error("Name a file with one question a line with --questions");
  const asked = (await readFile(questions, "utf8")).split("\n").filter((line) => line.trim() !== "");
  return await onModelProduct(directory, async (product) => {
    const answers: string[] = [];
    for (const line of asked) answers.push(await answerOne(product, line));
    return [...answers, `(${await describeUse(product)})`].join("\n\n");
  });
}

async function answerOne(product: ScratchProduct, line: string): Promise<string> {
  const { organizationId, projectId } = product;
  const ctx = await asMember(product);
  if (ctx.actor.kind !== "user") throw new Error("Only a person asks");
  const lens = plainMark.test(line) ? "non-technical" : "technical";
  const text = line.replace(plainMark, "");
  const context = chatContextSchema.parse({ projectId, lens });
  const { userId } = ctx.actor;
  let answer = "";
  let use = "";
  const looked: string[] = [];
  const sources: CheckedEvidence[] = [];
  const request = { organizationId, projectId, userId, text, context, earlier: [], tools };
  for await (const event of openAnswer(ctx, request)) {
    if (event.type === "text") answer += event.text;
    if (event.type === "source") sources.push(event.source);
    if (event.type === "call") looked.push(`${event.name} ${event.target}`);
    if (event.type === "usage") use = `${event.usage.inputTokens} tokens in, ${event.usage.outputTokens} out`;
  }
  const cited = sources.map(({ path, startLine, endLine }, at) => `- [${at + 1}] ${path}:${startLine}-${endLine}`);
  return [`# ${line}`, answer, cited.join("\n"), `(${looked.join("; ")}. ${use})`].join("\n\n");
}
