import type { Statement } from "../cited-text.ts";
import { describeFile, describeFolder, openingParagraphs } from "../pages/facts/describe.ts";
import { findParts, type Part } from "../pages/facts/find-parts.ts";
import { findReadme } from "../pages/facts/find-readme.ts";
import { openScope, type Scope } from "../pages/facts/open-scope.ts";
import { cleanProse, code } from "../pages/text/clean-prose.ts";
import { leadingSentences } from "../pages/text/sentences.ts";
import { count } from "../pages/text/wording.ts";
import type { Codebase } from "./answer-event.ts";
import type { Desk } from "./desk.ts";
import { linesOf, shownPath, type Block } from "./statements.ts";

const maxParts = 12;
const maxEntryPoints = 6;
const maxIntroLength = 600;

/** What the code is for, how it is cut, and where a reader starts. */
export async function explainOverview(desk: Desk, isTechnical: boolean): Promise<Block[]> {
  const blocks = await Promise.all(desk.codebases.map((codebase) => overviewOf(desk, codebase, isTechnical)));
  return blocks.flat();
}

async function overviewOf(desk: Desk, codebase: Codebase, isTechnical: boolean): Promise<Block[]> {
  const scope = openScope(codebase, "/");
  const heading = desk.codebases.length > 1 ? codebase.name : null;
  const intro = { heading, statements: await introOf(scope, isTechnical ? 2 : 4) };
  if (!isTechnical) return [intro];
  const parts = desk.lookUp("list_components", codebase.name, () => findParts(scope).slice(0, maxParts));
  const described = await Promise.all(parts.map((part) => partEntry(scope, part)));
  return [
    intro,
    { heading: "Parts", statements: described.filter((one) => one !== null) },
    { heading: "Where a reader starts", statements: entryPoints(desk, codebase) },
  ];
}

async function introOf(scope: Scope, limit: number): Promise<Statement[]> {
  const readme = await findReadme(scope, "");
  return readme === null
    ? []
    : openingParagraphs(readme, limit).map((block) => ({
        text: leadingSentences(cleanProse(block.text), maxIntroLength),
        evidence: [scope.at(readme.path, block.startLine, block.endLine)],
      }));
}

async function partEntry(scope: Scope, part: Part): Promise<Statement | null> {
  const largest = part.files.toSorted((a, b) => b.lines - a.lines)[0];
  const told = part.kind === "file" ? describeFile(scope, part.path) : await describeFolder(scope, part.path);
  const description = told ?? (largest ? describeFile(scope, largest.path) : null);
  if (!description) return null;
  const size = part.kind === "file" ? count(part.lines, "line") : count(part.files.length, "file");
  return { text: `- **${part.name}** (${size}): ${description.text}`, evidence: description.evidence };
}

function entryPoints(desk: Desk, codebase: Codebase): Statement[] {
  return codebase.index
    .files()
    .flatMap(({ path }) => {
      const manifest = codebase.index.facts(path)?.manifest;
      return (manifest?.entryPoints ?? []).slice(0, 4).map((entry) => ({
        text: `- ${code(entry.path)} (${entry.name}), named in ${shownPath(desk, { codebase, path })}`,
        evidence: [linesOf({ codebase, path }, entry.line)],
      }));
    })
    .slice(0, maxEntryPoints);
}
