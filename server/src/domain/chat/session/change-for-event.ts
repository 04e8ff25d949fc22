import type { ChatMessage, ChatSession } from "@cairn/contract/chat";

import type { AnswerEvent } from "#server/engine/answer-context/answer-event.ts";

import type { SessionChange } from "./chats.store.ts";

/** Turns an answer's events into changes of the session's last message. */
export interface EventBook {
  changesFor(event: AnswerEvent, session: ChatSession): SessionChange[];
}

export function createEventBook(verbOf: (toolName: string) => string, newId: () => string): EventBook {
  /** The JSON path of each call within the message. */
  const places = new Map<string, string>();
  return {
    changesFor(event, session) {
      const message = session.messages.at(-1);
      const base = `/messages/${session.messages.length - 1}`;
      if (!message) return [];
      switch (event.type) {
        case "thought":
          return [append(`${base}/thoughts`, { text: event.text, functionCalls: [] })];
        case "thought-text":
          return message.thoughts.length === 0
            ? [append(`${base}/thoughts`, { text: event.text, functionCalls: [] })]
            : [append(`${base}/thoughts/${message.thoughts.length - 1}/text`, event.text)];
        case "call":
          return beginCall(event, { message, base, places, verb: verbOf(event.name) });
        case "call-end": {
          const location = places.get(event.callId);
          return location === undefined ? [] : [update(`${location}/durationMs`, event.durationMs)];
        }
        case "source":
          return [append(`${base}/sources`, event.source)];
        case "text":
          return [
            ...(session.loadingText === null ? [] : [update("/loadingText", null)]),
            append(`${base}/content`, event.text),
          ];
        case "basis":
          return [update(`${base}/basis`, event.basis)];
        case "questions":
          return [
            update(`${base}/type`, "questions-request"),
            update(`${base}/questions`, { toolId: newId(), questions: event.questions }),
          ];
        case "suggestions":
          return [update(`${base}/suggestions`, event.suggestions)];
        case "usage":
          return [update(`${base}/usage`, event.usage)];
        case "title":
          return [update("/title", event.title)];
        case "end":
          return event.droppedCitations === 0 ? [] : [update(`${base}/droppedCitations`, event.droppedCitations)];
      }
    },
  };
}

function beginCall(
  event: Extract<AnswerEvent, { type: "call" }>,
  at: { message: ChatMessage; base: string; places: Map<string, string>; verb: string },
): SessionChange[] {
  const { thoughts } = at.message;
  const thought = Math.max(0, thoughts.length - 1);
  const list = `${at.base}/thoughts/${thought}/functionCalls`;
  at.places.set(event.callId, `${list}/${thoughts[thought]?.functionCalls.length ?? 0}`);
  const opening = thoughts.length === 0 ? [append(`${at.base}/thoughts`, { text: "", functionCalls: [] })] : [];
  const call = { name: event.name, target: event.target, durationMs: null };
  return [...opening, append(list, call), update("/loadingText", `${at.verb} ${event.target}`.trim())];
}

function append(path: string, value: unknown): SessionChange {
  return { path, operation: "append", value };
}

export function update(path: string, value: unknown): SessionChange {
  return { path, operation: "update", value };
}
