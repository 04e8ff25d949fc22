import { interpretQuestion, type QuestionTerm } from "./interpret-question.ts";

/** Which tasks are asked for, beside what they are about. */
interface TaskListing {
  /** Null for all that are not over. */
  states: readonly TaskStateWord[] | null;
  isBlocked: boolean;
  isMine: boolean;
  isUnassigned: boolean;
  /** The one to work on next. */
  isNext: boolean;
}

type TaskStateWord = "backlog" | "todo" | "in-progress" | "in-review" | "done" | "archived";

/** What a question says about the team's tasks. */
export interface TaskQuestion {
  /** As people say them ("FB-9"), upper case. What looks alike may be no task's. */
  names: string[];
  /** Of mentions, which are links with an id. */
  taskIds: string[];
  /** Null where it asks for no list of tasks. */
  listing: TaskListing | null;
  /** What is left of the question without names and mentions of tasks. */
  rest: string;
  /** The subject, without words that are about tasks as such; empty where it asks about the tasks alone. */
  terms: QuestionTerm[];
}

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const mention = new RegExp(String.raw`\[[^\]\n]*\]\(cairn:task/(${uuid})\)|cairn:task/(${uuid})`, "g");
const name = /(?<![\w@/.:-])@?([A-Za-z][A-Za-z0-9]{0,9}-[1-9]\d{0,8})(?![\w-])/g;

const asksForTasks =
  /\b(?:which|what|any|list|show|find|are there|how many|all|my|open|give)\b[^.?!\n]{0,60}\btasks?\b|^\s*tasks?\b|\btasks\b[^.?!\n]{0,20}\b(?:that|which|about|in|for|on|assigned|touch\w*|mention\w*|concern\w*)\b/i;
const asksForNext = /\bwhat (?:should|can|could|shall) (?:i|we) (?:work on|pick up|take on|do next|start with)\b/i;
/** Of programs, and not of people. */
const isAboutJobs =
  /\b(?:background|scheduled|cron|celery|async\w*|recurring|periodic|worker|queued?|gradle|gulp|rake|build)[\s-]+tasks?\b|\btasks?\b[^.?!\n]{0,30}\b(?:runs?|running|executed?|scheduled|enqueued?|registered|spawn\w*|cron)\b/i;

const stateWords: readonly [TaskStateWord, RegExp][] = [
  ["backlog", /\bbacklog\b/i],
  ["todo", /\bto-?do\b/i],
  ["in-progress", /\bin[\s-]progress\b|\bunder way\b|\bbeing worked on\b/i],
  ["in-review", /\b(?:in|for|under|needs?|awaiting|waiting for)[\s-](?:a )?review\b|\bto be reviewed\b/i],
  ["done", /\b(?:done|finished|completed?|closed)\b/i],
  ["archived", /\barchived?\b/i],
];

/** Words that a question about tasks has whatever they are about. */
const ofTasks =
  /\b(?:tasks?|tickets?|issues?|cards?|board|backlog|to-?do|progress|review\w*|done|finished|complet\w*|closed|archived?|open|blocked|block\w*|wait\w*|assign\w*|unassigned|who|owner|owns|priority|urgent|labels?|stat(?:e|us)|criteri(?:a|on)|accept\w*|titles?|descri\w*|summar\w*|about|touch\w*|mention\w*|concern\w*|relat\w*|land\w*|files?|chang\w*|start\w*|begin|implement\w*|work\w*|next|pick|ready|left|remain\w*|met|tick\w*|need\w*|say\w*|mean\w*|do|does|take|recommend\w*|now|current\w*|today|me|mine|my|team|many|count|number|name[ds]?|called|product|project)\b/gi;

/** Reads what a question says about tasks; `isAsked` tells that it was asked from the page of one. */
export function interpretTaskQuestion(text: string): TaskQuestion {
  const taskIds = [...new Set([...text.matchAll(mention)].flatMap(([, inLink, bare]) => inLink ?? bare ?? []))];
  const unlinked = text.replaceAll(mention, " ");
  const names = [...new Set([...unlinked.matchAll(name)].map(([, written = ""]) => written.toUpperCase()))];
  const rest = unlinked.replaceAll(name, " ").replaceAll(/\s+/g, " ").trim();
  const subject = rest.replaceAll(ofTasks, " ");
  const terms = interpretQuestion(subject).flatMap((part) => part.terms.filter(({ isPhrase }) => !isPhrase));
  return { names, taskIds, listing: readListing(unlinked), rest, terms };
}

function readListing(text: string): TaskListing | null {
  const isNext = asksForNext.test(text) || (/\btasks?\b/i.test(text) && /\b(?:next|recommended)\b/i.test(text));
  if (!isNext && (!asksForTasks.test(text) || isAboutJobs.test(text))) return null;
  const states = stateWords.filter(([, words]) => words.test(text)).map(([state]) => state);
  return {
    states: states.length > 0 ? states : null,
    isBlocked: /\b(?:blocked|wait(?:s|ing)? for (?:an)?other)\b/i.test(text),
    isMine: /\b(?:my|mine|assigned to me|i have|do i have)\b/i.test(text),
    isUnassigned: /\b(?:unassigned|nobody|no one|not assigned)\b/i.test(text),
    isNext,
  };
}
