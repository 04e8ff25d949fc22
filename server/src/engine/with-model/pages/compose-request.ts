import { readFileSync } from "node:fs";

import type { SectionOutput, SectionRequest } from "#server/engine/sections/section-text.ts";

import type { SectionMaterial } from "./gather-material.ts";

/** More than any section needs; a model that writes more is stopped. */
export const maxTextLength = 24_000;
const maxWishLength = 4_000;
/** English text and code, roughly. */
const charactersPerToken = 4;

const readPrompt = (name: string) => readFileSync(new URL(`./prompts/${name}.md`, import.meta.url), "utf8");
const rules = readPrompt("section");
const rulesFor: Record<SectionOutput, string> = {
  markdown: readPrompt("markdown"),
  "plain-text": readPrompt("plain-text"),
  mermaid: readPrompt("mermaid"),
};

export interface RequestTurn {
  role: "user" | "assistant";
  content: string;
}

/** The rules for a model for every section of that output. */
export function composeRules({ output }: Pick<SectionRequest, "output">): string {
  return `${rules}\n${rulesFor[output]}`;
}

/** The prompt for a model for this section. */
export function composeFirstTurn({ title, prompt }: SectionRequest, { facts, passages }: SectionMaterial): string {
  const query = `Title: ${title}\n${prompt}`.slice(0, maxWishLength);
  return [inTag("request", query), inTag("facts", facts), inTag("passages", passages)].join("\n\n");
}

/** Nothing inside may look like the end of it. */
function inTag(name: string, text: string): string {
  return `<${name}>\n${text.replaceAll(/<(?=\/?\s*(?:request|facts|passages)\b)/gi, "‹")}\n</${name}>`;
}

export function toTokens(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}
