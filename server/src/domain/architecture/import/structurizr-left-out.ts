import { isOwnWording } from "#server/domain/architecture/connection-wording.ts";

import type { StatedNode } from "./stated-architecture.ts";
import type { DslElement } from "./structurizr-model.ts";

/** That an element is no node and no part of one; null for a system, which is drawn as its containers. */
export function leftOutElement(one: DslElement): string | null {
  if (one.element === "softwaresystem") return null;
  return `the ${one.element} “${one.name}” is left out: ${whyNotDrawn(one)}`;
}

/** That a connection is left out: an end of it is not drawn, or both are the same node. */
export function leftOutConnection(
  source: DslElement,
  target: DslElement,
  { isSourceDrawn, isTargetDrawn }: { isSourceDrawn: boolean; isTargetDrawn: boolean },
): string {
  // The model around all of it, which an arrow outside of every element starts at.
  if (source.parent === null || target.parent === null)
    return "this connection is left out: it says one of its ends only";
  if (source === target) return `the connection of “${source.name}” to itself is left out`;
  const connection = `the connection from “${source.name}” to “${target.name}” is left out`;
  if (!isSourceDrawn) return `${connection}: ${whyNotDrawn(source)}`;
  if (!isTargetDrawn) return `${connection}: ${whyNotDrawn(target)}`;
  return `${connection}: both are drawn as one`;
}

function whyNotDrawn({ element, name }: DslElement): string {
  if (element === "person") return "people are not drawn";
  return element === "softwaresystem" ? `“${name}” is drawn as its containers` : `“${name}” is in no container`;
}

/** What is said of a connection: kept is whether it may be. Our own words for that are nothing else. Null where nothing is lost. */
export function leftOutWords({ text, technology }: { text: string; technology: string }): string | null {
  const words = [isOwnWording(text) ? "" : text, technology];
  return leftOutTexts(words, "a connection keeps whether it may be, and no text");
}

/** What is said of an element that is drawn and has no place in its node. */
export function leftOutDetails(
  { name, technology, description }: DslElement,
  node: Pick<StatedNode, "kind" | "technology" | "type">,
): string | null {
  if (node.kind === "service") {
    const isType = technology.toLowerCase() === node.type;
    return leftOutTexts([isType ? "" : technology], `the service “${name}” keeps its type, and no technology`);
  }
  const lost = [description, technology].filter((text) => text !== node.technology);
  return leftOutTexts(lost, `“${name}” becomes a node that has no description`);
}

function leftOutTexts(texts: readonly string[], why: string): string | null {
  const lost = texts.filter((text) => text.trim() !== "").map((text) => `“${text.slice(0, shownLength)}”`);
  if (lost.length === 0) return null;
  return `${lost.join(" and ")} ${lost.length === 1 ? "is" : "are"} left out: ${why}`;
}

/** Of a text that is quoted. */
const shownLength = 80;
