import { readFileSync } from "node:fs";

import { z } from "zod";

import type { PageSubject } from "#server/engine/sections/section-template.ts";
import { askForText, openTokenCount } from "#server/engine/with-model/pages/ask-for-text.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";
import { parseJson } from "#server/platform/models/parse-json.ts";

import { describeProduct, type KnownPages } from "./describe-product.ts";

/** A page that a model would have the product have. */
export interface OutlinedPage {
  title: string;
  /** What it answers, in one sentence. */
  question: string;
  sections: { title: string; prompt: string }[];
}

const system = readFileSync(new URL("./prompts/outline.md", import.meta.url), "utf8").trim();
const tries = 2;
const maxOutputTokens = 4_000;
const fewest = 2;
const most = 8;
/** Beside them the usual ones that are missing, of which the built-in plan has as many at most. */
const mostUsual = 8;

const line = (longest: number) => z.string().trim().min(3).max(longest).transform(onOneLine);
/** A heading, which holds no markup; what is asked for may hold `<id>` of an address. */
const heading = (longest: number) => line(longest).transform((text) => text.replaceAll(/[<>[\]]/g, ""));
const pageShape = z.object({
  title: heading(80),
  question: line(300),
  sections: z
    .array(z.object({ title: heading(80), prompt: line(600) }))
    .min(1)
    .max(5),
});
const wanted = z.object({ pages: z.array(pageShape).max(most + mostUsual) });
/** Of what comes, each page is judged by itself. */
const shape = z.object({ pages: z.array(z.unknown()).max(40) });

/**
 * The pages that a product should have beside those that are known, planned by the model in one call from its tree, README,
 * documents and facts, the usual ones that are missing among them. What names nothing that the code has, what is there already and what has another shape is left out;
 * null where fewer than two pages are left, also when the model was told why. Throws what the model port throws.
 */
export async function outlinePages(
  subject: PageSubject,
  known: KnownPages,
  { model, signal }: { model: ModelPort; signal: AbortSignal },
): Promise<OutlinedPage[] | null> {
  const product = await describeProduct(subject, known);
  const messages: { role: "user" | "assistant"; content: string }[] = [{ role: "user", content: product }];
  const request = { system, messages, tools: [], maxSteps: 1, maxOutputTokens, json: wanted };
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const { text, problem } = await askForText({ model, signal, count: openTokenCount() }, request);
    const pages = judgeOutline(parseJson(text, shape)?.pages ?? [], subject, known);
    if (pages.length >= fewest) return pages;
    const why = problem ?? "It is no JSON of the wanted shape, or its pages name nothing that the code has.";
    messages.push(
      { role: "assistant", content: text || "(nothing)" },
      { role: "user", content: `That cannot be used. ${why} Plan the pages again by the rules.` },
    );
  }
  return null;
}

/** The pages of the right shape, each once, about something that the search finds. */
function judgeOutline(
  proposed: readonly unknown[],
  subject: PageSubject,
  { titles, missing }: KnownPages,
): OutlinedPage[] {
  const taken = new Set(titles.map(flat));
  const usual = new Map(missing.map(({ title }) => [flat(title), title]));
  const kept: OutlinedPage[] = [];
  for (const one of proposed) {
    const page = pageShape.safeParse(one).data;
    if (page === undefined || taken.has(flat(page.title))) continue;
    const title = usual.get(flat(page.title));
    const isFull = kept.filter((other) => !usual.has(flat(other.title))).length >= most;
    if ((isFull && title === undefined) || !isKnown(`${page.title} ${page.question}`, subject)) continue;
    taken.add(flat(page.title));
    kept.push({ ...page, title: title ?? page.title });
  }
  return kept;
}

function isKnown(text: string, { scopes }: PageSubject): boolean {
  return scopes.some(({ repository }) => repository.index.search(text, { limit: 1 }).length > 0);
}

const flat = (title: string) => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
