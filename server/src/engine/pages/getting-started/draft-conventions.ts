import { symbolsNamed } from "#server/engine/facts/code/symbols-named.ts";
import { findScripts } from "#server/engine/facts/project/find-scripts.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { heading, list, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { parseProse, type ProseBlock } from "#server/engine/text/parse-prose.ts";
import { asSentence, leadingSentences } from "#server/engine/text/sentences.ts";
import { agentFile, toAgents, withoutVendors } from "#server/engine/text/vendor-words.ts";

import { namesDeadScript } from "./dead-scripts.ts";

/** Documents for whoever changes the code. */
const guides =
  /^(?:(?:\.github|docs?|dev|documentation)\/)?(?:(?:agents|claude|gemini|copilot-instructions)\.md|(?:contributing|contribute|hacking|develop(?:ment|ing|ers?)?|architecture|code[-_]?style|conventions|guidelines)\.(?:md|mdx|rst))$/i;
const maxDocuments = 6;
const shownRules = 14;
const longestRule = 260;
const shortestRule = 30;

/** What asks for something, in the words that people ask with. */
const asksFor =
  /^\W*(?:always|never|do not|don['’]t|avoid|prefer|use|add|run|keep|only|ensure|make sure|after|before|when|every|all|new|if|put|place|write|register|update|regenerate|call|wrap|import|define|store|change|create|follow)\b|\b(?:must|never|always|should|do not|don['’]t)\b/i;
/** Chapters about people, about how to report, and for tools. */
const aside =
  /\b(?:issues?|bugs?|questions?|licen[sc]e|conduct|community|reporting|security|release notes?|commit messages?|pull requests?|branch|tools?|support|translat\w*|disclosure)\b/i;

/** What the project's own documents ask of those who change it, where that names something of its code. */
export async function draftConventions({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of scopes) {
    const items = await rulesOf(scope);
    if (items.length === 0) continue;
    if (scopes.length > 1) blocks.push(heading(codeSpan(scope.repository.name)));
    blocks.push(list(null, items));
  }
  return blocks.length > 0 ? { blocks } : null;
}

async function rulesOf(scope: CodeScope): Promise<ListItem[]> {
  const paths = scope.files
    .map(({ path }) => path)
    .filter((path) => guides.test(scope.shorten(path)))
    .slice(0, maxDocuments);
  const items: ListItem[] = [];
  const said = new Set<string>();
  for (const path of paths) {
    let chapter = "";
    const isForAgents = agentFile.test(path);
    const written = withoutVendors((await scope.lines(path)) ?? []);
    for (const block of parseProse(written, path.endsWith(".rst"))) {
      if (block.kind === "heading") chapter = block.text;
      // A step of several means nothing without the others.
      const isStep = /^\s*\d+[.)]\s/.test(written[block.startLine - 1] ?? "");
      const rule = aside.test(chapter) || isStep ? null : ruleIn(scope, block);
      if (rule !== null && ((isForAgents && toAgents.test(rule)) || namesDeadScript(scope, rule))) continue;
      if (rule === null || said.has(rule)) continue;
      said.add(rule);
      items.push({
        text: `${rule} (${codeSpan(scope.shorten(path))})`,
        evidence: [scope.at(path, block.startLine, block.endLine)],
      });
    }
  }
  return items.slice(0, shownRules);
}

/** Null for what asks for nothing, or would be asked for in any project. */
function ruleIn(scope: CodeScope, block: ProseBlock): string | null {
  if (block.kind !== "item" && block.kind !== "paragraph") return null;
  const text = leadingSentences(cleanProse(block.text), longestRule, 3);
  if (text.length < shortestRule || /[:：]$|\b(?:or|and)\.?$/.test(text) || !asksFor.test(text)) return null;
  // "Create database: `make db`" is a command with a title, and no rule.
  if (/^\p{Lu}\p{L}*(?: [\p{L}-]+){0,3}: `/u.test(block.text.trim())) return null;
  // What goes on from a line above is half of something.
  if (/^\p{Ll}/u.test(text)) return null;
  return namesOwn(scope, text) ? asSentence(text) : null;
}

/** Whether it names a file, a folder, a script or a declaration of this code. */
function namesOwn(scope: CodeScope, text: string): boolean {
  const { places, scripts } = scope.once("namesOfConventions", () => ({
    places: placesOf(scope),
    scripts: new Set(findScripts(scope).map(({ script }) => script.name)),
  }));
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, span = ""]) => span).some(
    (span) =>
      places.has(span.replace(/^\.?\/|\/$/g, "")) ||
      span
        .split(/\s+/)
        .slice(1, 4)
        .some((word) => scripts.has(word)) ||
      (/^[A-Za-z_]\w{3,}(?:\(\))?$/.test(span) && symbolsNamed(scope, span.replace("()", "")).length > 0),
  );
}

/** Paths as they are and by their last part, where that is no name of any project. */
function placesOf(scope: CodeScope): ReadonlySet<string> {
  const places = new Set<string>();
  for (const { path } of scope.files) {
    const parts = path.split("/");
    for (let length = parts.length; length > 0; length -= 1) {
      places.add(parts.slice(0, length).join("/"));
      const last = parts[length - 1] ?? "";
      if (last.includes(".") && !anybodys.test(last)) places.add(last);
    }
  }
  return places;
}

const anybodys = /^(?:readme|license|changelog|package|composer|index|main|app)\b|lock/i;
