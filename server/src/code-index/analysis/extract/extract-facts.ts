import { readEndpoints } from "#server/code-index/analysis/extract/endpoints/read-endpoints.ts";
import { readAliases } from "#server/code-index/analysis/extract/imports/read-aliases.ts";
import { readImports, readOwnPackage } from "#server/code-index/analysis/extract/imports/read-imports.ts";
import { readManifest } from "#server/code-index/analysis/extract/manifests/read-manifest.ts";
import { parseRouteTables } from "#server/code-index/analysis/extract/route-tables/parse-route-tables.ts";
import { readSchemas } from "#server/code-index/analysis/extract/schemas/read-schemas.ts";
import { readConfigKeys } from "#server/code-index/analysis/extract/settings/read-config-keys.ts";
import { loadGrammar, parseSymbols } from "#server/code-index/analysis/extract/symbols/parse-symbols.ts";
import { readPatternSymbols } from "#server/code-index/analysis/extract/symbols/read-pattern-symbols.ts";
import { readSingleFileComponent } from "#server/code-index/analysis/extract/symbols/read-single-file-component.ts";
import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import type { FileRole, PathClass } from "#server/code-index/analysis/text/classify-path.ts";
import type { ContentFacts } from "#server/code-index/analysis/text/content-facts.ts";
import { readHeader } from "#server/code-index/analysis/text/read-comments.ts";
import { readContentText } from "#server/code-index/analysis/text/read-content-text.ts";
import { readSourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { FileFacts } from "#server/code-index/ports/facts.ts";

import { applyPath } from "./apply-path.ts";
import { readProse } from "./read-prose.ts";
import { readScripts } from "./read-scripts.ts";

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
  const decoded = readContentText(bytes);
  const facts = emptyFacts(language, bytes.length);
  facts.problem = decoded.problem;
  facts.contentKind = decoded.kind;
  if (decoded.text === null) return { facts, source: null };
  const source = readSourceText(decoded.text, language);
  facts.lines = source.lines;
  if (role === "lockfile") return { facts, source: null };
  const symbols = await symbolsOf(source);
  facts.symbols = symbols.symbols;
  const tables = await parseRouteTables(source);
  facts.endpoints = tables.endpoints;
  facts.problem ??= symbols.problem ?? tables.problem;
  readByPatterns(source, role, facts);
  return { facts, source };
}

/** Everything that is read by patterns, put into `facts`, whose symbols and routes in tables are known already. */
export function readByPatterns(source: SourceText, role: FileRole | null, facts: ContentFacts): void {
  facts.header = readHeader(source);
  facts.imports = readImports(source);
  facts.ownPackage = readOwnPackage(source);
  facts.endpoints = readEndpoints(source, facts.endpoints);
  facts.schemas = readSchemas(source, facts.symbols);
  facts.configKeys = readConfigKeys(source, role);
  facts.scripts = readScripts(source, role);
  facts.manifest = readManifest(source, role);
  facts.sections = readProse(source);
  if (role === "tsconfig") facts.aliases = readAliases(source);
}

async function symbolsOf(source: SourceText): Promise<ReturnType<typeof parseSymbols>> {
  const component = readSingleFileComponent(source);
  const grammar = await loadGrammar(component?.language ?? source.language);
  if (grammar === null) return { symbols: readPatternSymbols(source), problem: null };
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
    endpoints: [],
    schemas: [],
    configKeys: [],
    scripts: [],
    manifest: null,
    sections: [],
    problem: null,
  };
}
