import { mergeTexts } from "./merge-texts.ts";

/** A description that a person and the assistant edit. */
export interface DescriptionState {
  /** The saved description, as far as this screen knows. */
  saved: string;
  /** The text in the field. */
  text: string;
  /** The session id of the conversation whose text was received last; null before any. */
  conversation: string | null;
  /** The server's version of the text in that conversation; null before it was received. */
  serverText: string | null;
  /** The text textWithoutChange the assistant's last change; null where no change waits for a decision. */
  textWithoutChange: string | null;
  /** The text before that change, also after it was accepted; null before any. */
  textBeforeChange: string | null;
  /** The assistant has changed the text since the last message. */
  hasAssistantChange: boolean;
  /** The texts before each step, oldest first. */
  past: readonly string[];
  /** The undone texts, the next one first. */
  future: readonly string[];
  /** The next keystroke is part of the last step, until a word ends. */
  isTyping: boolean;
}

export type DescriptionEvent =
  | { type: "typed"; text: string }
  /** A message was sent to a conversation together with the text. */
  | { type: "sent"; conversation: string }
  /** The server's version of the conversation's text. */
  | { type: "received"; conversation: string; text: string }
  /** The person takes over the text of the conversation, which changed while it was not open. */
  | { type: "server-text-adopted" }
  | { type: "change-accepted" }
  | { type: "change-undone" }
  | { type: "undo" }
  | { type: "redo" }
  /** The text is replaced as a whole, for example by the saved one. */
  | { type: "replaced"; text: string }
  | { type: "saved"; text: string };

const maxSteps = 200;

export function startDescription(saved: string): DescriptionState {
  return {
    saved,
    text: saved,
    conversation: null,
    serverText: null,
    textWithoutChange: null,
    textBeforeChange: null,
    hasAssistantChange: false,
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
      // The server trims the text.
      return { ...trackConversation(state, event.conversation, state.text.trim()), isTyping: false };
    case "received":
      return receiveText(state, event);
    case "server-text-adopted":
      return state.serverText === null ? state : applyAssistantChange(state, state.serverText);
    case "change-accepted":
      return { ...state, textWithoutChange: null };
    case "change-undone":
      return state.textWithoutChange === null
        ? state
        : { ...pushStep(state, state.textWithoutChange), textWithoutChange: null };
    case "undo":
      return stepThroughHistory(state, "past", "future");
    case "redo":
      return stepThroughHistory(state, "future", "past");
    case "replaced":
      return { ...pushStep(state, event.text), textWithoutChange: null };
    case "saved":
      return { ...applySavedText(state, event.text), textWithoutChange: null };
  }
}

/** Another text was saved; an unchanged field shows it. */
function applySavedText(state: DescriptionState, saved: string): DescriptionState {
  return state.text === state.saved ? { ...state, saved, text: saved } : { ...state, saved };
}

/** Typed text also goes into the version without the assistant's change, so that undoing the change keeps it. */
function applyTyping(state: DescriptionState, text: string): DescriptionState {
  if (text === state.text) return state;
  // The editor's own undo or redo: move through the history instead of adding a step.
  if (text === state.past.at(-1)) return stepThroughHistory(state, "past", "future");
  if (text === state.future[0]) return stepThroughHistory(state, "future", "past");
  const textWithoutChange =
    state.textWithoutChange === null ? null : mergeTexts(state.text, state.textWithoutChange, text);
  const isSameStep = state.isTyping && isWordContinued(state.text, text);
  const next = isSameStep ? { ...state, text, future: [] } : pushStep(state, text);
  return { ...next, textWithoutChange, isTyping: true };
}

/** Whether one letter or digit was inserted, so that the word continues. */
function isWordContinued(before: string, after: string): boolean {
  if (after.length !== before.length + 1) return false;
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return before.slice(at) === after.slice(at + 1) && /[\p{L}\p{N}]/u.test(after[at] ?? "");
}

function trackConversation(state: DescriptionState, conversation: string, serverText: string): DescriptionState {
  const isOther = conversation !== state.conversation;
  const textBeforeChange = isOther ? null : state.textBeforeChange;
  return { ...state, conversation, serverText, textBeforeChange, textWithoutChange: null, hasAssistantChange: false };
}

/**
 * The first text received from a conversation is only stored, because it may be older than the saved one. Every later
 * one is a change, which is merged with what was typed meanwhile.
 */
function receiveText(
  state: DescriptionState,
  { conversation, text }: Extract<DescriptionEvent, { type: "received" }>,
): DescriptionState {
  if (conversation !== state.conversation || state.serverText === null)
    return trackConversation(state, conversation, text);
  if (text === state.serverText) return state;
  if (text.trim() === state.serverText.trim()) return { ...state, serverText: text };
  return { ...applyAssistantChange(state, mergeTexts(state.serverText, state.text, text)), serverText: text };
}

/** All changes after one message are one step and one decision. */
function applyAssistantChange(state: DescriptionState, text: string): DescriptionState {
  if (text === state.text) return state;
  if (state.hasAssistantChange) return { ...state, text, textWithoutChange: state.textWithoutChange ?? state.text };
  return {
    ...pushStep(state, text),
    textWithoutChange: state.text,
    textBeforeChange: state.text,
    hasAssistantChange: true,
  };
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
  return { ...state, text, past, future, textWithoutChange: null, isTyping: false };
}

/** Whether the open conversation has another text, which was not shown when it was written. */
export function hasUnseenText(
  { conversation, serverText, text, saved, hasAssistantChange }: DescriptionState,
  sessionId: string | undefined,
): boolean {
  return (
    conversation === sessionId &&
    serverText !== null &&
    !hasAssistantChange &&
    serverText !== text &&
    serverText !== saved &&
    serverText.trim() !== ""
  );
}
