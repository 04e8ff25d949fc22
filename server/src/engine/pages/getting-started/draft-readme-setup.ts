import { chapters, findReadme } from "#server/engine/facts/readme/find-readme.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { heading, list, paragraph, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import type { ProseBlock } from "#server/engine/text/parse-prose.ts";
import { asSentence, leadingSentences } from "#server/engine/text/sentences.ts";

const setupChapter =
  /^\W*(?:getting started|quick ?start|installation|install(?:ing)?|setup|set up|usage|development|developing|building|build|running|run(?:ning)? (?:it|locally|the .*)|local development|how to (?:run|use|build)|first steps|prerequisites|requirements|testing|tests|running tests)\b/i;
const maxBlocks = 22;
const fewWords = 6;

/** The README's own chapters about starting, with their commands as written. */
export async function draftReadmeSetup(subject: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of subject.scopes) blocks.push(...(await quoteSetup(scope)));
  return blocks.length > 0 ? { blocks } : null;
}

async function quoteSetup(scope: CodeScope): Promise<DraftBlock[]> {
  const readme = await findReadme(scope, scope.folder);
  if (readme === null) return [];
  const quoted: DraftBlock[] = [];
  const found = chapters(readme, setupChapter);
  const main = found.filter((chapter) => Number(chapter.heading.note) <= 2);
  for (const chapter of main.length > 0 ? main : found) {
    if (quoted.length >= maxBlocks) break;
    if (/contribut/i.test(chapter.heading.text)) continue;
    const own = chapter.blocks.flatMap((block) => quoteBlock(scope, readme.path, block)).slice(0, 16);
    if (own.some(helps)) quoted.push(heading(cleanProse(chapter.heading.text)), ...own);
  }
  return withoutLooseLeads(mergeItems(quoted).slice(0, maxBlocks));
}

/** Sentences without a command or steps tell nobody how to start. */
function helps(block: DraftBlock): boolean {
  if (block.kind === "code" || block.kind === "list") return true;
  return block.kind === "paragraph" && block.statements.some(({ text }) => /`[^`]+ [^`]+`/.test(text));
}

/** What only leads to a link, which is not quoted with it. */
const leadsElsewhere =
  /^(?:(?:you can )?(?:see|visit|view|read|check out)|get|learn|find|follow|join|download|for (?:more|further|details))\b(?!.*`)|\b(?:this|these|the following|our) (?:guides?|links?|pages?|docs?|documentation)\b|\bguides? below\b|→|\b(?:click|see) here\b|\bguide\.?$|^there (?:is|are) (?:a|an|some|also)\b(?!.*`).*\b(?:guides?|documentation|docs|documents?|tutorials?|wiki)\b|\brefer to (?:the|our)\b(?!.*`).*\b(?:document|guide|docs|documentation|wiki)\b|\blive demo\b/i;
/** What is said to be friendly. */
const pleasantry =
  /[:;]-?\)|\bfeel free to\b|\b(?:everything|it) should (?:now )?(?:be working|work)\b|\benjoy!|\bthat['’]s it\b/i;
/** An item that begins with a link names a page elsewhere. */
const beginsElsewhere = /^\s*(?:[-*+]\s+)?\**\[[^\]]*\]\([^)]*\)(?!.*`)/;
const mostBehindLink = 14;

function quoteBlock(scope: CodeScope, path: string, block: ProseBlock): DraftBlock[] {
  const evidence = [scope.at(path, block.startLine, block.endLine)];
  switch (block.kind) {
    case "heading":
      return [heading(cleanProse(block.text))];
    case "code": {
      const lines = block.text.split("\n");
      if (block.text.trim() === "" || lines.length > 40) return [];
      return [
        { kind: "code", lead: null, language: /^\w+$/.test(block.note) ? block.note : "", text: block.text, evidence },
      ];
    }
    case "paragraph":
    case "item": {
      const text = leadingSentences(cleanProse(block.text), 360);
      if (block.kind === "item" && beginsElsewhere.test(block.text) && text.split(" ").length <= mostBehindLink)
        return [];
      // An item that is a link alone says where something is told, and not what.
      if (
        block.kind === "item" &&
        /^\s*(?:[-*+]\s+)?\**\[[^\]]*\]\([^)]*\)\**[\s.]*(?:\([^)]*\))?\s*$/.test(block.text)
      )
        return [];
      // A few words without a command are what is left of a link.
      const isLeft = block.kind === "paragraph" && text.split(" ").length < fewWords && !/[`:]/.test(text);
      if (text.split(" ").length < 3 || isLeft || leadsElsewhere.test(text) || pleasantry.test(text)) return [];
      const statement = { text: text.endsWith(":") ? text : asSentence(text), evidence };
      return [block.kind === "item" ? list(null, [{ ...statement, depth: block.indent }]) : paragraph(statement)];
    }
    case "other":
      return [];
  }
}

/** Consecutive items become one list again, nested by their indentation. */
function mergeItems(blocks: readonly DraftBlock[]): DraftBlock[] {
  const merged: DraftBlock[] = [];
  for (const block of blocks) {
    const last = merged.at(-1);
    if (block.kind === "list" && last?.kind === "list")
      merged[merged.length - 1] = list(null, [...last.items, ...block.items]);
    else merged.push(block);
  }
  return merged.map((block) => (block.kind === "list" ? { ...block, items: nest(block.items) } : block));
}

/** From columns to steps: lists are indented by two, three or four blanks. */
function nest(items: readonly ListItem[]): ListItem[] {
  const above: number[] = [];
  return items.map((item) => {
    const indent = item.depth ?? 0;
    while ((above.at(-1) ?? -1) >= indent) above.pop();
    above.push(indent);
    return { ...item, depth: above.length - 1 };
  });
}

/** "For example:" introduces a command or a list; when that was not quoted, it is removed too. */
function withoutLooseLeads(blocks: readonly DraftBlock[]): DraftBlock[] {
  return blocks.filter((block, at) => {
    const next = blocks[at + 1]?.kind;
    const isLead = block.kind === "paragraph" && block.statements.every(({ text }) => text.endsWith(":"));
    return !isLead || next === "code" || next === "list";
  });
}
