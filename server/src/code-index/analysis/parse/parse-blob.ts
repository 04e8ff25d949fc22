import { emptyFacts, extractContent } from "#server/code-index/analysis/extract/extract-facts.ts";
import { listConfigKeys } from "#server/code-index/analysis/extract/settings/list-config-keys.ts";
import { countTerms } from "#server/code-index/analysis/terms/count-terms.ts";
import type { PathClass } from "#server/code-index/analysis/text/classify-path.ts";
import { variantOf } from "#server/code-index/analysis/text/classify-path.ts";
import { emptyLinks } from "#server/code-index/analysis/text/content-facts.ts";
import type { ContentFacts, ContentLinks } from "#server/code-index/analysis/text/content-facts.ts";
import { toSearchableText } from "#server/code-index/analysis/text/searchable-text.ts";
import { markTrigrams } from "#server/code-index/analysis/text/trigram-bits.ts";
import type { FileKind } from "#server/code-index/ports/facts.ts";

import { packJson, unpackJson } from "./packed-json.ts";

/** What is stored of one blob: few columns for lists, the rest packed. Crosses threads as plain bytes. */
export interface ParsedBlob {
  oid: string;
  variant: string;
  /** Bytes as stored in git. */
  size: number;
  language: string | null;
  contentKind: FileKind | null;
  lines: number;
  problem: string | null;
  symbols: number;
  endpoints: number;
  schemas: number;
  configKeys: number;
  scripts: number;
  /** Which trigrams the text may hold; null where it was not looked at or its bits could not be relied on. */
  trigrams: Uint8Array | null;
  /** Compressed JSON of `ContentFacts`, without `links`. */
  facts: Uint8Array;
  /** Compressed JSON of `ContentLinks`; null where there are none. */
  links: Uint8Array | null;
  /** Packed terms; null where nothing could be read. */
  terms: Uint8Array | null;
}

/** Extracts and packs everything the index keeps of one blob. */
export async function parseBlob(input: { oid: string; pathClass: PathClass; bytes: Uint8Array }): Promise<ParsedBlob> {
  const { facts, source } = await extractContent(input);
  const terms = source === null ? null : countTerms(source, facts);
  const trigrams = markTrigrams(toSearchableText(asBuffer(input.bytes)));
  return packBlob({ oid: input.oid, pathClass: input.pathClass, facts, terms, trigrams });
}

/** A blob that is listed with the reason why it was not parsed. */
export function unparsedBlob(input: {
  oid: string;
  pathClass: PathClass;
  problem: string;
  bytes: number;
  contentKind?: FileKind | null;
}): ParsedBlob {
  const facts: ContentFacts = {
    ...emptyFacts(input.pathClass.language, input.bytes),
    contentKind: input.contentKind ?? null,
    problem: input.problem,
  };
  return packBlob({ oid: input.oid, pathClass: input.pathClass, facts, terms: null, trigrams: null });
}

function packBlob(input: {
  oid: string;
  pathClass: PathClass;
  facts: ContentFacts;
  terms: Uint8Array | null;
  trigrams: Uint8Array | null;
}): ParsedBlob {
  const { facts, links } = splitLinks(input.facts);
  return {
    oid: input.oid,
    variant: variantOf(input.pathClass),
    size: facts.bytes,
    language: facts.language,
    contentKind: facts.contentKind,
    lines: facts.lines,
    problem: facts.problem,
    symbols: facts.symbols.length,
    endpoints: facts.endpoints.length,
    schemas: facts.schemas.length,
    configKeys: listConfigKeys(input.facts.settings).length,
    scripts: facts.scripts.length,
    trigrams: input.trigrams,
    facts: packJson(facts),
    links: Object.keys(links).length > 0 ? packJson(links) : null,
    terms: input.terms,
  };
}

/** Links that say nothing are left out. */
function splitLinks(all: ContentFacts): {
  facts: Omit<ContentFacts, keyof ContentLinks>;
  links: Partial<ContentLinks>;
} {
  const entries = Object.entries(all);
  const isLink = ([name]: [string, unknown]): boolean => Object.hasOwn(emptyLinks, name);
  const says = ([, value]: [string, unknown]): boolean =>
    typeof value === "object" && value !== null ? Object.keys(value).length > 0 : value !== null;
  return {
    facts: Object.fromEntries(entries.filter((entry) => !isLink(entry))) as Omit<ContentFacts, keyof ContentLinks>,
    links: Object.fromEntries(entries.filter((entry) => isLink(entry) && says(entry))),
  };
}

/** Facts as they were before packing. */
export function unpackFacts(facts: Uint8Array, links: Uint8Array | null): ContentFacts {
  return { ...(unpackJson(facts) as Omit<ContentFacts, keyof ContentLinks>), ...unpackLinks(links) };
}

/** Links alone, for walks over all files. */
export function unpackLinks(links: Uint8Array | null): ContentLinks {
  return links === null ? emptyLinks : { ...emptyLinks, ...(unpackJson(links) as Partial<ContentLinks>) };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
