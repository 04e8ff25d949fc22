import { count, enumerate, fold } from "#server/engine/text/wording.ts";

import type { PlanProposal } from "./plan-proposal.ts";
import type { ReadGoal } from "./read-goal.ts";

interface DescribedPart {
  title: string;
  locations: readonly unknown[];
  /** Names of the parts that have a task of it. */
  parts: readonly string[];
}

const maxNamed = 3;
const quoted = (titles: readonly string[]) =>
  fold(
    titles.map((title) => `“${title}”`),
    maxNamed,
  );

/** How a goal was split and what was left out, as sentences for people. */
export function describeSplit(
  read: ReadGoal,
  wishes: readonly DescribedPart[],
  { maxWishes }: { maxWishes: number },
): string[] {
  const notes = [howItWasRead(read)];
  for (const { title, parts } of wishes.filter((wish) => wish.parts.length > 1)) {
    const names = enumerate(parts.map((name) => `\`${name}\``));
    notes.push(`“${title}” touches ${names}: each has a task, in the order in which one rests on the other.`);
  }
  const unlocated = wishes.filter(({ locations }) => locations.length === 0);
  if (unlocated.length > 0) notes.push(`The code says nothing about ${quoted(unlocated.map(({ title }) => title))}.`);
  if (read.context.length > 0) {
    const is = read.context.length === 1;
    notes.push(
      `${count(read.context.length, "sentence")} ${is ? "explains" : "explain"} the goal and ${is ? "is no task" : "are no tasks"}: the descriptions have ${is ? "it" : "them"}.`,
    );
  }
  const left = read.wishes.length - maxWishes;
  if (left > 0)
    notes.push(`Only the first ${maxWishes} things became tasks; ${left} are left. Split the goal to plan them.`);
  return notes;
}

function howItWasRead({ by, wishes }: ReadGoal): string {
  switch (by) {
    case "list":
      return `The goal lists ${wishes.length} things: each is a task.`;
    case "headings":
      return `The goal has ${wishes.length} headings: each is a task, and what stands below it says when that is done.`;
    case "sentences":
      return `The goal asks for ${wishes.length} things in its sentences: each is a task.`;
    case "one":
      return "The goal lists nothing and was taken as one thing.";
  }
}

/** What people can do where there are no tasks. */
export function nothingNotes(nothing: NonNullable<PlanProposal["nothing"]>, goal: string): string[] {
  if (nothing === "no-text") return ["The goal has no words yet. Write what should be different."];
  const letters = goal.match(/\p{L}/gu) ?? [];
  const isForeign = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length < letters.length / 2;
  return [
    "Nothing in the code of this product has to do with this goal, so no tasks were made up.",
    isForeign
      ? "The goal is in a script that the code does not use. Name files, endpoints or settings as the code has them."
      : "Name a file, an endpoint, a screen or a setting that it is about.",
  ];
}
