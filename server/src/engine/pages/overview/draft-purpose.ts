import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { describeOffer, describeReach } from "#server/engine/facts/code/describe-offer.ts";
import { describeFile } from "#server/engine/facts/code/describe.ts";
import { findEntryPoints } from "#server/engine/facts/code/find-entry-points.ts";
import { governingManifests } from "#server/engine/facts/project/find-manifests.ts";
import { findReadme, type Readme } from "#server/engine/facts/readme/find-readme.ts";
import { readmeFeatures } from "#server/engine/facts/readme/readme-features.ts";
import { openingParagraphs, readmeStatus, readmeTitle } from "#server/engine/facts/readme/readme-opening.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { heading, list, paragraph, type DraftBlock } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import type { ProseBlock } from "#server/engine/text/parse-prose.ts";
import { isPraise } from "#server/engine/text/praise.ts";
import { asSentence, leadingSentences, splitSentences } from "#server/engine/text/sentences.ts";

/** What the thing is for, in its authors' own sentences. */
export async function draftPurpose(subject: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of subject.scopes) {
    const written = await purposeOf(scope);
    if (written.length === 0) continue;
    if (subject.scopes.length > 1) blocks.push(heading(codeSpan(scope.repository.name)));
    blocks.push(...written);
  }
  return blocks.length > 0 ? { blocks } : null;
}

async function purposeOf(scope: CodeScope): Promise<DraftBlock[]> {
  const readme = await findReadme(scope, scope.folder);
  const blocks: DraftBlock[] = readme === null ? [] : quoteOpening(scope, readme);
  const stated = textOf(blocks);
  // Where the README says what it is, a package's own words are a slogan beside it.
  if (stated.length > enoughWords) return blocks;
  const described = describeByManifest(scope, stated);
  const behind = stated === "" ? 0 : firstOpening(blocks);
  if (described !== null) blocks.splice(behind, 0, paragraph(described));
  const offer = blocks.length === 0 ? await describeOffer(scope) : await describeReach(scope);
  const title = stated === "" && readme !== null ? titleStatement(scope, readme) : null;
  if (title !== null) blocks.unshift(paragraph(title));
  // What it is comes before what it reaches.
  const front = behind + [described, title].filter((one) => one !== null).length;
  blocks.splice(front, 0, ...offer.map((statement) => paragraph(statement)));
  if (blocks.length === 0) blocks.push(...describeByCode(scope));
  return blocks;
}

/** Behind the first paragraph, and behind the list that it leads to. */
function firstOpening(blocks: readonly DraftBlock[]): number {
  const next = blocks.findIndex(({ kind }, at) => at > 0 && kind !== "list");
  return next < 0 ? blocks.length : blocks[next - 1]?.kind === "list" ? next : 1;
}

/** A README that says less than so many characters about its subject leaves the code to say the rest. */
const enoughWords = 160;

function titleStatement(scope: CodeScope, readme: Readme): Statement | null {
  const title = readmeTitle(readme);
  if (title === null) return null;
  const text = `Its README calls it “${cleanProse(title.text)}”.`;
  return { text, evidence: [scope.at(readme.path, title.startLine, title.endLine)] };
}

/** What a README opens with, and the features it names. */
export function quoteOpening(scope: CodeScope, readme: Readme): DraftBlock[] {
  const blocks: DraftBlock[] = [];
  let length = 0;
  for (const found of openingParagraphs(readme, 4)) {
    if (length > 700) break;
    const quoted = quoteParagraph(scope, readme, found);
    length += textOf(quoted).length;
    blocks.push(...quoted);
  }
  const reported = new Set(blocks.flatMap((block) => (block.kind === "list" ? block.items.flatMap(linesOf) : [])));
  const status = readmeStatus(readme);
  if (status !== null && !textOf(blocks).includes(status.text)) {
    const { startLine, endLine } = status.block;
    const said = { text: asSentence(status.text), evidence: [scope.at(readme.path, startLine, endLine)] };
    const [first] = blocks;
    if (first?.kind === "paragraph") first.statements.push(said);
    else blocks.unshift(paragraph(said));
  }
  const listed = readmeFeatures(scope, readme);
  const features = listed.items.filter(
    (item) => saysFeature(item.text) && !linesOf(item).some((line) => reported.has(line)),
  );
  if (features.length > 1) blocks.push(list(`Its README, under “${listed.heading}”:`, features));
  return blocks;
}

/** "Plugins" alone, and where something else lies, says nothing of the product. */
function saysFeature(text: string): boolean {
  return (
    (text.match(/\p{L}{2,}/gu)?.length ?? 0) > 1 && !/^[^.]{0,40}(?:->|→|=>)\s*\S+$/.test(text.replaceAll("\\", ""))
  );
}

function linesOf({ evidence }: Statement): number[] {
  return evidence.map(({ startLine }) => startLine);
}

/** What asks readers to join, to give, or to look at a demonstration says nothing of the product. */
const invites =
  /^(?:Please )?(?:consider|join|star|sponsor|support|donate|help us|check out|follow us)\b.*[!.]?$|^Thanks to the generous\b|\bdemo content is\b|^Note: demo\b/i;

/** A paragraph that opens a list brings the list along; an opening without one is left out. */
function quoteParagraph(scope: CodeScope, readme: Readme, found: ProseBlock): DraftBlock[] {
  const sentences = splitSentences(cleanProse(found.text));
  const evidence = [scope.at(readme.path, found.startLine, found.endLine)];
  const opening = sentences.at(-1)?.endsWith(":") ? sentences.pop() : undefined;
  const text = leadingSentences(sentences.filter((one) => !isPraise(one) && !invites.test(one)).join(" "), 520);
  const blocks: DraftBlock[] = text === "" ? [] : [paragraph({ text: asSentence(text), evidence })];
  const items = opening === undefined ? [] : itemsAfter(readme, found);
  if (opening === undefined || items.length === 0) return blocks;
  const shown = items.slice(0, 8).map((item) => ({
    text: asSentence(leadingSentences(cleanProse(item.text), 200, 1)),
    evidence: [scope.at(readme.path, item.startLine, item.endLine)],
  }));
  return [...blocks, paragraph({ text: opening, evidence }), list(null, shown)];
}

function itemsAfter(readme: Readme, found: ProseBlock): ProseBlock[] {
  const rest = readme.blocks.filter((block) => block.startLine > found.endLine);
  const end = rest.findIndex((block) => block.kind !== "item");
  return rest.slice(0, end < 0 ? undefined : end);
}

/** The manifest's own description, unless the README already said the same. */
function describeByManifest(scope: CodeScope, stated: string): Statement | null {
  for (const { path, manifest, folder } of governingManifests(scope)) {
    if (folder !== scope.folder) continue;
    if (!manifest.description || manifest.description.text.trim().length < 15) continue;
    const text = cleanProse(manifest.description.text);
    if (isSpeakable(text, stated)) return null;
    const { startLine, endLine } = manifest.description;
    const name = manifest.name === null ? "The package" : `The package ${codeSpan(manifest.name)}`;
    return {
      text: `${name} says of itself: “${asSentence(text)}”`,
      evidence: [scope.at(path, startLine, endLine)],
    };
  }
  return null;
}

function isSpeakable(text: string, stated: string): boolean {
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const known = new Set(stated.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  return words.filter((word) => known.has(word)).length >= words.length * 0.6;
}

function textOf(blocks: readonly DraftBlock[]): string {
  return blocks
    .flatMap((block) => (block.kind === "paragraph" ? block.statements.map(({ text }) => text) : []))
    .join(" ");
}

/** Without README or description: what the entry points say about themselves. */
function describeByCode(scope: CodeScope): DraftBlock[] {
  const described = findEntryPoints(scope).flatMap(({ path }) => {
    const found = describeFile(scope, path, 300);
    return found ? [{ text: `${codeSpan(scope.shorten(path))}: ${found.text}`, evidence: found.evidence }] : [];
  });
  return described.length > 0
    ? [list("What the places where it starts say about themselves:", described.slice(0, 5))]
    : [];
}
