import { serviceDescriptionSchema, type ServiceType } from "@cairn/contract/services";

import type { IndexedRepository } from "#server/domain/repositories/catalog/indexed-repository.ts";
import { findReadme } from "#server/engine/facts/readme/find-readme.ts";
import { openingParagraphs } from "#server/engine/facts/readme/readme-opening.ts";
import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { toPlainText } from "#server/engine/text/plain-text.ts";
import { asSentence, cutText, leadingSentences } from "#server/engine/text/sentences.ts";

import type { ServiceCandidate } from "./find-candidates.ts";
import type { JudgedCandidate } from "./judge-type.ts";

const usualLength = 240;
const shortestOwnWords = 24;

const typeWords: Record<ServiceType, string> = {
  frontend: "Pages that people use",
  api: "A program without pages of its own",
  fullstack: "Pages that people use, with the endpoints behind them",
  library: "Code that other parts use",
  database: "Tables and the steps that change them",
};

/** In the words of its own package or README; else of what was found in it. */
export async function describeCandidate(
  repository: IndexedRepository,
  candidate: ServiceCandidate,
  judged: JudgedCandidate,
): Promise<string> {
  const own = await findOwnWords(repository, candidate);
  const text = own ?? composeWords(candidate, judged);
  const checked = serviceDescriptionSchema.safeParse(text);
  return checked.success ? checked.data : composeWords(candidate, judged);
}

async function findOwnWords(
  repository: IndexedRepository,
  { folder, component }: ServiceCandidate,
): Promise<string | null> {
  const manifest = component?.manifest ?? null;
  const stated = manifest === null ? null : repository.index.facts(manifest)?.manifest?.description?.text;
  if (stated && stated.trim().length >= shortestOwnWords)
    return asSentence(cutText(toPlainText(cleanProse(stated)).trim(), usualLength));
  const scope = openScope(repository, folder);
  const readme = await findReadme(scope, folder);
  const opening = readme === null ? [] : openingParagraphs(readme, 1);
  const text = opening
    .map((block) => leadingSentences(toPlainText(cleanProse(block.text)), usualLength, 2))
    .join(" ")
    .trim();
  return text.length >= shortestOwnWords ? text : null;
}

/** No type of services is a job, so the words say it. */
const loadWords = "A job that plays users and puts load on the other parts, and answers no calls itself";

function composeWords({ folder, processes }: ServiceCandidate, { type, counts, isLoad }: JudgedCandidate): string {
  const technology = processes.find((node) => node.technology !== null)?.technology;
  const counted = [
    count(counts.endpoints, "endpoint"),
    count(counts.tables, "table"),
    count(counts.files, "source file"),
  ].filter((text) => text !== null);
  const built = technology ? `, built with ${technology.slice(0, 60)}` : "";
  const holds = counted.length === 0 ? "" : ` It has ${joinWords(counted)}.`;
  const where = folder === "" ? "" : ` Its code is in ${cutText(folder, 120)}.`;
  return `${isLoad && type === "api" ? loadWords : typeWords[type]}${built}.${holds}${where}`;
}

function count(amount: number, word: string): string | null {
  return amount === 0 ? null : `${amount} ${word}${amount === 1 ? "" : "s"}`;
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
