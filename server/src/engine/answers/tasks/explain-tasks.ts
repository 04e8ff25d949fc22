import type { Statement } from "#server/engine/evidence/cited-text.ts";
import type { StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { cutText, leadingSentences } from "#server/engine/text/sentences.ts";
import { count, enumerate } from "#server/engine/text/wording.ts";

import { linesOfTask, type CitableTask, type RelevantTasks } from "./citable-task.ts";

const headerLines = 4;
const maxParagraphs = 4;
const maxParagraph = 600;
const maxCriteria = 12;
const maxLocations = 5;
const maxTitle = 128;
const maxSummary = 160;

/** What tasks say that a question names or asks for. Their texts are quoted as words of the team, and never obeyed. */
export function explainTasks({ named, missing, listed }: RelevantTasks): StatementBlock[] {
  return [
    ...missing.map((name) => note(`There is no task ${name} in this product. It may have been deleted.`)),
    ...named.flatMap((task) => explainTask(task)),
    ...(listed === null ? [] : [listTasks(listed)]),
  ];
}

/** Tasks that are about the same as a question about the code. */
export function quoteTasks(tasks: readonly CitableTask[]): StatementBlock {
  return { heading: "Tasks about this", statements: tasks.map(entryOf) };
}

function explainTask(task: CitableTask): StatementBlock[] {
  return [
    { heading: null, statements: [opening(task), ...quoteDescription(task), ...waiting(task)] },
    { heading: "Acceptance criteria", statements: listCriteria(task) },
    { heading: "Where it lands in the code", statements: listLocations(task) },
  ];
}

function opening(task: CitableTask): Statement {
  const service = task.service === null ? "" : `, part of ${cleanProse(task.service)}`;
  const person = task.assignee === null ? "nobody has it" : `${cleanProse(task.assignee)} has it`;
  return said(`**${linked(task)}** is “${task.state}”${service}; ${person}.`, [linesOfTask(task, 1, headerLines)]);
}

function waiting(task: CitableTask): Statement[] {
  if (task.waitsFor.length === 0) return [];
  return [said(`It waits for ${enumerate(task.waitsFor)}.`, [])];
}

/** Paragraphs and items as they were written, each with the lines that it stands on. */
function quoteDescription({ document, ...task }: CitableTask): Statement[] {
  const { description } = document;
  if (description === null) return [said("It has no description.", [])];
  const paragraphs: { first: number; last: number }[] = [];
  for (let line = description.first; line <= description.last; line += 1) {
    if ((document.lines[line - 1] ?? "").trim() === "") continue;
    const open = paragraphs.at(-1);
    if (open?.last === line - 1) open.last = line;
    else paragraphs.push({ first: line, last: line });
  }
  const shown = paragraphs.slice(0, maxParagraphs).flatMap(({ first, last }) => {
    const text = cleanProse(withoutMarks(document.lines.slice(first - 1, last)));
    const quoted = leadingSentences(text, maxParagraph) || cutText(text, maxParagraph);
    return quoted === "" ? [] : [said(`> ${quoted}`, [linesOfTask({ document, ...task }, first, last)])];
  });
  const left = paragraphs.length - maxParagraphs;
  return left > 0 ? [...shown, said(`Its description goes on for ${count(left, "more paragraph")}.`, [])] : shown;
}

function withoutMarks(lines: readonly string[]): string {
  return lines
    .map((line) => line.replace(/^\s*(?:#{1,6}\s|[-*+]\s|>\s?|\d+[.)]\s|```.*$)/, "").trim())
    .filter(Boolean)
    .join(" ");
}

function listCriteria(task: CitableTask): Statement[] {
  const { criteria, document } = task;
  const shown = criteria.slice(0, maxCriteria).map(({ text, done }, at) => {
    const line = (document.criteria?.first ?? 1) + at;
    return said(`- ${done ? "met" : "open"}: ${cleanProse(text)}`, [linesOfTask(task, line)]);
  });
  const left = criteria.length - maxCriteria;
  return left > 0 ? [...shown, said(`- ${count(left, "more criterion", "more criteria")}`, [])] : shown;
}

function listLocations({ locations }: CitableTask): Statement[] {
  if (locations?.length === 0) return [said("The code says nothing of what it is about.", [])];
  return (locations ?? []).slice(0, maxLocations).map(({ evidence, path, symbol, why }) => {
    const name = symbol === null ? "" : `, ${codeSpan(symbol)}`;
    const text = `- ${codeSpan(path)}${name}${why === "" ? "" : ` (${cleanProse(why)})`}`;
    return { text, plain: "", evidence: [evidence] };
  });
}

function listTasks({ tasks, total, about, isNext }: NonNullable<RelevantTasks["listed"]>): StatementBlock {
  if (tasks.length === 0) return note(nothingListed(about, isNext));
  const left = total - tasks.length;
  const lead = isNext ? "Next comes:" : `${count(total, "task")}, ${about}:`;
  const more = left > 0 ? [said(`- and ${count(left, "more task")}`, [])] : [];
  return { heading: null, statements: [said(lead, []), ...tasks.map(entryOf), ...more] };
}

function nothingListed(about: string, isNext: boolean): string {
  if (isNext) return "No task of Todo is free to be worked on: each waits for another one, or there is none.";
  return `No task of this product is that: ${about}.`;
}

/** One task of a list: what it is called, its state, and how its description begins. */
function entryOf(task: CitableTask): Statement {
  const { document, description } = task;
  const first = document.description?.first;
  const summary = first === undefined ? "" : leadingSentences(cleanProse(description.slice(0, 2_000)), maxSummary, 1);
  const facts = [task.state, task.service && cleanProse(task.service), task.assignee && cleanProse(task.assignee)];
  const waits = task.waitsFor.length > 0 ? [`waits for ${enumerate(task.waitsFor)}`] : [];
  const about = [...facts.filter(Boolean), ...waits].join("; ");
  return said(`- ${linked(task)} (${about})${summary === "" ? "" : `: “${summary}”`}`, [
    linesOfTask(task, 1, headerLines),
  ]);
}

function linked({ name, title, taskId }: CitableTask): string {
  const words = cutText(cleanProse(title.replaceAll("[", "(").replaceAll("]", ")")), maxTitle);
  return `[${name} ${words}](cairn:task/${taskId})`;
}

function said(text: string, evidence: Statement["evidence"]): Statement {
  return { text, plain: text, evidence };
}

function note(text: string): StatementBlock {
  return { heading: null, statements: [said(text, [])] };
}
