import { extractEndpoints } from "#server/code-index/analysis/extract/endpoints/extract-endpoints.ts";
import { extractAliases } from "#server/code-index/analysis/extract/imports/extract-aliases.ts";
import { extractImports, extractOwnPackage } from "#server/code-index/analysis/extract/imports/extract-imports.ts";
import { extractManifest } from "#server/code-index/analysis/extract/manifests/extract-manifest.ts";
import { parseRouteTables } from "#server/code-index/analysis/extract/route-tables/parse-route-tables.ts";
import { extractRouting } from "#server/code-index/analysis/extract/routing/extract-routing.ts";
import { extractSchemas } from "#server/code-index/analysis/extract/schemas/extract-schemas.ts";
import { extractConfigKeys } from "#server/code-index/analysis/extract/settings/extract-config-keys.ts";
import { extractPatternSymbols } from "#server/code-index/analysis/extract/symbols/extract-pattern-symbols.ts";
import { extractSingleFileComponent } from "#server/code-index/analysis/extract/symbols/extract-single-file-component.ts";
import { loadGrammar, parseSymbols } from "#server/code-index/analysis/extract/symbols/parse-symbols.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import type { FileRole, PathClass } from "#server/code-index/analysis/text/classify-path.ts";
import type { ContentFacts } from "#server/code-index/analysis/text/content-facts.ts";
import { decodeContentText } from "#server/code-index/analysis/text/decode-content-text.ts";
import { extractHeader } from "#server/code-index/analysis/text/extract-comments.ts";
import { readSourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { FileFacts } from "#server/code-index/ports/facts.ts";

import { applyPath } from "./apply-path.ts";
import { extractProse } from "./extract-prose.ts";
import { extractScripts } from "./extract-scripts.ts";

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
  const symbols = await symbolsOf(source);
  facts.symbols = symbols.symbols;
  facts.routing = await extractRouting(source);
  const tables = await parseRouteTables(source);
  facts.endpoints = tables.endpoints;
  facts.problem ??= symbols.problem ?? tables.problem;
  readByPatterns(source, role, facts);
  return { facts, source };
}

/** Everything that is read by patterns, put into `facts`, whose symbols and routes in tables are known already. */
export function readByPatterns(source: SourceText, role: FileRole | null, facts: ContentFacts): void {
  facts.header = extractHeader(source);
  facts.imports = extractImports(source);
  facts.ownPackage = extractOwnPackage(source);
  facts.endpoints = extractEndpoints(source, facts.endpoints);
  facts.schemas = extractSchemas(source, facts.symbols);
  facts.configKeys = extractConfigKeys(source, role);
  facts.scripts = extractScripts(source, role);
  facts.manifest = extractManifest(source, role);
  facts.sections = extractProse(source);
  if (role === "tsconfig") facts.aliases = extractAliases(source);
}

async function symbolsOf(source: SourceText): Promise<ReturnType<typeof parseSymbols>> {
  const component = extractSingleFileComponent(source);
  const grammar = await loadGrammar(component?.language ?? source.language);
  if (grammar === null) return { symbols: extractPatternSymbols(source), problem: null };
  return parseSymbols(component ?? source, grammar);
}

/** Facts of a file of which nothing is known yet. */
export function emptyFacts(language: string | null, bytes: number): ContentFacts {
  return {
    language,
    contentKind: null,
    bytes,
    lines: 0,
    header: null,
    symbols: [],
    imports: [],
    ownPackage: null,
    aliases: [],
    routing: null,
    endpoints: [],
    schemas: [],
    configKeys: [],
    scripts: [],
    manifest: null,
    sections: [],
    problem: null,
  };
}
