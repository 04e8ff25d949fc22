import { AppError } from "@cairn/contract/errors";

import { builtInEngineName } from "#server/engine/answers/answer-from-code.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import type { AuthoredSection, SectionRequest } from "#server/engine/sections/section-text.ts";
import { toPlainText } from "#server/engine/text/plain-text.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";

import { composeFirstTurn, composeRules, maxTextLength, toTokens, type RequestTurn } from "./compose-request.ts";
import { gatherMaterial, type SectionMaterial } from "./gather-material.ts";
import { judgeDiagram } from "./judge-diagram.ts";
import { judgeText, type JudgedText } from "./judge-text.ts";

const tries = 2;
/** Of a refused text, what the model is shown again. */
const maxShownAgain = 4_000;

/**
 * Lets a model write a section from the built-in engine's facts and passages of the code, all numbered. Its text passes
 * the same check as the built-in engine's: what cites nothing checked is left out. A text of the wrong shape is
 * requested once more; then the built-in engine's is used. Null when the code says nothing about the request. Throws
 * what the model port throws when the model cannot be reached.
 */
export async function writeWithModel(
  request: SectionRequest,
  subject: PageSubject,
  { model, signal }: { model: ModelPort; signal: AbortSignal },
): Promise<AuthoredSection | null> {
  const material = await gatherMaterial(request, subject, signal);
  if (material === null) return null;
  const messages: RequestTurn[] = [{ role: "user", content: composeFirstTurn(request, material) }];
  const used = { inputTokens: 0, outputTokens: 0 };
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const answer = await ask(model, { system: composeRules(request), messages, signal });
    used.inputTokens += answer.inputTokens;
    used.outputTokens += answer.outputTokens;
    const judged = answer.problem ?? (await judge(answer.text, { request, material, signal }));
    if (judged.ok) return { ...finish(judged, request), writtenBy: model.name, ...used };
    messages.push(
      { role: "assistant", content: answer.text.slice(0, maxShownAgain) || "(nothing)" },
      { role: "user", content: `That cannot be used. ${judged.problem} Write the section again by the rules.` },
    );
  }
  return material.builtIn && { ...material.builtIn, writtenBy: builtInEngineName, ...used };
}

interface ModelAnswer {
  text: string;
  /** Why there is nothing to judge; null where there is. */
  problem: Extract<JudgedText, { ok: false }> | null;
  inputTokens: number;
  outputTokens: number;
}

async function ask(
  model: ModelPort,
  { system, messages, signal }: { system: string; messages: readonly RequestTurn[]; signal: AbortSignal },
): Promise<ModelAnswer> {
  const sent = system.length + messages.reduce((sum, { content }) => sum + content.length, 0);
  let text = "";
  let problem: ModelAnswer["problem"] = null;
  try {
    for await (const event of model.stream({ system, messages: [...messages], tools: [], maxSteps: 1, signal })) {
      if (event.type === "text") text += event.text;
      if (event.type === "finish") return { ...event, text, problem };
      if (text.length <= maxTextLength) continue;
      problem = { ok: false, problem: `The answer was longer than ${maxTextLength} characters.` };
      break;
    }
  } catch (error) {
    problem = explainAnswer(error);
  }
  return { text, problem, inputTokens: toTokens(sent), outputTokens: toTokens(text.length) };
}

/** A model that declines, says nothing or stops half-way was reached: only then does the failure have no cause. */
function explainAnswer(error: unknown): NonNullable<ModelAnswer["problem"]> {
  const isAboutAnswer = error instanceof AppError && error.code === "vendor_failed" && error.cause === undefined;
  if (!isAboutAnswer) throw error;
  return { ok: false, problem: error.message };
}

async function judge(
  text: string,
  { request, material, signal }: { request: SectionRequest; material: SectionMaterial; signal: AbortSignal },
): Promise<JudgedText> {
  if (request.output === "mermaid") return await judgeDiagram(text, material, { request, signal });
  return judgeText(text, material, request.title);
}

function finish({ text }: Extract<JudgedText, { ok: true }>, { output }: SectionRequest) {
  return output === "plain-text" ? { ...text, content: toPlainText(text.content) } : text;
}
