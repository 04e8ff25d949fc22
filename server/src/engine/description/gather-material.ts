import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { checkEvidence, type CodeReaders } from "#server/engine/evidence/evidence.ts";
import { describeOffer } from "#server/engine/facts/code/describe-offer.ts";
import { describeFolder } from "#server/engine/facts/code/describe.ts";
import { findParts, type CodePart } from "#server/engine/facts/code/find-parts.ts";
import { governingManifests } from "#server/engine/facts/project/find-manifests.ts";
import { findReadme } from "#server/engine/facts/readme/find-readme.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { quoteOpening } from "#server/engine/pages/overview/draft-purpose.ts";
import type { DraftBlock as PageBlock } from "#server/engine/sections/section-draft.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { asSentence, leadingSentences } from "#server/engine/text/sentences.ts";

import { nameServices } from "./service-parts.ts";

/** A paragraph or a list that a description may be made of. */
export interface MaterialBlock {
  /** Leads over to a list; null for a paragraph. */
  lead: string | null;
  statements: readonly Statement[];
  /** In technical words: used when there is little else, or when more is requested. */
  isTechnical: boolean;
}

/** Of a product with more repositories, those with the most source are used. */
const maxScopes = 3;
const maxParts = 5;
const plainLead = "What it offers:";
const minPartLines = 30;
/** Parts that check or start the code are none that a product is made of. */
const sidePart = /(?:^|\/)(?:tests?|e2e|scripts?|bench\w*|examples?|fixtures?|tools?|docs?)(?:\/|$)/i;

/**
 * What the code and its documents say about the product, the most telling first: the README's own words, what is
 * offered, the product's services or else the main parts of its code. Every statement was looked up at the commit.
 */
export async function gatherMaterial(subject: PageSubject): Promise<MaterialBlock[]> {
  const largest = subject.scopes.toSorted((a, b) => linesOf(b) - linesOf(a)).slice(0, maxScopes);
  const reported = await Promise.all(largest.map(async (scope) => ({ scope, opening: await openingOf(scope) })));
  const openings = reported.flatMap(({ opening }) => opening);
  const offers = await Promise.all(
    largest.map(async (scope) => ({ lead: null, statements: await describeOffer(scope), isTechnical: true })),
  );
  const named = nameServices(subject);
  const parts =
    named === null
      ? await Promise.all(largest.map(partsOf))
      : [{ lead: null, statements: [named], isTechnical: false }];
  const readers: CodeReaders = new Map(
    subject.scopes.map(({ repository }) => [repository.repositoryId, repository.reader]),
  );
  const [first, ...rest] = await proven([...openings, ...parts, ...offers], readers);
  if (!first) return [];
  // Without a sentence before it nobody would know what "it" is.
  return [first.lead === plainLead ? { ...first, lead: `What ${subject.name} offers:` } : first, ...rest];
}

function linesOf(scope: CodeScope): number {
  return scope.sources.reduce((sum, { lines }) => sum + lines, 0);
}

async function openingOf(scope: CodeScope): Promise<MaterialBlock[]> {
  const readme = await findReadme(scope, scope.folder);
  const quoted = readme === null ? [] : toMaterial(quoteOpening(scope, readme));
  const hasSentences = quoted.some(({ lead }) => lead === null);
  return hasSentences ? quoted : [...ownWords(scope), ...quoted];
}

/** A paragraph that leads over to a list becomes the list's lead. */
function toMaterial(blocks: readonly PageBlock[]): MaterialBlock[] {
  return blocks.flatMap((block, at): MaterialBlock[] => {
    const before = blocks[at - 1];
    const lead = before?.kind === "paragraph" ? (before.statements.at(-1)?.text ?? "") : "";
    if (block.kind === "list") {
      return [{ lead: lead.endsWith(":") ? lead : plainLead, statements: block.items, isTechnical: false }];
    }
    if (block.kind !== "paragraph") return [];
    const statements = block.statements.filter(({ text }) => !text.endsWith(":"));
    return statements.length > 0 ? [{ lead: null, statements, isTechnical: false }] : [];
  });
}

/** What the manifest says of the package, where no README says more. */
function ownWords(scope: CodeScope): MaterialBlock[] {
  const found = governingManifests(scope).find(({ manifest }) => (manifest.description?.text.trim().length ?? 0) >= 15);
  const description = found?.manifest.description;
  if (!found || !description) return [];
  const text = asSentence(cleanProse(description.text));
  return [
    {
      lead: null,
      statements: [{ text, evidence: [scope.at(found.path, description.startLine, description.endLine)] }],
      isTechnical: false,
    },
  ];
}

async function partsOf(scope: CodeScope): Promise<MaterialBlock> {
  const parts = findParts(scope).filter(
    ({ path, lines, kind }) => kind !== "file" && lines >= minPartLines && !sidePart.test(path),
  );
  const entries = await Promise.all(parts.slice(0, maxParts).map((part) => partEntry(scope, part)));
  const statements = entries.filter((one) => one !== null);
  return { lead: "Its main parts:", statements: statements.length > 1 ? statements : [], isTechnical: false };
}

async function partEntry(scope: CodeScope, part: CodePart): Promise<Statement | null> {
  const own = part.manifest === null ? null : scope.facts(part.manifest)?.manifest?.description;
  if (own && part.manifest !== null && own.text.trim().length > 10) {
    const text = asSentence(leadingSentences(cleanProse(own.text), 160, 1));
    return { text: `**${shortName(part)}**: ${text}`, evidence: [scope.at(part.manifest, own.startLine, own.endLine)] };
  }
  const reported = await describeFolder(scope, part.path, 160);
  return reported && { text: `**${shortName(part)}**: ${reported.text}`, evidence: reported.evidence };
}

/** Without the owner that registries put before it. */
function shortName({ name }: CodePart): string {
  return name.replace(/^@[^/]+\//, "");
}

/** What cannot be looked up is not said. */
async function proven(blocks: readonly MaterialBlock[], readers: CodeReaders): Promise<MaterialBlock[]> {
  const kept: MaterialBlock[] = [];
  const seen = new Set<string>();
  for (const { statements, ...block } of blocks) {
    const found: Statement[] = [];
    for (const statement of statements) {
      if (seen.has(statement.text)) continue;
      seen.add(statement.text);
      const checked = await Promise.all(statement.evidence.map((one) => checkEvidence(readers, one)));
      const evidence = checked.filter((one) => one !== null);
      if (evidence.length > 0) found.push({ ...statement, evidence });
    }
    if (found.length > 0) kept.push({ ...block, statements: found });
  }
  return kept;
}
