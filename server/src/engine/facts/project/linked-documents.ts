import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import type { ProseBlock } from "#server/engine/text/parse-prose.ts";

import type { ReadSection } from "./document-sections.ts";

/** A document of the same repository that a text names. */
export interface DocumentLink {
  path: string;
  /** Names it. */
  block: ProseBlock;
}

const aboutOther = /(?:^|\/)(?:contributing|change-?log|license|code_of_conduct|security|authors)\b/i;
const link = /\[[^\]]*\]\(\s*<?([^)\s>]+)/g;
/** In backticks, or with a folder before it. */
const plain = /(?:`|\b)((?:[\w.-]+\/)*[\w.-]+\.(?:md|markdown|mdx|rst|adoc|txt))\b/gi;
const hosted = /^https?:\/\/[^/]+\/[^/]+\/([^/]+)\/(?:-\/)?(?:blob|tree|src\/branch)\/[^/]+\/(.+)$/;

/** In their order, each once; a link that leaves the repository, or names nothing in it, is none. */
export function linkedDocuments(scope: CodeScope, { path, blocks }: ReadSection): DocumentLink[] {
  const docs = new Set(
    scope.repository.index.files().flatMap((file) => (file.kind === "docs" && !aboutOther.test(file.path) ? [file.path] : [])),
  ); // prettier-ignore
  const found = new Map<string, DocumentLink>();
  for (const block of blocks) {
    if (block.kind !== "paragraph" && block.kind !== "item" && block.kind !== "other") continue;
    const targets = [...block.text.matchAll(link), ...block.text.matchAll(plain)].map(([, target = ""]) => target);
    for (const target of targets) {
      const document = documentAt(docs, scope.repository.name, path, target);
      if (document !== null && document !== path && !found.has(document))
        found.set(document, { path: document, block });
    }
  }
  return [...found.values()];
}

function documentAt(docs: ReadonlySet<string>, name: string, from: string, target: string): string | null {
  const [bare = ""] = target.split(/[#?]/);
  const [, repository, inside] = hosted.exec(bare) ?? [];
  if (/^[a-z]+:/i.test(bare) && repository?.toLowerCase() !== name.slice(name.lastIndexOf("/") + 1).toLowerCase())
    return null;
  const folder = from.includes("/") ? from.slice(0, from.lastIndexOf("/")) : "";
  const path = inside ?? (bare.startsWith("/") ? bare.slice(1) : joined(folder, bare));
  if (path === null) return null;
  const whole = path.replace(/\/+$/, "");
  return (
    [whole, `${whole}/README.md`, `${whole}/readme.md`, `${whole}/README.rst`].find((one) => docs.has(one)) ?? null
  );
}

/** Null where it leads out of the repository. */
function joined(folder: string, path: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else parts.push(part);
  }
  return parts.join("/");
}
