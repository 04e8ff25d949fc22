import { readFileSync } from "node:fs";

import type { SectionRequest } from "#server/engine/sections/section-text.ts";

import type { SectionDraft } from "./section-material.ts";

/** More than any page needs; a model that writes more is stopped. Characters. */
export const maxTextLength = 48_000;
const maxPromptLength = 4_000;
const maxSiblings = 40;
/** English text and code, roughly. */
const charactersPerToken = 4;

const readPrompt = (name: string) => readFileSync(new URL(`./prompts/${name}.md`, import.meta.url), "utf8").trim();

/** The rules for a model, the same for every page, so that vendors know the beginning of each request already. */
export const pageRules = ["page", "markdown", "mermaid", "plain-text"].map(readPrompt).join("\n\n");

/** The page that sections are written for. */
export interface PageSetting {
  /** What the product is and where its code lies, in short. */
  about: string;
  /** Titles of all pages, this one among them; empty where a section is written for itself. */
  titles: readonly string[];
  title: string;
}

/** What a model is asked first: what all pages of the product share comes first, in the same words. */
export function composeFirstTurn(
  { about, titles, title }: PageSetting,
  sections: readonly { number: number; request: SectionRequest; drafted: SectionDraft }[],
): string {
  const shown = titles.slice(0, maxSiblings);
  const others = shown.length > 0 ? `Pages of this product: ${shown.join("; ")}. Each tells its own, once.` : "";
  const parts = sections.flatMap(({ number, request, drafted }) => [
    inTag("request", describe(request), ` n="${number}" output="${request.output}"`),
    ...(drafted.draft === "" ? [] : [inTag("draft", drafted.draft, ` n="${number}"`)]),
  ]);
  const code = sections.flatMap(({ drafted }) => drafted.passages);
  return [
    inTag("product", about),
    others,
    title === "" ? "" : `Write these sections of the page “${onOneLine(title)}”.`,
    ...parts,
    code.length > 0 ? inTag("passages", code.join("\n\n")) : "",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** What a model is told of sections that cannot stay as they are. */
export function composeComplaint(
  open: readonly { number: number; complaints: readonly string[] }[],
  passages: readonly string[],
): string {
  const told = open.map(
    ({ number, complaints }) => `Section ${number}:\n${complaints.map((one) => `- ${one}`).join("\n")}`,
  );
  return [
    passages.length > 0 ? inTag("passages", passages.join("\n\n")) : "",
    "These sections cannot stay as they are. Statements that their lines do not prove are corrected or left out; an entry of a list that has to be whole is corrected, by the condition or limit that it lacks. What is right stays. Write each of them again as a whole, by the rules, and no others.",
    ...told,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function describe({ title, prompt }: SectionRequest): string {
  return `Title: ${onOneLine(title)}\n${prompt}`.slice(0, maxPromptLength);
}

const onOneLine = (text: string) => text.replaceAll(/\s+/g, " ");

/** Nothing inside may look like the end of it. */
function inTag(name: string, text: string, attributes = ""): string {
  const inside = text.replaceAll(/<(?=\/?\s*(?:request|draft|passages|product|section)\b)/gi, "‹");
  return `<${name}${attributes}>\n${inside}\n</${name}>`;
}

export function toTokens(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}
