import type { Emit, ModelUse, Question } from "#server/engine/answer-context/answer-event.ts";
import type { ModelCapabilities, ModelEvent, ModelPort } from "#server/platform/models/model-port.ts";

import { orderFound, type RankedCode } from "./order-found.ts";

/** So many of the places that a model takes for the right ones are read at once. */
const chosenPlaces = 3;

interface FirstParts {
  model: ModelPort;
  signal: AbortSignal;
  findPlaces?: () => Promise<readonly RankedCode[]>;
  choosesFound?: boolean;
}

/**
 * What the search finds for the question, to be named, and how much of it is to be read at once: those that the model says are
 * meant. Without its word nothing is read: whoever can look reads what it takes for right. Nothing where the model could do nothing
 * with a list and is not asked.
 */
export async function findFirst(
  { text }: Question,
  context: {
    parts: FirstParts;
    emit: Emit;
    /** Whether the model can read what a list names. */
    isListed: boolean;
    can: ModelCapabilities;
    onUsage: (usage: ModelUse) => void;
  },
): Promise<{ places: readonly RankedCode[]; readPlaces: number }> {
  const { parts, emit, isListed, can, onUsage } = context;
  const isChosen = parts.choosesFound === true && can.json;
  if (parts.findPlaces === undefined || (!isListed && !isChosen)) return { places: [], readPlaces: 0 };
  const callId = "first-search";
  const startedAt = performance.now();
  emit({ type: "call", callId, name: "search_code", target: text.slice(0, 200).toWellFormed() });
  const places = await parts.findPlaces();
  emit({ type: "call-end", callId, durationMs: Math.round(performance.now() - startedAt) });
  if (!isChosen || places.length <= 1) return { places: isListed ? places : [], readPlaces: 0 };
  emit({ type: "thought", text: "Choosing among the files that were found." });
  const onEvent = (event: ModelEvent): void => void (event.type === "usage" && onUsage(event.usage));
  const ordered = await orderFound(text, places, { model: parts.model, signal: parts.signal, onEvent });
  return { places: isListed ? ordered : ordered.slice(0, chosenPlaces), readPlaces: chosenPlaces };
}
