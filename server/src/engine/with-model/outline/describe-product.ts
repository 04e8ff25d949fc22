import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import { hideSecrets } from "#server/engine/text/hide-secrets.ts";
import { composeBrief } from "#server/engine/with-model/answers/compose-brief.ts";

const maxDocuments = 50;
const legal = /(?:^|\/)(?:licen[sc]es?|notice|copying|code_of_conduct|\.github)\b/i;
const maxNames = 60;
const maxFlows = 24;
const maxCharacters = 14_000;

/** What is known of a product's pages before a model plans some. */
export interface KnownPages {
  /** Titles of pages that there are, that will be made, or that somebody dropped. */
  titles: readonly string[];
  /** Usual pages that nothing was found for without a model: nobody makes them unless they are planned. */
  missing: readonly { title: string; question: string }[];
  /** Titles of flows that were found. */
  flows: readonly string[];
}

/** What a model plans pages from: what the product is, its documents, and names of its facts; some 4,000 tokens at most. */
export async function describeProduct(
  subject: PageSubject,
  { titles, missing, flows }: KnownPages,
): Promise<string> {
  const about = await composeBrief(subject.scopes.map(({ repository }) => repository));
  const parts = [about, ...subject.scopes.flatMap(factsOf), listOf("Work that was found from start to end", flows, maxFlows)];
  const inside = hideSecrets(parts.filter((part) => part !== "").join("\n\n")).slice(0, maxCharacters).toWellFormed();
  const safe = inside.replaceAll(/<(?=\/?\s*product\b)/gi, "‹");
  const absent = missing.map(({ title, question }) => `- ${title}: ${question}`);
  return [
    `<product>\n${subject.name}\n${safe}\n</product>`,
    `Pages that are there already: ${titles.join("; ")}.`,
    ...(absent.length > 0 ? [`Usual pages that are not there and will not be unless you plan them:\n${absent.join("\n")}`] : []),
  ].join("\n\n");
} // prettier-ignore

function factsOf(scope: CodeScope): string[] {
  const { index } = scope.repository;
  const documents = scope.files.filter(({ kind, path }) => kind === "docs" && !legal.test(path)).map(({ path }) => path);
  const endpoints = scope.sources.flatMap(({ path }) => index.endpointsOf(path).map((one) => `${one.method} ${one.path}`));
  const triggers = index.triggers().map(({ kind, name, schedule }) => `${kind} ${name}${schedule === null ? "" : ` (${schedule})`}`);
  return [
    listOf("Documents", documents.toSorted((a, b) => depth(a) - depth(b)), maxDocuments),
    listOf("Endpoints", endpoints, maxNames),
    listOf("Tables", index.tables().tables.map(({ name }) => name), maxNames),
    listOf("What starts work besides", triggers, maxNames),
    listOf("Settings", index.settings().map(({ name }) => name), maxNames),
  ];
} // prettier-ignore

const depth = (path: string) => path.split("/").length;

/** Evenly spread over very many, so that no part of the product is missing for its place in an alphabet. */
function listOf(title: string, all: readonly string[], most: number): string {
  const names = [...new Set(all)];
  if (names.length === 0) return "";
  const step = Math.max(1, names.length / most);
  const shown = Array.from({ length: Math.min(most, names.length) }, (_, at) => names[Math.floor(at * step)]);
  return `${title}${names.length > most ? `, ${most} of ${names.length}` : ""}: ${shown.join(", ")}`;
}
