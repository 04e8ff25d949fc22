import { posix } from "node:path";

import type { DocumentPart, DocumentSection } from "./document-part.ts";
import { takeApart, type WordMatch } from "./word-match.ts";

const fewestLinks = 3;
/** Of the items of a table of contents so many lead to another page. */
const mostItems = 0.6;
const link = /\[[^\]]*\]\((?!\w+:)([^)\s#]+\.(?:md|mdx|rst|adoc))?(?:#([^)]*))?\)/i;
/** Titles under which a page tells what is to be done. */
const ofUse = /\b(?:enabl|set(?:ting)? ?up|install|config|usage|using|how to|get(?:ting)? started)/i;

/**
 * What a table of contents leads to, in place of it: the page that the item links that says most of the question. The section itself where
 * it is none; null where nothing is there.
 */
export function followContents(
  section: DocumentSection,
  parts: readonly DocumentPart[],
  match: WordMatch,
): DocumentSection | null {
  const target = targetOf(section.best, match);
  if (target === null) return section;
  if (target.worth === 0) return null;
  const page = target.page === null ? section.best.path : posix.join(posix.dirname(section.best.path), target.page);
  const linked = parts.filter(({ codebase, path }) => codebase === section.best.codebase && path === page);
  const [first] = linked;
  if (!first) return null;
  const under = (one: DocumentPart) => linked.filter(({ headings }) => headings.join("\n") === one.headings.join("\n"));
  const named = linked.find((one) => target.anchor !== "" && slugOf(one.headings.at(-1) ?? "") === target.anchor);
  if (named) return { ...section, parts: under(named), best: named };
  if (target.page === null) return null;
  const use = linked.find((one) => ofUse.test(one.headings.at(-1) ?? "") && !under(first).includes(one));
  return { ...section, parts: [first, ...(use ? under(use) : [])], best: first };
}

/** A title as links write it behind "#". */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");
}

interface LinkTarget {
  /** Null for the same page. */
  page: string | null;
  anchor: string;
  /** How much of the question its item says; 0 where it does not say the word that carries it. */
  worth: number;
}

/** What a table of contents leads to; null where a part is none. */
function targetOf(part: DocumentPart, match: WordMatch): LinkTarget | null {
  const items = part.paragraphs.flatMap(({ kind, blocks }) => (kind === "list" ? blocks : []));
  const linked = items.flatMap(({ text }) => {
    const [, page = null, anchor = ""] = link.exec(text) ?? [];
    if (page === null && anchor === "") return [];
    const { coverage, saysRarest } = match.of([takeApart(text, 1)]);
    return [{ page, anchor, worth: saysRarest ? coverage : 0 }];
  });
  if (linked.length < fewestLinks || linked.length < items.length * mostItems) return null;
  return linked.reduce((most, one) => (one.worth > most.worth ? one : most));
}
