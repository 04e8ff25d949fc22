import type { FileFacts } from "../facts.ts";
import { applyPath } from "./apply-path.ts";
import { classifyPath } from "./classify-path.ts";
import type { FileRole, PathClass } from "./classify-path.ts";
import type { ContentFacts } from "./content-facts.ts";
import { readContentText } from "./decode-text.ts";
import { loadGrammar, parseSymbols } from "./parse-symbols.ts";
import { readAliases } from "./read-aliases.ts";
import { readHeader } from "./read-comments.ts";
import { readConfigKeys } from "./read-config-keys.ts";
import { readEndpoints } from "./read-endpoints.ts";
import { readImports, readOwnPackage } from "./read-imports.ts";
import { readManifest } from "./read-manifest.ts";
import { readPatternSymbols } from "./read-pattern-symbols.ts";
import { readProse } from "./read-prose.ts";
import { readSchemas } from "./read-schemas.ts";
import { readScripts } from "./read-scripts.ts";
import { readSingleFileComponent } from "./read-single-file-component.ts";
import { readSourceText } from "./source-text.ts";
import type { SourceText } from "./source-text.ts";

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
  facts.problem ??= symbols.problem;
  readByPatterns(source, role, facts);
  return { facts, source };
}

/** Everything but symbols, put into `facts`, whose symbols are known already. */
export function readByPatterns(source: SourceText, role: FileRole | null, facts: ContentFacts): void {
  facts.header = readHeader(source);
  facts.imports = readImports(source);
  facts.ownPackage = readOwnPackage(source);
  facts.endpoints = readEndpoints(source);
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
