import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { heading, list, paragraph, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { enumerate } from "#server/engine/text/wording.ts";

import { findAdditionHabits, type AdditionHabit, type HabitStep } from "./addition-habits.ts";

const shownHabits = 4;
const leastSteps = 2;

/** How one more of a kind is added, as the last ones were, from the commits that they came with. */
export async function draftAdditions({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of scopes) {
    const seen = new Set<string>();
    for (const habit of await findAdditionHabits(scope)) {
      // The same commits show the same habit, whichever of their files it is told by.
      const commits = habit.additions.map(({ commit }) => commit.oid);
      if (commits.filter((oid) => seen.has(oid)).length >= 2 || seen.size >= shownHabits * commits.length) continue;
      for (const oid of commits) seen.add(oid);
      blocks.push(...habitBlocks(scope, habit));
    }
  }
  return blocks.length > 0 ? { blocks } : null;
}

const shortOid = 8;

/** One list a kind: what came along with each, led by how many were looked at, and where the newest can be seen. */
function habitBlocks(scope: CodeScope, { family, additions, since, steps: found }: AdditionHabit): DraftBlock[] {
  const [newest] = additions;
  const others = found.filter(({ shape }) => shape !== family.shape);
  // That one line elsewhere names it as well, anybody sees who adds one.
  if (newest === undefined || others.length < leastSteps) return [];
  const { noun, shape } = family;
  const commits = additions.map(({ commit }) => codeSpan(commit.oid.slice(0, shortOid)));
  const looked = since > additions.length ? `${additions.length} of the last ${since}` : `the last ${additions.length}`;
  return [
    heading(`Add ${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`),
    paragraph({
      text: `The newest like ${codeSpan(shape)} that came by itself is ${codeSpan(newest.stem)} (${newest.commit.committedAt.slice(0, 10)}). What came along with ${looked} (${enumerate(commits)}):`,
      evidence: additions.map(({ path }) => scope.at(path, 1, Math.min(scope.facts(path)?.lines ?? 1, 3))),
    }),
    list(
      null,
      others.map((step) => stepItem(scope, step, additions.length)),
    ),
  ];
}

/** A file of its own, or the line of another file that names the newest of them. */
function stepItem(scope: CodeScope, { additions, path, isTest, line }: HabitStep, all: number): ListItem {
  const often = additions.length === all ? "each time" : `${additions.length} of ${all} times`;
  return line === null
    ? {
        text: `A ${isTest ? "test" : "file"} beside it, such as ${codeSpan(path)} (${often}).`,
        evidence: [scope.at(path, 1)],
      }
    : {
        text: `A line in ${codeSpan(path)}, such as ${codeSpan(line.text, 100)} (${often}).`,
        evidence: [scope.at(path, line.at)],
      };
}
