import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { isCodeWord } from "#server/engine/intent/words.ts";
import { countWordFiles } from "#server/engine/retrieval/count-word-files.ts";
import { findTaskLocations } from "#server/engine/task-locations/find-task-locations.ts";
import type {
  FileLocation,
  PageLocation,
  TaskLocation,
  TaskLocations,
} from "#server/engine/task-locations/task-location.ts";

import { describeSplit, nothingNotes } from "./describe-split.ts";
import { describeTask } from "./describe-task.ts";
import { findCriteria, isCheckable, maxTaskCriteria } from "./find-criteria.ts";
import { findNamedDeclarations, findWantedTable } from "./find-named-code.ts";
import { linkWishes } from "./link-wishes.ts";
import { nameWish } from "./name-wish.ts";
import { orderTasks } from "./order-tasks.ts";
import type { PlannedService, PlanProgress, PlanProposal, ProposedTask } from "./plan-proposal.ts";
import { readGoal, type ReadGoal, type GoalPart } from "./read-goal.ts";
import { countShared, tellingStems } from "./shared-words.ts";
import { partOf, splitByParts, usesPart, type TouchedPart } from "./split-by-parts.ts";

/** Wishes that become tasks; more is a list for people to cut. */
const maxWishes = 20;

const maxLocations = 4;
const fewWords = 4;
/** A file that says less than this share of the best one is not worth a pin. */
const leastShare = 0.45;

interface LocatedPart extends GoalPart {
  title: string;
  locations: FileLocation[];
  pages: PageLocation[];
  /** Only together with the goal around it does it say where it lands. */
  isByContext: boolean;
}

/** A task with the wish that it is of. */
interface DraftedTask extends ProposedTask {
  wish: number;
  part: TouchedPart | null;
}

/**
 * Tasks for a goal, as its text and the index tell: one for each thing that it asks for, split by the parts of the product
 * where it asks for few. Nothing is made up: what the code says nothing about has no locations, and a goal of which it
 * says nothing at all has no tasks.
 */
export async function proposePlan(
  goal: string,
  codebases: readonly Codebase[],
  {
    services,
    onProgress,
  }: { services: readonly PlannedService[]; onProgress: (progress: PlanProgress) => Promise<void> },
): Promise<PlanProposal> {
  const read = readGoal(goal);
  const [first] = read.wishes;
  if (first === undefined) return { tasks: [], notes: nothingNotes("no-text", goal), nothing: "no-text" };
  const wishes = await locateWishes(read, codebases, onProgress);
  if (wishes.every(({ locations }) => locations.length === 0)) {
    return { tasks: [], notes: nothingNotes("not-in-code", goal), nothing: "not-in-code" };
  }
  await onProgress({ step: "writing", done: 0, total: 1 });
  const drafts = draftTasks(wishes, read, codebases, services);
  const tasks = orderTasks(drafts).map(({ wish: _wish, part: _part, ...task }) => task);
  const partsOf = Map.groupBy(drafts, ({ wish }) => wish);
  const split = wishes.map((wish, at) => ({
    ...wish,
    parts: (partsOf.get(at) ?? []).flatMap(({ part }) => part?.name ?? []),
  }));
  return { tasks, notes: describeSplit(read, split, { maxWishes }), nothing: null };
}

async function locateWishes(
  read: ReadGoal,
  codebases: readonly Codebase[],
  onProgress: (progress: PlanProgress) => Promise<void>,
): Promise<LocatedPart[]> {
  const wishes = read.wishes.slice(0, maxWishes);
  const located: LocatedPart[] = [];
  for (const wish of wishes) {
    await onProgress({ step: "locating", done: located.length, total: wishes.length });
    const title = nameWish(wish.text);
    const own = read.by === "one" ? [...wish.details, ...read.context, ...read.criteria] : wish.details;
    const found = await locate(title, [wish.text, ...own, ...spokenOf(read, wish)], codebases);
    const isByContext = found.nothing !== null && wishes.length > 1;
    const around = isByContext ? await locate(title, [wish.text, ...own, ...contextOf(read, wish)], codebases) : found;
    const locations = await withNamed(likely(around), wish, codebases);
    located.push({ ...wish, title, isByContext, locations, pages: around.locations.filter(isPage) });
  }
  return located;
}

/** A wish of a few words is about what the one before it is about. */
function spokenOf(read: ReadGoal, wish: GoalPart): string[] {
  const before = read.wishes[read.wishes.indexOf(wish) - 1];
  const isShort = tellingStems(wish.text).length <= fewWords && wish.details.length === 0;
  const isAboutIt = /\b(?:it|its|them|their)\b/i.test(wish.text);
  return before && (isAboutIt || (isShort && read.by === "sentences")) ? [before.text] : [];
}

/** What it names as code stands first, and the table that it adds something to. */
async function withNamed(
  locations: readonly FileLocation[],
  { text }: GoalPart,
  codebases: readonly Codebase[],
): Promise<FileLocation[]> {
  const declared = await Promise.all(codebases.map((codebase) => findNamedDeclarations(codebase, text)));
  const tables = (await Promise.all(codebases.map((codebase) => findWantedTable(codebase, text)))).filter(isThere);
  // A word that is a table as well says nothing where nothing else does.
  const table = tables.length === 1 && locations.length > 0 ? tables : [];
  const first = [...declared.flat(), ...table];
  const rest = locations.filter(({ path }) => !first.some((one) => one.path === path));
  return [...new Map([...first, ...rest].map((one) => [`${one.repositoryId} ${one.path}`, one])).values()];
}

function isThere<T>(value: T | null): value is T {
  return value !== null;
}

/** What is said beside the wishes, and the wish before. */
function contextOf(read: ReadGoal, wish: GoalPart): string[] {
  const before = read.wishes[read.wishes.indexOf(wish) - 1];
  return [...read.context.slice(0, 4), ...(before ? [before.text] : [])];
}

async function locate(title: string, text: readonly string[], codebases: readonly Codebase[]): Promise<TaskLocations> {
  return await findTaskLocations({ title, description: text.join("\n"), criteria: [] }, codebases);
}

function likely({ locations }: TaskLocations): FileLocation[] {
  return locations.filter(isFile).filter(({ score }) => score >= leastShare);
}

function isFile(location: TaskLocation): location is FileLocation {
  return location.kind === "file";
}

function isPage(location: TaskLocation): location is PageLocation {
  return location.kind === "page";
}

function draftTasks(
  wishes: readonly LocatedPart[],
  read: ReadGoal,
  codebases: readonly Codebase[],
  services: readonly PlannedService[],
): DraftedTask[] {
  const isKnown = (word: string) => isCodeWord(word) || countWordFiles(codebases, word).isInCode;
  const links = linkWishes(wishes, isKnown);
  const goalCriteria = shareOut(read.criteria, wishes);
  const drafts: DraftedTask[] = [];
  const placesOf = new Map<number, number[]>();
  for (const [at, wish] of wishes.entries()) {
    const parts = chooseParts(wish, { codebases, services, isSplit: wishes.length === 1 });
    const places: number[] = [];
    const details = shareOutToParts(wish.details, parts);
    const criteria = shareOutToParts(goalCriteria.get(at) ?? [], parts);
    for (const [order, part] of parts.entries()) {
      const others = places.filter(
        (place) => part && drafts[place]?.part && usesPart(part, drafts[place].part, codebases),
      );
      const blockedBy = [...others, ...(links[at] ?? []).map((other) => -1 - other)];
      const said = { details: details[order] ?? [], criteria: criteria[order] ?? [] };
      places.push(drafts.length);
      const { context } = read;
      drafts.push(draftTask(wish, { at, part, parts, ...said, context, goal: textOf(read), blockedBy, codebases }));
    }
    placesOf.set(at, places);
  }
  // Links between wishes are known by the wish until all have their tasks: the last task of it is the one to wait for.
  return drafts.map((draft) => ({
    ...draft,
    blockedBy: draft.blockedBy.flatMap((place) => (place >= 0 ? place : (placesOf.get(-1 - place)?.at(-1) ?? []))),
  }));
}

/** All that it touches where it is the only wish; else the one with its best file. Null where nothing says where it lands. */
function chooseParts(
  wish: LocatedPart,
  {
    codebases,
    services,
    isSplit,
  }: { codebases: readonly Codebase[]; services: readonly PlannedService[]; isSplit: boolean },
): (TouchedPart | null)[] {
  const [best] = wish.locations;
  if (best === undefined) return [null];
  if (isSplit) return splitByParts(wish.locations, codebases, services);
  return [{ ...partOf(best, codebases, services), locations: wish.locations }];
}

function draftTask(
  wish: LocatedPart,
  given: {
    at: number;
    part: TouchedPart | null;
    parts: readonly (TouchedPart | null)[];
    details: readonly string[];
    criteria: readonly string[];
    context: readonly string[];
    /** All that was said. */
    goal: string;
    blockedBy: number[];
    codebases: readonly Codebase[];
  },
): DraftedTask {
  const { at, part, parts, details, context, blockedBy, codebases } = given;
  const said = [...given.criteria, ...details];
  const isSplit = parts.length > 1;
  const isLast = part === parts.at(-1);
  const criteria = findCriteria(
    { text: wish.text, details, criteria: given.criteria, part, pages: wish.pages, isLast, goal: given.goal },
    codebases,
  );
  return {
    wish: at,
    part,
    title: isSplit && part ? `${wish.title} (${part.name})` : wish.title,
    description: describeTask(wish, { part: isSplit ? part : null, details: said, context }),
    criteria,
    serviceId: part?.serviceId ?? null,
    locations: (part?.locations ?? []).slice(0, maxLocations),
    blockedBy,
    note: noteOf(wish, criteria.length, given.criteria.length + details.filter(isCheckable).length),
  };
}

function textOf({ wishes, context, criteria }: ReadGoal): string {
  return [...wishes.flatMap(({ text, details }) => [text, ...details]), ...context, ...criteria].join("\n");
}

function noteOf(wish: LocatedPart, criteria: number, said: number): string | null {
  const notes: string[] = [];
  if (wish.locations.length === 0) notes.push("The code says nothing about this: where it lands is open.");
  else if (wish.isByContext) notes.push("Only the goal around it says where this lands.");
  if (criteria < 2)
    notes.push(
      `${criteria === 0 ? "Neither the goal nor the code tells anything" : "The goal and the code tell one thing only"} that says when this is done. Add what you would check.`,
    );
  if (said > maxTaskCriteria)
    notes.push("The goal says more about it than five criteria hold: the description has all of it.");
  return notes.join(" ") || null;
}

/** What says when all of the goal is done, each with the wish that it has most words in common with, else the last one. */
function shareOut(criteria: readonly string[], wishes: readonly LocatedPart[]): Map<number, string[]> {
  const texts = wishes.map(({ text, details }) => [text, ...details].join(" "));
  return Map.groupBy(criteria, (criterion) => mostShared(criterion, texts));
}

/** Details with the part of whose files they speak, else the last one, which people see. */
function shareOutToParts(details: readonly string[], parts: readonly (TouchedPart | null)[]): string[][] {
  const texts = parts.map((part) =>
    (part?.locations ?? []).map(({ path, symbol }) => `${path} ${symbol ?? ""}`).join(" "),
  );
  const shared = Map.groupBy(details, (detail) => mostShared(detail, texts));
  return parts.map((_, at) => shared.get(at) ?? []);
}

function mostShared(text: string, others: readonly string[]): number {
  const counts = others.map((other) => countShared(text, other));
  const most = Math.max(...counts);
  return most === 0 ? others.length - 1 : counts.indexOf(most);
}
