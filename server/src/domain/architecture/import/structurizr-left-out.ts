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
