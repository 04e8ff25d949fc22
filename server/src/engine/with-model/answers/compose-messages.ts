import type { Emit, Question } from "#server/engine/answer-context/answer-event.ts";
import { withoutFrame } from "#server/engine/intent/question-frame.ts";
import type { ContextBudget } from "#server/engine/with-model/look-up/context-budget.ts";
import type { ModelPart, ModelRequest } from "#server/platform/models/model-port.ts";

import { describeDocuments, describeImages, type AttachedImage } from "./attach-files.ts";
import { fenceData } from "./fence-data.ts";
import type { RankedCode } from "./order-found.ts";

/** Earlier turns that are sent along, newest last, how long each may be, and their part of what the model can read. */
const maxEarlierTurns = 8;
const maxTurnLength = 6_000;
const earlierShare = 1 / 4;
/** Most files of the question's page that the model gets. */
const maxFocusFiles = 12;
/** Of these, the ones that are read at once. */
const maxReadFiles = 2;

const briefShare = 1 / 10;
/** The words of a question seldom are those of the code: a few places to begin with, and the model searches with better ones. */
const firstSearch = { limit: 3, passages: 1, tests: false };

interface MessageContext {
  firstToolCalls?: readonly { name: string; input: unknown }[];
  /** Listed instead of what one search for the question shows. */
  places?: readonly RankedCode[];
  /** So many of them are read at once. */
  readPlaces?: number;
  images?: readonly AttachedImage[];
  /** What the product is, in short; empty where nothing is known. */
  brief?: string;
  /** Looks something up as the model would, by a tool's name; null where there is no such tool. */
  begin: (name: string, input: unknown) => FirstLookUp | null;
  emit: Emit;
  budget: ContextBudget;
  isSeeing: boolean;
}

interface FirstLookUp {
  /** What is looked at, for the person who waits. */
  target: string;
  /** What the model reads of it. */
  run: () => Promise<string>;
}

/** The conversation as the model reads it; the question comes with search results, so that one round may be enough. */
export async function composeMessages(question: Question, context: MessageContext): Promise<ModelRequest["messages"]> {
  const { budget, emit } = context;
  const text = budget.take(question.text);
  const earlier = earlierTurns(question, budget);
  const { parts, unseen } = await describeImages(context.images ?? [], context.isSeeing);
  if (unseen.length > 0) emit({ type: "thought", text: describeUnseen(unseen, context.isSeeing) });
  const documents = describeDocuments(question, budget);
  const brief = budget.take(context.brief ?? "", { share: briefShare });
  const found = await lookUp(question, context);
  const blocks = [
    text,
    describePlace(question),
    unseen.length > 0 ? `(Pictures were attached that you cannot see: ${unseen.join(", ")}. Say so.)` : "",
    documents,
    brief === "" ? "" : fenceData("product", brief),
    describeFound([...found, budget.take(listPlaces(context))]),
  ];
  const whole = blocks.filter((block) => block !== "").join("\n\n");
  const content: string | ModelPart[] = parts.length === 0 ? whole : [...parts, { type: "text", text: whole }];
  return [...earlier, { role: "user", content }];
}

function describeFound(found: readonly string[]): string {
  const whole = found.join("\n\n").trim();
  return whole === "" ? "" : fenceData("found", whole);
}

function describeUnseen(names: readonly string[], isSeeing: boolean): string {
  const why = isSeeing ? "could not be shown to the model" : "cannot be seen by this model";
  return `Attached pictures that ${why}: ${names.join(", ")}.`;
}

/** Where the person is: marked lines, a page. */
function describePlace({ selection, focus }: Question): string {
  const marked = selection
    ? `The person has marked ${selection.path} lines ${selection.startLine} to ${selection.endLine}.`
    : "";
  const files = focus?.files.slice(0, maxFocusFiles).map(({ path }) => path) ?? [];
  const relation = focus?.kind === "task" ? "probably touches" : "rests on";
  const rests = files.length > 0 ? `, which ${relation} ${files.join(", ")}` : "";
  return [marked, focus ? `It is asked from the ${focus.kind ?? "page"} “${focus.title}”${rests}.` : ""]
    .filter((line) => line !== "")
    .join("\n");
}

/** The marked lines, what the caller wants shown, and a search for the question; what is not there is left out. */
async function lookUp(
  question: Question,
  { firstToolCalls: lookUpFirst = [], places = [], readPlaces = 0, begin, emit }: MessageContext,
): Promise<string[]> {
  const { selection, focus, text } = question;
  const { path, startLine, endLine } = selection ?? { path: "", startLine: 1, endLine: 1 };
  const files = lookUpFirst.length === 0 ? (focus?.files ?? []) : [];
  const wanted = [
    ...(selection ? [{ name: "read_file", input: { path, startLine, endLine } }] : []),
    ...lookUpFirst,
    ...files.slice(0, maxReadFiles).map((file) => ({ name: "read_file", input: { path: file.path, startLine: 1 } })),
    ...places.slice(0, readPlaces).map((place) => ({ name: "read_file", input: linesOf(place) })),
    ...(places.length > 0 ? [] : [searchFor(text)]),
  ].flatMap(({ name, input }) => {
    const first = begin(name, input);
    return first ? [{ name, ...first }] : [];
  });
  if (wanted.length === 0) return [];
  emit({ type: "thought", text: "Looking through the code for the words of the question." });
  const found: string[] = [];
  // One after the other: what is closest to the question comes first and certainly fits.
  for (const [at, { name, target, run }] of wanted.entries()) {
    const callId = `first-${at}`;
    const startedAt = performance.now();
    emit({ type: "call", callId, name, target });
    found.push(await run());
    emit({ type: "call-end", callId, durationMs: Math.round(performance.now() - startedAt) });
  }
  return found;
}

/** Of what was found and not read, so much is named. */
const maxListed = 12;

/** The words of a question seldom are those of the code: its own choice among the files found is better than the search's. */
function listPlaces({ places = [], readPlaces = 0 }: MessageContext): string {
  const listed = places.slice(readPlaces, readPlaces + maxListed);
  if (listed.length === 0) return "";
  const isOfSeveral = new Set(places.map(({ repository }) => repository)).size > 1;
  const lines = listed.map(({ repository, path, startLine, endLine, about }) => {
    const place = `${isOfSeveral ? `${repository}: ` : ""}${path}:${startLine}-${endLine}`;
    return `- ${place}${about === "" ? "" : ` (${about})`}`.replaceAll(/\s+/g, " ");
  });
  return `${readPlaces === 0 ? "Files" : "Other files"} that the words of the question were found in, best first, not shown:\n${lines.join("\n")}`;
}

function linesOf({ repository, path, startLine, endLine }: RankedCode) {
  return { repository, path, startLine, endLine };
}

function searchFor(text: string) {
  return { name: "search_code", input: { query: withoutFrame(text).slice(0, 500).toWellFormed(), ...firstSearch } };
}

function earlierTurns({ earlier }: Question, budget: ContextBudget): ModelRequest["messages"] {
  const most = Math.floor((budget.left * earlierShare) / maxEarlierTurns);
  return earlier
    .slice(-maxEarlierTurns)
    .map(({ role, content }) => ({
      role,
      content: budget.take(withoutCitations(content), { most: Math.min(maxTurnLength, Math.max(most, 400)) }),
    }))
    .filter(({ content }) => content.trim() !== "");
}

/** Numbers of earlier answers mean other sources; repeated, they would cite the wrong lines. */
function withoutCitations(text: string): string {
  return text.replaceAll(/ ?\[\d{1,4}\]/g, "");
}
