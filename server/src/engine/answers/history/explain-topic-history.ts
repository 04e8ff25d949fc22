import type { AnswerContext, FileRef } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { CommitSummary } from "#server/engine/history/code-history.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { chooseSymbols } from "#server/engine/retrieval/choose-symbols.ts";
import type { Retrieval } from "#server/engine/retrieval/passage.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { count, enumerate, fold } from "#server/engine/text/wording.ts";
import type { CommitRecord } from "#server/git-source.ts";

import { changeEntry, toReported, type ListedCommit } from "./describe-change.ts";
import { dayOf, isUpkeep, subjectOf } from "./describe-commit.ts";

const maxShown = 7;
/** Subjects further back than this are no longer "lately", and a file's own history says who made it. */
const searchedCommits = 400;
const filesLookedAt = 3;
const maxAuthors = 3;
const folderCommits = 200;

/**
 * Who changed what, and when: commits that mention the subject, and those of its files. `retrieval` is null
 * when there is no subject: then the latest changes are listed.
 */
export function explainTopicHistory(
  context: AnswerContext,
  part: QuestionPart,
  retrieval: Retrieval | null,
): StatementBlock[] {
  const locations = retrieval ? locationsOf(retrieval) : [];
  const [location] = locations;
  if (!location || part.terms.length + part.names.length === 0) {
    return context.codebases.map((codebase) => recentChanges(context, codebase));
  }
  const changes = context.lookUp("file_history", location.path, () => changesOf(part, locations));
  const [last] = changes;
  if (!last) {
    const text = `The indexed history holds no change of ${shownPath(context, location)}.`;
    return [{ heading: null, statements: [{ text, evidence: [linesOf(location, 1)] }] }];
  }
  const authors = [...new Set(changes.map(({ commit }) => cleanProse(commit.authorName)))];
  const where = [...new Set(last.evidence.map(({ path }) => codeSpan(path)))];
  const lead: Statement = {
    text: `The latest change beyond upkeep was on ${dayOf(last.commit.authoredAt)} by ${cleanProse(last.commit.authorName)}: ${subjectOf(last.commit)}, in ${fold(where, 2)}. Found ${changes.length === 1 ? "is" : "are"} ${count(changes.length, "commit")} by ${fold(authors, maxAuthors)}.`,
    evidence: last.evidence,
  };
  return [
    { heading: null, statements: [lead] },
    { heading: "Changes, newest first", statements: changes.slice(0, maxShown).map((one) => changeEntry(one)) },
  ];
}

/** What happened in a folder, and how it began. */
export async function explainFolderHistory(
  context: AnswerContext,
  { codebase, path }: FileRef,
): Promise<StatementBlock[]> {
  const { history, index } = codebase;
  const commits = await context.lookUp("file_history", path, () => history?.ofPath(path, folderCommits));
  const changes = commits ?? index.history.commitsTouching(path, folderCommits).map(toReported);
  const files = index.files().filter((file) => file.path.startsWith(`${path}/`));
  const shown = files.find(({ kind }) => kind === "source") ?? files[0];
  const [last, first] = [changes[0], changes.at(-1)];
  if (!last || !first || !shown) return [];
  const evidence = [linesOf({ codebase, path: shown.path }, 1)];
  const isWhole = commits !== undefined && changes.length < folderCommits;
  const people = [...Map.groupBy(changes, ({ authorName }) => authorName)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([name, own]) => `${cleanProse(name)} (${count(own.length, "commit")})`);
  const began = isWhole ? `began on ${dayOf(first.authoredAt)} by ${cleanProse(first.authorName)} and ` : "";
  const text = `${codeSpan(`${path}/`)} ${began}was last changed on ${dayOf(last.authoredAt)} by ${cleanProse(last.authorName)}. Its ${isWhole ? "" : "latest "}commits are by ${fold(people, maxAuthors)}.`;
  const relevant = changes.filter((one) => !isUpkeep(one) && one !== first).slice(0, maxShown);
  const entries = isWhole ? [...relevant, first] : relevant;
  return [
    { heading: null, statements: [{ text, plain: "", evidence }] },
    { heading: "Changes, newest first", statements: entries.map((commit) => changeEntry({ commit, evidence })) },
  ];
}

/** The files that hold the subject, each once, best first. */
function locationsOf(retrieval: Retrieval): FileRef[] {
  const chosen = [...chooseSymbols(retrieval, filesLookedAt), ...retrieval.passages.slice(0, 1)];
  const byPath = new Map(chosen.toReversed().map(({ codebase, path }) => [path, { codebase, path }]));
  return [...byPath.values()].toReversed().slice(0, filesLookedAt);
}

function changesOf(part: QuestionPart, locations: readonly FileRef[]): ListedCommit[] {
  const found = new Map<string, ListedCommit>();
  const add = (commit: CommitSummary, location: FileRef) => {
    const known = found.get(commit.oid);
    if (!known) found.set(commit.oid, { commit, evidence: [linesOf(location, 1)] });
  };
  for (const location of locations) {
    const commits = location.codebase.index.history.commitsTouching(location.path, maxShown * 2);
    for (const commit of commits.filter((one) => !isUpkeep(one))) add(toReported(commit), location);
  }
  const wanted = part.terms.map((term) => term.stem);
  const speaksOf = ({ subject }: CommitRecord) => {
    const stems = new Set(stemsOf(subject));
    return wanted.length > 0 && wanted.every((one) => stems.has(one));
  };
  for (const codebase of new Set(locations.map((location) => location.codebase))) {
    for (const commit of codebase.index.history.recentCommits(searchedCommits).filter(speaksOf)) {
      const path = pathIn(codebase, commit);
      if (path !== undefined) add(toReported(commit), { codebase, path });
    }
  }
  return [...found.values()].sort((a, b) => b.commit.authoredAt.localeCompare(a.commit.authoredAt));
}

/** A file of the commit that the index still holds, the code before its tests. */
function pathIn(codebase: Codebase, commit: CommitRecord): string | undefined {
  const held = commit.paths.filter((path) => (codebase.index.facts(path)?.lines ?? 0) > 0);
  return held.find((path) => codebase.index.facts(path)?.kind === "source") ?? held[0];
}

function recentChanges(context: AnswerContext, codebase: Codebase): StatementBlock {
  const changes = codebase.index.history.recentCommits(maxShown * 2).flatMap((commit): ListedCommit[] => {
    const path = pathIn(codebase, commit);
    return path === undefined ? [] : [{ commit: toReported(commit), evidence: [linesOf({ codebase, path }, 1)] }];
  });
  const people = codebase.index.history.contributors().slice(0, maxAuthors);
  const by: Statement[] =
    people.length === 0
      ? []
      : [
          {
            text: `Most commits are by ${enumerate(people.map(({ name, commits }) => `${cleanProse(name)} (${count(commits, "commit")})`))}.`,
            evidence: changes[0]?.evidence ?? [],
          },
        ];
  return {
    heading: `Latest changes${context.codebases.length > 1 ? ` of ${codebase.name}` : ""}`,
    statements: [...by, ...changes.slice(0, maxShown).map((one) => changeEntry(one))],
  };
}
