import { z } from "zod";

import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { maxTaskCriteria } from "#server/engine/plans/find-criteria.ts";
import { orderTasks } from "#server/engine/plans/order-tasks.ts";
import type { PlannedService, ProposedTask } from "#server/engine/plans/plan-proposal.ts";
import type { FileLocation } from "#server/engine/task-locations/task-location.ts";
import { cutText } from "#server/engine/text/sentences.ts";
import { count } from "#server/engine/text/wording.ts";
import { cleanMarkup } from "#server/engine/with-model/pages/clean-markup.ts";
import { visibleText } from "#server/platform/models/visible-text.ts";

const maxTasks = 20;
const maxFiles = 5;
const [shortestTitle, longestTitle] = [2, 120];
const longestDescription = 4_000;
const longestCriterion = 400;
const longestSplit = 500;

const texts = z.array(z.unknown()).catch([]);

/** Of what a model answers, the part that is of use. */
export const modelPlanSchema = z.object({
  split: z.string().catch(""),
  tasks: z.array(
    z.object({
      title: z.string(),
      description: z.string().catch(""),
      criteria: texts,
      service: z.string().nullable().catch(null),
      files: texts,
      after: texts,
    }),
  ),
});
type ModelPlan = z.output<typeof modelPlanSchema>;

export interface CheckedPlan {
  tasks: ProposedTask[];
  notes: string[];
}

/**
 * A model's plan as far as it holds: services and files that exist, criteria that say something, links without a circle,
 * texts without what could load or hide anything. `known` are locations that were found for the goal, which are taken
 * over with their lines and reasons.
 */
export function checkModelPlan(
  plan: ModelPlan,
  codebases: readonly Codebase[],
  { services, known }: { services: readonly PlannedService[]; known: readonly FileLocation[] },
): CheckedPlan {
  let missing = 0;
  const tasks = plan.tasks.slice(0, maxTasks).map((task, at) => {
    const paths = stringsOf(task.files).slice(0, maxFiles);
    const locations = paths.flatMap((path) => locationOf(path, codebases, known) ?? []);
    missing += paths.length - locations.length;
    const criteria = [...new Set(stringsOf(task.criteria).map(toLine).filter(isTelling))].slice(0, maxTaskCriteria);
    return {
      title: cutText(toLine(task.title), longestTitle),
      description: toMarkdown(task.description),
      criteria,
      serviceId: serviceOf(task.service, locations, services),
      locations,
      blockedBy: task.after.flatMap((one) => (isPlace(one, plan.tasks.length) && one - 1 !== at ? one - 1 : [])),
      note: noteOf(locations.length, criteria.length),
    };
  });
  // A title of nothing visible names no task; links to it are dropped with it.
  const named = tasks.map((task) => (task.title.length < shortestTitle ? null : task));
  const places = new Map([...named.keys()].filter((at) => named[at] !== null).map((at, place) => [at, place]));
  const kept = named.flatMap((task) => {
    if (task === null) return [];
    return [{ ...task, blockedBy: task.blockedBy.flatMap((at) => places.get(at) ?? []) }];
  });
  const split = cutText(toLine(plan.split), longestSplit);
  const left =
    missing === 0
      ? []
      : [
          `${count(missing, "file")} that the model named ${missing === 1 ? "is" : "are"} not in the code and ${missing === 1 ? "was" : "were"} left out.`,
        ];
  return { tasks: orderTasks(kept), notes: [...(split === "" ? [] : [split]), ...left] };
}

function isPlace(value: unknown, length: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= length;
}

function stringsOf(values: readonly unknown[]): string[] {
  return values.filter((value) => typeof value === "string");
}

function toLine(text: string): string {
  return cleanMarkup(visibleText(text).replaceAll(/\s+/g, " ").trim(), () => false)
    .replace(/^[-*#>\s]+/, "")
    .trim();
}

function toMarkdown(text: string): string {
  const lines = visibleText(text).slice(0, longestDescription).split("\n");
  return lines
    .map((line) => cleanMarkup(line, () => false))
    .join("\n")
    .trim();
}

const filler =
  /\b(?:clean|readable|maintainable|well[- ](?:tested|documented|written)|best practices?|code quality|high quality|as expected|works? (?:correctly|properly|fine|well)|no (?:bugs|errors|regressions)|tests? (?:pass|are green)|user[- ]friendly|performs? well)\b/i;

/** Something that a person can check; what says no more than that it is good is none. */
function isTelling(criterion: string): boolean {
  const rest = criterion.replace(filler, " ").match(/[\p{L}\p{N}]+/gu) ?? [];
  const isLong = criterion.length >= 8 && criterion.length <= longestCriterion;
  return isLong && !(filler.test(criterion) && rest.length < 8 && !/[`\d]/.test(criterion));
}

function locationOf(path: string, codebases: readonly Codebase[], known: readonly FileLocation[]): FileLocation | null {
  const found = known.find((location) => location.path === path);
  if (found) return found;
  const codebase = codebases.find(({ index, isContext }) => !isContext && index.facts(path) !== null);
  const lines = codebase?.index.facts(path)?.lines ?? 0;
  if (codebase === undefined || lines === 0) return null;
  return {
    kind: "file",
    repositoryId: codebase.repositoryId,
    path,
    startLine: 1,
    endLine: lines,
    symbol: null,
    score: 0,
    why: [],
  };
}

/** As it is named; else the one that all of its files lie in. */
function serviceOf(
  name: string | null,
  locations: readonly FileLocation[],
  services: readonly PlannedService[],
): string | null {
  const named = services.find((service) => service.name.toLowerCase() === name?.trim().toLowerCase());
  if (named) return named.serviceId;
  const isAround = ({ repositoryId, under }: PlannedService) =>
    locations.length > 0 &&
    locations.every((one) => one.repositoryId === repositoryId && (under === "" || one.path.startsWith(`${under}/`)));
  return services.filter(isAround).sort((a, b) => b.under.length - a.under.length)[0]?.serviceId ?? null;
}

function noteOf(files: number, criteria: number): string | null {
  const notes = [
    ...(files === 0 ? ["No file of the code was named: where it lands is open."] : []),
    ...(criteria < 2 ? ["There is little here that says when this is done. Add what you would check."] : []),
  ];
  return notes.join(" ") || null;
}
