import { describeOffer, describeReach } from "#server/engine/facts/code/describe-offer.ts";
import { fileSummary, mainSymbol, symbolEvidence } from "#server/engine/facts/code/describe.ts";
import { findEntryPoints } from "#server/engine/facts/code/find-entry-points.ts";
import { governingManifests } from "#server/engine/facts/project/find-manifests.ts";
import { findReadme } from "#server/engine/facts/readme/find-readme.ts";
import { openingParagraphs } from "#server/engine/facts/readme/readme-opening.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { list, paragraph, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { asSentence, leadingSentences } from "#server/engine/text/sentences.ts";

/**
 * The responsibility of the service: what the code shows of it, after its authors' words when it has a folder of its
 * own. Statements about a whole repository are already on the overview.
 */
export async function draftResponsibility({ scopes }: PageSubject): Promise<Draft | null> {
  const [scope] = scopes;
  if (!scope) return null;
  // Of a whole product, what it keeps and answers stands on pages of its own.
  if (scope.folder === "" && (await findReadme(scope, "")) === null) return await reachOf(scope);
  if (scope.folder === "") return null;
  const offer = await describeOffer(scope);
  const words = await ownWords(scope);
  const blocks = [...words, ...offer.map((statement) => paragraph(statement))];
  return blocks.length > 0 ? { blocks } : null;
}

async function reachOf(scope: CodeScope): Promise<Draft | null> {
  const offer = await describeReach(scope);
  return offer.length > 0 ? { blocks: offer.map((statement) => paragraph(statement)) } : null;
}

async function ownWords(scope: CodeScope): Promise<DraftBlock[]> {
  const readme = await findReadme(scope, scope.folder);
  const [opening] = readme === null ? [] : openingParagraphs(readme, 1);
  if (readme !== null && opening) {
    const text = asSentence(leadingSentences(cleanProse(opening.text), 420));
    return [paragraph({ text, evidence: [scope.at(readme.path, opening.startLine, opening.endLine)] })];
  }
  for (const { path, manifest, folder } of governingManifests(scope)) {
    if (folder !== scope.folder || !manifest.description || manifest.description.text.length < 15) continue;
    const { startLine, endLine, text } = manifest.description;
    return [paragraph({ text: asSentence(cleanProse(text)), evidence: [scope.at(path, startLine, endLine)] })];
  }
  const [entry] = findEntryPoints(scope).flatMap(({ path }) => fileSummary(scope, path, 300) ?? []);
  return entry ? [paragraph({ text: entry.text, evidence: entry.evidence })] : [];
}

/** Where the program starts or what the package hands out. */
export async function draftEntryPoints({ scopes }: PageSubject): Promise<Draft | null> {
  const items = scopes.flatMap((scope) => entryItems(scope, 8));
  return items.length > 0 ? { blocks: [list(null, items)] } : null;
}

/** For first pages: those of a service in a folder of its own; of a whole repository they stand where reading begins. */
export async function draftOwnEntryPoints(subject: PageSubject): Promise<Draft | null> {
  return subject.scopes.every(({ folder }) => folder === "") ? null : await draftEntryPoints(subject);
}

/** Which of more programs is the product, their main files do not say. */
const mostSilent = 2;

const isUsual = /^(?:where the program|the program\b|the management command line)/;

/** Entry points as list items: what each is and what it says about itself. */
export function entryItems(scope: CodeScope, max: number, { withLibraries = true } = {}): ListItem[] {
  // What one part of a product hands out to the others is no place where it begins.
  const found = findEntryPoints(scope).filter(({ kind }) => withLibraries || kind !== "library");
  // Beside those that say what they do, that a program starts in its main file is no news.
  const telling = found.filter(({ path, role }) => !isUsual.test(role) || fileSummary(scope, path, 220) !== null);
  const shown = telling.length > 0 ? telling : found.length > mostSilent ? [] : found;
  return shown.slice(0, max).map(({ path, role, evidence }) => {
    const reported = fileSummary(scope, path, 220);
    const main = reported === null ? mainSymbol(scope, path) : null;
    return {
      text: `${codeSpan(scope.shorten(path))} is ${role}${reported ? `: ${reported.text}` : "."}`,
      evidence: [...evidence, ...(reported?.evidence ?? (main ? [symbolEvidence(scope, path, main)] : []))],
    };
  });
}
