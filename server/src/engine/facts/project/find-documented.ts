import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { parseProse } from "#server/engine/text/parse-prose.ts";

import { purposeOfCommand, type CommandPurpose } from "./command-purpose.ts";

/** A command line in a document for those who work on the code. */
export interface DocumentedCommand {
  command: string;
  purpose: CommandPurpose;
  /** Heading that it stands under; null for text before the first one. */
  heading: string | null;
  path: string;
  evidence: Evidence;
}

/** Guides of the repository's root and of the scope's folder, the most particular first. */
const guides: readonly RegExp[] = [
  /^(?:\.github\/)?(?:contributing|contribute|development|developing|hacking|building|setup)\.(?:md|rst|adoc|txt|markdown)$/i,
  /^(?:docs?|documentation)\/(?:[\w-]+\/){0,3}[\w-]*(?:develop|contribut|setup|getting[-_]?started|hacking|building|local)[\w-]*\.(?:md|mdx|rst|adoc|txt)$/i,
  /^readme\.(?:md|rst|adoc|txt|markdown)$/i,
];
const maxGuides = 12;
const maxLineLength = 160;

/** Headings below which a product is put to use, not worked on. */
const useHeading = /\b(?:deploy\w*|upgrad\w*|production|self-?host\w*|migrat(?:e|ing) from|uninstall\w*|backup)\b/i;

/** Commands in code blocks of the guides whose purpose is certain; each once, in the order of the guides. */
export function findDocumented(scope: CodeScope): Promise<DocumentedCommand[]> {
  return scope.once("findDocumented", async () => {
    const found = new Map<string, DocumentedCommand>();
    for (const path of guidesOf(scope)) {
      for (const one of await readGuide(scope, path)) {
        const key = `${one.purpose}\n${one.command}`;
        if (!found.has(key)) found.set(key, one);
      }
    }
    return [...found.values()];
  });
}

function guidesOf(scope: CodeScope): string[] {
  const prefix = scope.folder === "" ? "" : `${scope.folder}/`;
  const paths = scope.repository.index.files().flatMap(({ path, kind }) => (kind === "docs" ? [path] : []));
  const rank = (path: string) => {
    const own = prefix !== "" && path.startsWith(prefix) ? path.slice(prefix.length) : path;
    const at = guides.findIndex((pattern) => pattern.test(own));
    return at < 0 ? at : own === path ? at + guides.length : at;
  };
  return paths
    .filter((path) => rank(path) >= 0 && !/change|release|translat|\b[a-z]{2}[-_][A-Z]{2}\b/i.test(path))
    .toSorted((a, b) => rank(a) - rank(b) || a.length - b.length)
    .slice(0, maxGuides);
}

async function readGuide(scope: CodeScope, path: string): Promise<DocumentedCommand[]> {
  const lines = (await scope.lines(path)) ?? [];
  let heading: string | null = null;
  const found: DocumentedCommand[] = [];
  for (const block of parseProse(lines, path.endsWith(".rst"))) {
    if (block.kind === "heading") heading = cleanProse(block.text);
    if (heading !== null && useHeading.test(heading)) continue;
    if (block.kind === "item" || block.kind === "paragraph")
      for (let line = block.startLine; line <= block.endLine; line += 1)
        for (const command of serversIn(lines[line - 1] ?? ""))
          found.push({ command, purpose: "run", heading, path, evidence: scope.at(path, line) });
    if (block.kind !== "code") continue;
    if (!/^(?:|sh|shell|bash|console|zsh|text|terminal|shellsession|cmd|powershell)$/i.test(block.note)) continue;
    for (let line = block.startLine; line <= block.endLine; line += 1) {
      const command = (lines[line - 1] ?? "")
        .trim()
        .replace(/^(?:\$|>|%)\s+/, "")
        .replace(/\s+#\s.*$/, "");
      const purpose =
        command.length > maxLineLength || /^(?:#|```|~~~)/.test(command) ? null : purposeOfCommand(command);
      if (purpose !== null) found.push({ command, purpose, heading, path, evidence: scope.at(path, line) });
    }
  }
  return found;
}

/** Sentences name many commands; of those that are the usual ones for a server nobody doubts what they do. */
function serversIn(line: string): string[] {
  return Array.from(line.matchAll(/`([^`]+)`/g), ([, command = ""]) => command.trim()).filter((command) =>
    /^(?:symfony (?:server:start|serve)|php artisan serve|(?:bin\/)?rails (?:s|server)|mix phx\.server|python3? manage\.py runserver)\b[\w :.=-]*$/.test(
      command,
    ),
  );
}
