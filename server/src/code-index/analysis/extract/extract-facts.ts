import { extractBuild } from "#server/code-index/analysis/extract/build/extract-build.ts";
import { extractData } from "#server/code-index/analysis/extract/data/extract-data.ts";
import { extractDeployment } from "#server/code-index/analysis/extract/deployment/extract-deployment.ts";
import { extractEndpoints } from "#server/code-index/analysis/extract/endpoints/extract-endpoints.ts";
import { declaredNames } from "#server/code-index/analysis/extract/imports/declared-names.ts";
import { extractAliases } from "#server/code-index/analysis/extract/imports/extract-aliases.ts";
import { extractImports, extractOwnPackage } from "#server/code-index/analysis/extract/imports/extract-imports.ts";
import { extractMentions } from "#server/code-index/analysis/extract/imports/extract-mentions.ts";
import { extractManifest } from "#server/code-index/analysis/extract/manifests/extract-manifest.ts";
import { extractOperations } from "#server/code-index/analysis/extract/operations/extract-operations.ts";
import { loadGrammar } from "#server/code-index/analysis/extract/parsing/load-grammar.ts";
import { WholeTree } from "#server/code-index/analysis/extract/parsing/whole-tree.ts";
import { parseRouteTables } from "#server/code-index/analysis/extract/route-tables/parse-route-tables.ts";
import { extractRouting } from "#server/code-index/analysis/extract/routing/extract-routing.ts";
import { extractSchemas } from "#server/code-index/analysis/extract/schemas/extract-schemas.ts";
import { extractScripts } from "#server/code-index/analysis/extract/scripts/extract-scripts.ts";
import { extractSettings } from "#server/code-index/analysis/extract/settings/extract-settings.ts";
import { extractEmbeddedCode } from "#server/code-index/analysis/extract/symbols/extract-embedded-code.ts";
import { extractPatternSymbols } from "#server/code-index/analysis/extract/symbols/extract-pattern-symbols.ts";
import { parseSymbols } from "#server/code-index/analysis/extract/symbols/parse-symbols.ts";
import { extractTriggers } from "#server/code-index/analysis/extract/triggers/extract-triggers.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import type { FileRole, PathClass } from "#server/code-index/analysis/text/classify-path.ts";
import { emptyLinks } from "#server/code-index/analysis/text/content-facts.ts";
import type { ContentFacts } from "#server/code-index/analysis/text/content-facts.ts";
import { decodeContentText } from "#server/code-index/analysis/text/decode-content-text.ts";
import { extractHeader } from "#server/code-index/analysis/text/extract-comments.ts";
import { readNotebook } from "#server/code-index/analysis/text/read-notebook.ts";
import { readSourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { FileFacts } from "#server/code-index/ports/facts.ts";

import { applyPath } from "./apply-path.ts";
import { extractProse } from "./extract-prose.ts";

/** All facts of one file. Never throws for content: what cannot be read is named in `problem`. */
export async function extractFacts({ path, bytes }: { path: string; bytes: Uint8Array }): Promise<FileFacts> {
  const { facts } = await extractContent({ pathClass: classifyPath(path), bytes });
  return applyPath(facts, path);
}

export interface ExtractedContent {
  facts: ContentFacts;
  /** The text the facts were read from; null where nothing could be read. */
  source: SourceText | null;
}

/** The part of the facts that depends on content and variant alone. */
export async function extractContent(input: { pathClass: PathClass; bytes: Uint8Array }): Promise<ExtractedContent> {
  const { pathClass, bytes } = input;
  const { language, role } = pathClass;
  const decoded = decodeContentText(bytes);
  const facts = emptyFacts(language, bytes.length);
  facts.problem = decoded.problem;
  facts.contentKind = decoded.kind;
  if (decoded.text === null) return { facts, source: null };
  const source = readSourceText(decoded.text, language);
  facts.lines = source.lines;
  if (role === "lockfile") return { facts, source: null };
  const whole = new WholeTree(extractEmbeddedCode(source) ?? source);
  try {
    facts.settings = await extractSettings(whole, { source, role });
    await readByTree(source, whole, facts);
  } finally {
    whole.dispose();
  }
  const notebook = language === "jupyter" ? readNotebook(source) : null;
  readByPatterns(notebook?.code ?? source, role, facts);
  if (notebook !== null) facts.sections = extractProse(notebook.prose);
  return { facts, source: notebook?.all ?? source };
}

/** Everything that is read from the syntax tree, put into `facts`. */
async function readByTree(source: SourceText, whole: WholeTree, facts: ContentFacts): Promise<void> {
  facts.routing = await extractRouting(whole);
  facts.operations = await extractOperations(whole);
  facts.data = await extractData(whole);
  facts.triggers = await extractTriggers(whole);
  facts.endpoints = await parseRouteTables(whole);
  // Last, so that it takes over the tree of the whole text where one was made.
  const grammar = await loadGrammar(whole.source.language);
  const { symbols, problem } =
    grammar === null
      ? { symbols: extractPatternSymbols(source), problem: null }
      : parseSymbols(whole.source, grammar, whole.tree);
  facts.symbols = symbols;
  facts.problem ??= problem ?? whole.problem;
}

/** Everything that is read by patterns, put into `facts`, whose symbols and routes in tables are known already. */
export function readByPatterns(source: SourceText, role: FileRole | null, facts: ContentFacts): void {
  facts.header = extractHeader(source);
  facts.imports = extractImports(source);
  facts.ownPackage = extractOwnPackage(source);
  facts.endpoints = extractEndpoints(source, facts.endpoints);
  facts.schemas = extractSchemas(source, facts.symbols);
  facts.scripts = extractScripts(source, role);
  facts.manifest = extractManifest(source, role);
  facts.build = extractBuild(source, role);
  facts.declares = declaredNames(source.language, facts.symbols);
  facts.mentions = extractMentions(source, facts.declares);
  facts.sections = extractProse(source);
  facts.deployment = extractDeployment(source, role);
  if (role === "tsconfig") facts.aliases = extractAliases(source);
}

/** Facts of a file of which nothing is known yet. */
export function emptyFacts(language: string | null, bytes: number): ContentFacts {
  return {
    ...emptyLinks,
    language,
    contentKind: null,
    bytes,
    lines: 0,
    header: null,
    symbols: [],
    endpoints: [],
    schemas: [],
    scripts: [],
    manifest: null,
    sections: [],
    problem: null,
  };
}
