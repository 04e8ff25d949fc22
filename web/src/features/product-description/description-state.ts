import { mergeTexts } from "./merge-texts.ts";

/** A description being written, by a person and by the assistant. */
export interface DescriptionState {
  /** What is saved, as far as this screen knows. */
  saved: string;
  /** What stands in the field. */
  text: string;
  /** The conversation that was last heard of; null before any. */
  conversation: string | null;
  /** What its assistant works on, as the server has it; null where that was never told. */
  known: string | null;
  /** What the text would be without the change that the assistant made last; null where nothing waits for a decision. */
  without: string | null;
  /** What the text was before that change, also when it was accepted; null before any. */
  lastBefore: string | null;
  /** A change of the assistant has come since the last message. */
  hasArrived: boolean;
  /** Before each step, oldest first. */
  past: readonly string[];
  /** What was taken back, the next first. */
  future: readonly string[];
  /** Keystrokes belong to the last step until a word ends. */
  isTyping: boolean;
}

export type DescriptionEvent =
  | { type: "typed"; text: string }
  /** A message was sent to a conversation together with the text. */
  | { type: "sent"; conversation: string }
  /** The assistant's text as the server has it. */
  | { type: "arrived"; conversation: string; text: string }
  /** The conversation's text is wanted that came while nobody looked. */
  | { type: "adopted" }
  | { type: "accepted" }
  | { type: "taken-back" }
  | { type: "undo" }
  | { type: "redo" }
  /** Another text as a whole, such as what is saved. */
  | { type: "replaced"; text: string }
  | { type: "saved"; text: string };

const maxSteps = 200;

export function startDescription(saved: string): DescriptionState {
  return {
    saved,
    text: saved,
    conversation: null,
    known: null,
    without: null,
    lastBefore: null,
    hasArrived: false,
    past: [],
    future: [],
    isTyping: false,
  };
}

export function reduceDescription(state: DescriptionState, event: DescriptionEvent): DescriptionState {
  switch (event.type) {
    case "typed":
      return applyTyping(state, event.text);
    case "sent":
      // Blanks at the ends are nobody's words: the server takes them off.
      return { ...trackConversation(state, event.conversation, state.text.trim()), isTyping: false };
    case "arrived":
      return receiveText(state, event);
    case "adopted":
      return state.known === null ? state : applyAssistantChange(state, state.known);
    case "accepted":
      return { ...state, without: null };
    case "taken-back":
      return state.without === null ? state : { ...pushStep(state, state.without), without: null };
    case "undo":
      return stepThroughHistory(state, "past", "future");
    case "redo":
      return stepThroughHistory(state, "future", "past");
    case "replaced":
      return { ...pushStep(state, event.text), without: null };
    case "saved":
      return { ...applySavedText(state, event.text), without: null };
  }
}

/** What is saved now; a text that nobody changed follows it. */
function applySavedText(state: DescriptionState, saved: string): DescriptionState {
  return state.text === state.saved ? { ...state, saved, text: saved } : { ...state, saved };
}

/** What is written by hand stays when the assistant's change is taken back. */
function applyTyping(state: DescriptionState, text: string): DescriptionState {
  if (text === state.text) return state;
  // The editor takes back its own steps by itself.
  if (text === state.past.at(-1)) return stepThroughHistory(state, "past", "future");
  if (text === state.future[0]) return stepThroughHistory(state, "future", "past");
  const without = state.without === null ? null : mergeTexts(state.text, state.without, text);
  const isSameStep = state.isTyping && isWordContinued(state.text, text);
  const next = isSameStep ? { ...state, text, future: [] } : pushStep(state, text);
  return { ...next, without, isTyping: true };
}

/** One more letter at some place: the word goes on. */
function isWordContinued(before: string, after: string): boolean {
  if (after.length !== before.length + 1) return false;
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return before.slice(at) === after.slice(at + 1) && /[\p{L}\p{N}]/u.test(after[at] ?? "");
}

function trackConversation(state: DescriptionState, conversation: string, known: string): DescriptionState {
  const isOther = conversation !== state.conversation;
  const lastBefore = isOther ? null : state.lastBefore;
  return { ...state, conversation, known, lastBefore, without: null, hasArrived: false };
}

/**
 * The first text that is heard of is only known: it may be older than what is saved. Every later one is a change, which
 * is put together with what was written by hand meanwhile.
 */
function receiveText(
  state: DescriptionState,
  { conversation, text }: Extract<DescriptionEvent, { type: "arrived" }>,
): DescriptionState {
  if (conversation !== state.conversation || state.known === null) return trackConversation(state, conversation, text);
  if (text === state.known) return state;
  if (text.trim() === state.known.trim()) return { ...state, known: text };
  return { ...applyAssistantChange(state, mergeTexts(state.known, state.text, text)), known: text };
}

/** All that comes after one message is one step and one decision. */
function applyAssistantChange(state: DescriptionState, text: string): DescriptionState {
  if (text === state.text) return state;
  if (state.hasArrived) return { ...state, text, without: state.without ?? state.text };
  return { ...pushStep(state, text), without: state.text, lastBefore: state.text, hasArrived: true };
}

function pushStep(state: DescriptionState, text: string): DescriptionState {
  if (text === state.text) return state;
  return { ...state, text, past: [...state.past, state.text].slice(-maxSteps), future: [], isTyping: false };
}

function stepThroughHistory(state: DescriptionState, from: "past" | "future", to: "past" | "future"): DescriptionState {
  const text = from === "past" ? state.past.at(-1) : state.future[0];
  if (text === undefined) return state;
  const past = from === "past" ? state.past.slice(0, -1) : [...state.past, state.text];
  const future = to === "future" ? [state.text, ...state.future] : state.future.slice(1);
  return { ...state, text, past, future, without: null, isTyping: false };
}

/** The open conversation ended with another text, which nobody saw come. */
export function hasUnseenText(
  { conversation, known, text, saved, hasArrived }: DescriptionState,
  sessionId: string | undefined,
): boolean {
  return (
    conversation === sessionId &&
    known !== null &&
    !hasArrived &&
    known !== text &&
    known !== saved &&
    known.trim() !== ""
  );
}
