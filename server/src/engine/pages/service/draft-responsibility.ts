import { describeOffer } from "#server/engine/facts/code/describe-offer.ts";
import { fileSummary, mainSymbol, symbolEvidence } from "#server/engine/facts/code/describe.ts";
import { findEntryPoints } from "#server/engine/facts/code/find-entry-points.ts";
import { shape } from "#server/engine/facts/code/shape.ts";
import { governingManifests } from "#server/engine/facts/project/find-manifests.ts";
import { findReadme } from "#server/engine/facts/readme/find-readme.ts";
import { openingParagraphs } from "#server/engine/facts/readme/readme-opening.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { list, listing, paragraph, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { asSentence, leadingSentences } from "#server/engine/text/sentences.ts";
import { someOf } from "#server/engine/text/wording.ts";

/**
 * The responsibility of the service: what the code shows of it, after its authors' words when it has a folder of its
 * own. Statements about a whole repository are already on the overview.
 */
export async function draftResponsibility({ scopes }: PageSubject): Promise<Draft | null> {
  const [scope] = scopes;
  if (!scope) return null;
  const offer = await describeOffer(scope);
  const words = scope.folder === "" && offer.length > 0 ? [] : await ownWords(scope);
  const blocks = [...words, ...offer.map((statement) => paragraph(statement))];
  const languages = shape(scope);
  if (languages !== null) blocks.push(listing(paragraph(languages), listedFacts(scope, "languages")));
  return blocks.length > 0 ? { blocks } : null;
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

/** Entry points as list items: what each is, what it says about itself and which modules it brings together. */
export function entryItems(scope: CodeScope, max: number): ListItem[] {
  return findEntryPoints(scope)
    .slice(0, max)
    .map(({ path, role, evidence }) => {
      const reported = fileSummary(scope, path, 220);
      const main = reported === null ? mainSymbol(scope, path) : null;
      const inside = [...new Set(scope.repository.index.importsOf(path).map((edge) => edge.path))].filter(
        (one) => scope.facts(one)?.kind === "source",
      );
      const brings =
        inside.length > 0
          ? ` It brings together ${someOf(
              inside.map((one) => codeSpan(scope.shorten(one))),
              4,
            )}.`
          : "";
      const lines = inside.length > 0 ? importLines(scope, path, inside) : [];
      return {
        text: `${codeSpan(scope.shorten(path))} is ${role}${reported ? `: ${reported.text}` : "."}${brings}`,
        evidence: [...evidence, ...(reported?.evidence ?? (main ? [symbolEvidence(scope, path, main)] : [])), ...lines],
      };
    });
}

function importLines(scope: CodeScope, path: string, imported: readonly string[]) {
  const shown = new Set(imported.slice(0, 5));
  const lines = scope.repository.index
    .importsOf(path)
    .filter((edge) => shown.has(edge.path))
    .map((edge) => edge.line);
  const [first, last] = [Math.min(...lines), Math.max(...lines)];
  return last - first <= 30 ? [scope.at(path, first, last)] : lines.map((line) => scope.at(path, line));
}
