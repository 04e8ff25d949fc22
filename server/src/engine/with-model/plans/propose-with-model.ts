import { readFileSync } from "node:fs";

import { AppError } from "@cairn/contract/errors";

import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { builtInEngineName } from "#server/engine/answers/answer-from-code.ts";
import type { PlannedService, PlanProgress, PlanProposal } from "#server/engine/plans/plan-proposal.ts";
import { proposePlan } from "#server/engine/plans/propose-plan.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";
import { visibleText } from "#server/platform/models/visible-text.ts";

import { checkModelPlan, modelPlanSchema, type CheckedPlan } from "./check-model-plan.ts";

const system = readFileSync(new URL("./prompts/plan.md", import.meta.url), "utf8");
const tries = 2;
const maxAnswer = 60_000;
const maxOutputTokens = 8_000;
/** Of what the code has; more is not read with care. */
const maxListed = 80;

/** A proposal with who made it. */
export interface AuthoredProposal extends PlanProposal {
  /** "Built-in engine" or the model's name. */
  writtenBy: string;
}

interface PlanningContext {
  services: readonly PlannedService[];
  onProgress: (progress: PlanProgress) => Promise<void>;
  /** Null: the built-in engine proposes alone. */
  model: ModelPort | null;
  signal: AbortSignal;
}

/**
 * Tasks for a goal: those of the built-in engine, or where there is a model, its own, made from the same facts and
 * checked as strictly. Where the model cannot be reached or answers nothing of use, the built-in engine's stay, and the
 * first note says so. Throws only when the signal is aborted or the index cannot be read.
 */
export async function proposeAnyPlan(
  goal: string,
  codebases: readonly Codebase[],
  { services, onProgress, model, signal }: PlanningContext,
): Promise<AuthoredProposal> {
  const draft = await proposePlan(goal, codebases, { services, onProgress });
  const own = { ...draft, writtenBy: builtInEngineName };
  if (model === null || draft.nothing === "no-text") return own;
  try {
    const content = composeGoal(goal, draft, codebases, services);
    const plan = await askModel(model, content, signal, (text) => {
      const parsed = parsePlan(text);
      const known = draft.tasks.flatMap(({ locations }) => locations);
      return parsed && checkModelPlan(parsed, codebases, { services, known });
    });
    if (plan === null)
      return withNote(own, `The answer of ${model.name} could not be used: the built-in engine made this plan.`);
    // It found no more in the code than the words of the goal did.
    if (plan.tasks.every(({ locations }) => locations.length === 0)) return own;
    return { ...plan, nothing: null, writtenBy: model.name };
  } catch (error) {
    signal.throwIfAborted();
    if (!isFailureOfModel(error)) throw error;
    return withNote(own, `The built-in engine made this plan, because the model could not be asked: ${error.message}`);
  }
}

function withNote(proposal: AuthoredProposal, note: string): AuthoredProposal {
  return { ...proposal, notes: [note, ...proposal.notes] };
}

/** The vendor failed, or the organization's tokens of the month are used up. */
function isFailureOfModel(error: unknown): error is AppError {
  return error instanceof AppError && ["vendor_failed", "vendor_unavailable", "rate_limited"].includes(error.code);
}

async function askModel(
  model: ModelPort,
  content: string,
  signal: AbortSignal,
  check: (text: string) => CheckedPlan | null,
): Promise<CheckedPlan | null> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    let text = "";
    const request = {
      system,
      messages: [{ role: "user" as const, content }],
      tools: [],
      maxSteps: 1,
      maxOutputTokens,
      signal,
    };
    for await (const event of model.stream({ ...request, json: modelPlanSchema })) {
      if (event.type === "text") text += event.text;
      if (text.length > maxAnswer) break;
    }
    const plan = check(text);
    if (plan !== null) return plan;
  }
  return null;
}

/** Null where it holds no JSON of the shape. */
function parsePlan(text: string) {
  const [begin, end] = [text.indexOf("{"), text.lastIndexOf("}")];
  if (begin === -1 || end < begin || text.length > maxAnswer) return null;
  try {
    return modelPlanSchema.safeParse(JSON.parse(text.slice(begin, end + 1))).data ?? null;
  } catch {
    return null;
  }
}

function composeGoal(
  goal: string,
  draft: PlanProposal,
  codebases: readonly Codebase[],
  services: readonly PlannedService[],
): string {
  const own = codebases.filter(({ isContext }) => !isContext);
  const declared = Map.groupBy(
    draft.tasks.flatMap(({ locations }) => locations),
    ({ path }) => path,
  );
  const located = new Set(declared.keys());
  const facts = [
    ...services.map(({ name, under }) => `service ${name}${under === "" ? "" : ` in ${under}/`}`),
    ...[...declared].map(([path, locations]) => {
      const symbols = new Set(locations.flatMap(({ symbol }) => symbol ?? []));
      return symbols.size === 0 ? `file ${path}` : `file ${path} with ${[...symbols].join(", ")}`;
    }),
    ...own.flatMap(({ index }) => othersOf(index, located)).map((path) => `file ${path}`),
    ...own.flatMap(({ index }) => endpointsOf(index)),
    ...own.flatMap(({ index }) =>
      index
        .tables()
        .tables.slice(0, maxListed)
        .map(({ name, sources }) => `table ${name}${sources[0] ? ` in ${sources[0].path}` : ""}`),
    ),
  ];
  const tasks = draft.tasks.map(({ title, criteria, locations, blockedBy }) => {
    return { title, criteria, files: locations.map(({ path }) => path), after: blockedBy.map((at) => at + 1) };
  });
  const parts = { goal, facts: facts.join("\n"), draft: JSON.stringify({ tasks }) };
  return Object.entries(parts)
    .map(([name, text]) => inTag(name, text))
    .join("\n\n");
}

/** Files that those found import or are imported by; where none was found, what source there is. */
function othersOf(index: Codebase["index"], located: ReadonlySet<string>): string[] {
  if (located.size === 0) {
    const source = index.files().filter(({ kind }) => kind === "source");
    return source.map(({ path }) => path).slice(0, maxListed);
  }
  const around = [...located].flatMap((path) => [...index.importsOf(path), ...index.importersOf(path)]);
  const paths = new Set(around.map(({ path }) => path));
  return [...paths].filter((path) => !located.has(path)).slice(0, maxListed);
}

function endpointsOf(index: Codebase["index"]): string[] {
  const found: string[] = [];
  for (const { path, kind } of index.files()) {
    if (kind !== "source") continue;
    for (const endpoint of index.endpointsOf(path))
      found.push(`endpoint ${endpoint.method} ${endpoint.path} in ${path}`);
    if (found.length >= maxListed) break;
  }
  return found.slice(0, maxListed);
}

/** Nothing inside may look like the end of it. */
function inTag(name: string, text: string): string {
  return `<${name}>\n${visibleText(text)
    .toWellFormed()
    .replaceAll(/<(?=\/?\s*(?:goal|facts|draft)\b)/gi, "‹")}\n</${name}>`;
}
