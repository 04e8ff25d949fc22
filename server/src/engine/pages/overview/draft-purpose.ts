import type { Statement } from "../../cited-text.ts";
import { heading, list, paragraph, type Block } from "../draft.ts";
import { describeFile, openingParagraphs } from "../facts/describe.ts";
import { findEntryPoints } from "../facts/find-entry-points.ts";
import { governingManifests } from "../facts/find-manifests.ts";
import { chapters, findReadme, type Readme } from "../facts/find-readme.ts";
import type { Scope } from "../facts/open-scope.ts";
import type { Draft, PageSubject } from "../page-input.ts";
import { cleanProse, code } from "../text/clean-prose.ts";
import { asClause, asSentence, leadingSentences } from "../text/sentences.ts";

/** What the thing is for, in its authors' own sentences. */
export async function draftPurpose(subject: PageSubject): Promise<Draft | null> {
  const blocks: Block[] = [];
  for (const scope of subject.scopes) {
    const written = await purposeOf(scope);
    if (written.length === 0) continue;
    if (subject.scopes.length > 1) blocks.push(heading(code(scope.repository.name)));
    blocks.push(...written);
  }
  return blocks.length > 0 ? { blocks } : null;
}

async function purposeOf(scope: Scope): Promise<Block[]> {
  const readme = await findReadme(scope, scope.folder);
  const blocks: Block[] = readme === null ? [] : quoteOpening(scope, readme);
  const described = describeByManifest(scope, textOf(blocks));
  if (described !== null) blocks.splice(1, 0, paragraph(described));
  if (blocks.length === 0) blocks.push(...describeByCode(scope));
  return blocks;
}

function quoteOpening(scope: Scope, readme: Readme): Block[] {
  const blocks: Block[] = [];
  let length = 0;
  for (const found of openingParagraphs(readme, 4)) {
    if (length > 700) break;
    const text = asSentence(leadingSentences(cleanProse(found.text), 520).replace(/:$/, "."));
    length += text.length;
    blocks.push(paragraph({ text, evidence: [scope.at(readme.path, found.startLine, found.endLine)] }));
  }
  const features = featureItems(scope, readme);
  if (features.length > 1) blocks.push(list("Its README names these features:", features));
  return blocks;
}

function featureItems(scope: Scope, readme: Readme): Statement[] {
  const [chapter] = chapters(
    readme,
    /^\W*(?:key |main |core )?(?:features?|highlights|what (?:it does|you get)|why\b.*|at a glance)\W*$/i,
  );
  const items = chapter?.blocks.filter((block) => block.kind === "item") ?? [];
  return items.slice(0, 8).flatMap((item) => {
    const text = leadingSentences(cleanProse(item.text), 220, 2);
    return text.split(" ").length < 2
      ? []
      : [{ text: asSentence(text), evidence: [scope.at(readme.path, item.startLine, item.endLine)] }];
  });
}

/** The manifest's own description, unless the README already said the same. */
function describeByManifest(scope: Scope, said: string): Statement | null {
  for (const { path, manifest } of governingManifests(scope)) {
    if (!manifest.description || manifest.description.text.trim().length < 15) continue;
    const text = cleanProse(manifest.description.text);
    if (isSaid(text, said)) return null;
    const { startLine, endLine } = manifest.description;
    const name = manifest.name === null ? "The package" : `The package ${code(manifest.name)}`;
    return {
      text: `${name} describes itself as ${asSentence(`“${asClause(text).replace(/\.$/, "")}”`)}`,
      evidence: [scope.at(path, startLine, endLine)],
    };
  }
  return null;
}

function isSaid(text: string, said: string): boolean {
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const known = new Set(said.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  return words.filter((word) => known.has(word)).length >= words.length * 0.6;
}

function textOf(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) => (block.kind === "paragraph" ? block.statements.map(({ text }) => text) : []))
    .join(" ");
}

/** Without README or description: what the places where the program starts say about themselves. */
function describeByCode(scope: Scope): Block[] {
  const described = findEntryPoints(scope).flatMap(({ path }) => {
    const found = describeFile(scope, path, 300);
    return found ? [{ text: `${code(scope.shorten(path))}: ${found.text}`, evidence: found.evidence }] : [];
  });
  return described.length > 0
    ? [list("What the places where it starts say about themselves:", described.slice(0, 5))]
    : [];
}
