import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { sideDocuments } from "#server/engine/documents/side-documents.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import { describeFolder } from "#server/engine/facts/code/describe.ts";
import { chooseFolders, describeByContent } from "#server/engine/facts/code/find-folders.ts";
import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { splitSentences } from "#server/engine/text/sentences.ts";
import { count } from "#server/engine/text/wording.ts";

import type { ProjectQuestion } from "./project-question.ts";

const asksOfFolders =
  /\bwhat\b.*\b(?:lives?|lies?|stands?|goes|is|are)\b.*\b(?:in|inside|under)\b.*\b(?:top(?:-level)?|other|main|each|root)\b.*\b(?:folders?|director(?:y|ies))\b|\bwhat (?:are|do) the (?:top-level |main )?(?:folders|directories)\b/i;
const asksOfRoot =
  /\b(?:which|what) (?:folder|directory)\b.*\b(?:web ?server|apache|nginx|document ?root|exposed?|served?)\b/i;
const saysRoot =
  /\bexpose\b|\bdocument ?root\b|\bweb ?root\b|\b(?:point|serve)\w*\b.*\b(?:folder|directory)\b|\b(?:folder|directory)\b.*\b(?:publicly|to the web)\b/i;
const named = /(?:^|[\s`"'(])(?:\.?\/)?([\w-]+)\/?(?=$|[\s`"'),.])/g;
const maxRoot = 3;
const maxFolders = 16;
const longest = 160;

/** Which folder the web server shows, as documents say, and what each of the folders at the top is for. */
export async function tellFolders(
  context: AnswerContext,
  codebase: Codebase,
  { text }: ProjectQuestion,
): Promise<StatementBlock[]> {
  const scope = openScope(codebase, "");
  if (asksOfRoot.test(text)) return await tellRoot(context, codebase, scope);
  return asksOfFolders.test(text) ? await tellTop(context, codebase, scope) : [];
}

/** Sentences that say which of the folders at the top is shown to the web. */
async function tellRoot(context: AnswerContext, codebase: Codebase, scope: CodeScope): Promise<StatementBlock[]> {
  const tops = new Set(codebase.index.files().flatMap(({ path }) => (path.includes("/") ? [path.split("/")[0] ?? ""] : []))); // prettier-ignore
  const side = sideDocuments(codebase.index.files().map(({ path }) => path));
  const found: { statement: Statement; depth: number }[] = [];
  for (const { path, kind } of scope.files) {
    if (kind !== "docs" || side.has(path)) continue;
    const lines = await context.lines({ codebase, path });
    for (const [at, line] of lines.entries()) {
      if (!saysRoot.test(line) || ![...line.matchAll(named)].some(([, name = ""]) => tops.has(name))) continue;
      const said = splitSentences(cleanProse(line.trim().replace(/^(?:[-*+]|\d+\.) /, ""))).slice(0, 2);
      found.push({
        statement: {
          text: `- ${said.join(" ")} (${shownPath(context, { codebase, path })}) ${citationPlaceholder}`,
          evidence: [linesOf({ codebase, path }, at + 1)],
        },
        depth: path.split("/").length,
      });
    }
  }
  const told = found.toSorted((a, b) => a.depth - b.depth).slice(0, maxRoot);
  if (told.length === 0) return [];
  const lead = { text: "Documents say which one:", evidence: [] };
  return [{ heading: null, statements: [lead, ...told.map(({ statement }) => statement)] }];
}

/** Each folder at the top: by what documents call it, its own document, what its files say, or what is in it. */
async function tellTop(context: AnswerContext, codebase: Codebase, scope: CodeScope): Promise<StatementBlock[]> {
  const folders = chooseFolders(scope).filter(({ depth }) => depth === 0);
  const statements: Statement[] = [];
  for (const folder of folders.slice(0, maxFolders)) {
    const documented = await saidOf(context, codebase, folder.path);
    const own = documented ?? (await describeFolder(scope, folder.path));
    // The document of a folder may begin with what the whole is.
    const isOfWhole = documented === null && own !== null && /^(?:\S+ ){1,3}is an? /.test(own.text);
    const described = isOfWhole || own === null ? describeByContent(scope, folder) : own;
    const size = insideOf(folder.files.map(({ path }) => path.slice(folder.path.length + 1)));
    const [first] = folder.files;
    statements.push({
      text: `- ${codeSpan(`${folder.path}/`)}${described === null ? ` (${size})` : `: ${described.text}`}`,
      evidence: described?.evidence ?? (first ? [linesOf({ codebase, path: first.path }, 1)] : []),
    });
  }
  return statements.length < 2 ? [] : [{ heading: null, statements: [{ text: "At the top there are:", evidence: [] }, ...statements] }]; // prettier-ignore
}

/** What is right in it by name, the largest folders first, as far as that can be told shortly. */
function insideOf(paths: readonly string[]): string {
  const groups = [...Map.groupBy(paths, (path) => (path.includes("/") ? `${path.split("/")[0]}/` : path)).entries()];
  const sorted = groups.toSorted(([, one], [, other]) => other.length - one.length).map(([name]) => codeSpan(name));
  const rest = sorted.length - maxInside;
  return `${count(paths.length, "file")}: ${sorted.slice(0, maxInside).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

const maxInside = 6;

/** "The `./data/` folder contains all personal data": what a document says of a folder that it names in code marks. */
async function saidOf(context: AnswerContext, codebase: Codebase, folder: string): Promise<{ text: string; evidence: Statement["evidence"] } | null> {
  const path = codebase.index.files().find(({ path: at }) => /^readme(?:\.\w+)?$/i.test(at))?.path;
  if (path === undefined) return null;
  const lines = await context.lines({ codebase, path });
  const name = folder.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const says = new RegExp(String.raw`\`(?:\./)?${name}/?\` (?:folder |directory )?(?:contains?|holds?|is|has|keeps?|defines?)\b`, "i");
  const at = lines.findIndex((line) => says.test(line) && line.length < 400);
  const said = at < 0 ? undefined : splitSentences(cleanProse((lines[at] ?? "").trim().replace(/^(?:[-*+]|\d+\.) /, "")))[0];
  return said === undefined || said.length > longest ? null : { text: said, evidence: [linesOf({ codebase, path }, at + 1)] };
} // prettier-ignore
