import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { shape } from "#server/engine/facts/code/shape.ts";
import { shapingPackages, type PackageSide, type ShapingPackage } from "#server/engine/facts/project/package-sides.ts";
import { findReadme } from "#server/engine/facts/readme/find-readme.ts";
import { openScope, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { isWeakWord, stemsOf } from "#server/engine/intent/words.ts";
import { linesOf, type StatementBlock } from "#server/engine/statements/statements.ts";
import { cleanProse, codeSpan } from "#server/engine/text/clean-prose.ts";
import { cutText, splitSentences } from "#server/engine/text/sentences.ts";
import { enumerate, fold, languageName } from "#server/engine/text/wording.ts";

/** "What is it built with", "which language and frameworks", "what is the stack", and no question for a list of all packages. */
const asked =
  /\b(?:tech\w*|software)[- ]?\s?stack\b|\b(?:which|what)(?:'s| is)? (?:the |your |its )?stack\b|\bwhat\b.*\b(?:built|made|written|coded|developed|programmed)\b.*\b(?:with|in|on|of|from|using)\b|\b(?:which|what)\b(?:\s+\w+){0,2}\s+(?:languages?|frameworks?|technolog\w+)\b|^(?:and\s+)?what (?:does|do) (?:the|its|your) .*\b(?:use|run on|rest on|consist of)$/i;
/** Words of such a question that narrow it to nothing. */
const narrowsNothing = new Set(
  stemsOf(
    "tech technology technologies technical software stack built build made written coded developed programmed programming language languages framework frameworks libraries library server backend back front end frontend browser client web ui interface side app application project product repository repo code codebase system main use used using based database databases data site website page part both consist rest run",
  ),
);
const asksForBrowser =
  /\b(?:front[- ]?end|browser|client[- ]side|client|ui|web (?:ui|app|interface|page)|user interface)\b/i;
const asksForServer = /\b(?:back[- ]?end|server(?:[- ]side)?|api)\b/i;
const sides: readonly { side: PackageSide; title: string }[] = [
  { side: "server", title: "On the server" },
  { side: "browser", title: "In the browser" },
  { side: "data", title: "For its data" },
  { side: "tests", title: "For its tests" },
];
const maxRoles = 6;
const maxOfRole = 3;
const maxLanguages = 2;
const maxStores = 4;
const longestQuote = 320;
/** A language of fewer of the files that import a side's packages is not told beside them. */
const leastShare = 0.1;
/** Fewer tell of no language. */
const fewestFiles = 4;

/** What a product is made of: its languages by their share, then the frameworks and libraries of each side. Empty for any other question. */
export async function explainStack(context: AnswerContext, part: QuestionPart): Promise<StatementBlock[]> {
  if (part.kind !== "dependencies" || !asked.test(part.text)) return [];
  const own = new Set(context.codebases.flatMap(({ name }) => stemsOf(name)));
  const narrowing = part.terms.filter(
    ({ word, stem, isPhrase }) => !isPhrase && !isWeakWord(word) && !narrowsNothing.has(stem) && !own.has(stem),
  );
  if (narrowing.length > 0 || part.names.length > 0) return [];
  const wanted = wantedSides(part.text);
  const blocks: StatementBlock[] = [];
  for (const codebase of context.codebases) {
    if (codebase.isContext === true) continue;
    const ofSide = await describeStack(codebase, wanted);
    // Of a side without packages of its own the whole is told.
    const statements =
      ofSide.length > 0
        ? ofSide
        : await describeStack(
            codebase,
            sides.map(({ side }) => side),
          );
    const heading = context.codebases.length > 1 ? codebase.name : null;
    if (statements.length > 0) blocks.push({ heading, statements });
  }
  return blocks;
}

function wantedSides(text: string): readonly PackageSide[] {
  const [browser, server] = [asksForBrowser.test(text), asksForServer.test(text)];
  if (browser === server) return sides.map(({ side }) => side);
  return browser ? ["browser"] : ["server", "data"];
}

async function describeStack(codebase: Codebase, wanted: readonly PackageSide[]): Promise<Statement[]> {
  const scope = openScope(codebase, "");
  const packages = shapingPackages(scope);
  const languages = wanted.length === sides.length ? shape(scope) : null;
  const told = sides.flatMap(({ side, title }) => {
    if (!wanted.includes(side)) return [];
    const own = packages.filter((one) => one.side === side);
    return side === "data" ? dataStatement(codebase, scope, own, title) : sideStatement(scope, own, title);
  });
  if (told.length === 0 && languages === null) return [];
  const quoted = wanted.length === sides.length ? await builtWithSentence(codebase, scope, packages) : null;
  return [languages, quoted, ...told].filter((one) => one !== null);
}

/** Packages of one side by what they are for, with the languages of the files that import them. */
function sideStatement(scope: CodeScope, packages: readonly ShapingPackage[], title: string): Statement[] {
  const byRole = [...Map.groupBy(packages, ({ known }) => known.role)].slice(0, maxRoles);
  if (byRole.length === 0) return [];
  const languages = languagesOf(scope, packages);
  const text = `- **${title}**${languages === "" ? "" : ` (${languages})`}: ${byRole.map(roleText).join("; ")}`;
  return [{ text, evidence: byRole.flatMap(([, own]) => own.slice(0, maxOfRole).flatMap(({ evidence }) => evidence)) }];
}

function roleText([role, own]: readonly [string, readonly ShapingPackage[]]): string {
  return `${fold(own.map(withVersion), maxOfRole)} for ${role}`;
}

/** With the stores that the deployment's files and the settings name. */
function dataStatement(
  codebase: Codebase,
  scope: CodeScope,
  packages: readonly ShapingPackage[],
  title: string,
): Statement[] {
  const stores = codebase.index
    .system()
    .nodes.filter(({ kind }) => kind === "store" || kind === "cache" || kind === "queue")
    .slice(0, maxStores);
  const [rest] = sideStatement(scope, packages, title);
  if (stores.length === 0) return rest === undefined ? [] : [rest];
  const named = enumerate([...new Set(stores.map(({ technology, name }) => technology ?? name))]);
  const sources = stores.flatMap(({ sources }) => sources.slice(0, 1));
  const evidence = sources.map(({ path, startLine, endLine }) => linesOf({ codebase, path }, startLine, endLine));
  const beside = rest === undefined ? "" : `; ${rest.text.slice(rest.text.indexOf(": ") + 2)}`;
  return [{ text: `- **${title}**: ${named}${beside}`, evidence: [...evidence, ...(rest?.evidence ?? [])] }];
}

function languagesOf(scope: CodeScope, packages: readonly ShapingPackage[]): string {
  const files = [...new Set(packages.flatMap((one) => one.files))];
  if (files.length < fewestFiles) return "";
  const languages = Map.groupBy(files, (path) => scope.facts(path)?.language ?? "");
  const named = [...languages]
    .filter(([language, own]) => language !== "" && own.length >= files.length * leastShare)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([language]) => languageName(language));
  return enumerate(named.slice(0, maxLanguages));
}

function withVersion({ name, version }: ShapingPackage): string {
  const plain = version?.replace(/^[\^~=v><\s]+/, "") ?? "";
  return codeSpan(/^\d[\w.+-]*$/.test(plain) ? `${name} ${plain}` : name);
}

const saysBuilt =
  /\b(?:built|written|made|developed|powered|implemented|based)\b(?:\s+\w+){0,3}?\s+(?:with|in|on|using|by|of)\b|\bbackend\b.*\bfrontend\b|\bfrontend\b.*\bbackend\b/i;

/** What the README says of it, where that names a language or a package that is there. */
async function builtWithSentence(
  codebase: Codebase,
  scope: CodeScope,
  packages: readonly ShapingPackage[],
): Promise<Statement | null> {
  const readme = await findReadme(scope, "");
  if (readme === null) return null;
  const languages = codebase.index.languages("").map(({ language }) => languageName(language).replace(/ \(.*/, ""));
  const known = [...languages, ...packages.filter(({ known }) => known.isFramework).map(({ name }) => name)];
  const names = new Set(known.map((name) => name.toLowerCase()));
  for (const { kind, text, startLine, endLine } of readme.blocks) {
    if (kind !== "paragraph" && kind !== "item") continue;
    const sentence = splitSentences(cleanProse(text)).find(
      (one) =>
        saysBuilt.test(one) &&
        one
          .toLowerCase()
          .split(/[^\w.+#-]+/)
          .some((word) => names.has(word.replace(/\.$/, ""))),
    );
    if (sentence === undefined) continue;
    const said = `${codeSpan(readme.path)} says: “${cutText(sentence, longestQuote)}”`;
    return { text: said, evidence: [linesOf({ codebase, path: readme.path }, startLine, endLine)] };
  }
  return null;
}
