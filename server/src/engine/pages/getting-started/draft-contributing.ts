import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { heading, list, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { parseProse, type ProseBlock } from "#server/engine/text/parse-prose.ts";
import { asSentence, leadingSentences } from "#server/engine/text/sentences.ts";
import { fileName } from "#server/engine/text/wording.ts";

const maxChapters = 10;
const guideName = /^(?:contributing|contribute|development|developing|hacking)(?:\.(?:md|rst|txt|markdown))?$/i;

/** Words that ask for nothing. */
const greeting =
  /^(?:contributions?\b.{0,20}\bwelcome|welcome|thanks?\b|thank you|we (?:welcome|appreciate|love|are happy)|hi\b|hello)/i;

/** What the project's own guide asks of contributors, chapter by chapter in its words. */
export async function draftContributing(subject: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of subject.scopes) {
    const guide = await readGuide(scope);
    if (guide === null) continue;
    if (subject.scopes.length > 1) blocks.push(heading(codeSpan(scope.repository.name)));
    blocks.push(list(`What ${codeSpan(guide.path)} asks of those who change the code:`, guide.items));
  }
  return blocks.length > 0 ? { blocks } : null;
}

/** The guide nearest to the scope's folder, else the repository's. Null without one that says anything. */
async function readGuide(scope: CodeScope): Promise<{ path: string; items: ListItem[] } | null> {
  const paths = scope.repository.index
    .files()
    .map((file) => file.path)
    .filter((path) => guideName.test(fileName(path)) && path.split("/").length <= 3)
    .toSorted((a, b) => Number(isInside(scope, b)) - Number(isInside(scope, a)) || a.length - b.length);
  for (const path of paths) {
    const lines = (await scope.lines(path)) ?? [];
    const items = chapterItems(scope, path, parseProse(lines, path.endsWith(".rst")));
    if (items.length > 0) return { path: scope.shorten(path), items };
  }
  return null;
}

function isInside(scope: CodeScope, path: string): boolean {
  return scope.folder !== "" && path.startsWith(`${scope.folder}/`);
}

function chapterItems(scope: CodeScope, path: string, blocks: readonly ProseBlock[]): ListItem[] {
  const starts = blocks.flatMap((block, at) => (block.kind === "heading" ? [at] : []));
  return starts
    .flatMap((start, position): ListItem[] => {
      const title = blocks[start];
      const inside = blocks.slice(start + 1, starts[position + 1]);
      const reported = inside.filter((block) => block.kind === "paragraph" || block.kind === "item");
      const [first, second] = reported;
      if (!title || !first) return [];
      // A chapter that opens with "Please:" is represented by its first request.
      const isLead = /[:：]\W*$/.test(cleanProse(first.text)) && second !== undefined;
      const paragraph = isLead ? second : first;
      const text = asSentence(leadingSentences(cleanProse(paragraph.text), 260, 2));
      if (!/\p{L}{3,}.*\s.*\p{L}{3,}/u.test(text) || greeting.test(text)) return [];
      return [
        {
          text: `**${cleanProse(title.text)}**: ${text}`,
          evidence: [
            scope.at(path, title.startLine, title.endLine),
            scope.at(path, paragraph.startLine, paragraph.endLine),
          ],
        },
      ];
    })
    .slice(0, maxChapters);
}
