import type { DocumentFramework } from "#server/code-index/analysis/extract/routing/route-documents.ts";
import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

import { folderOf, isUnder, joinPath } from "./paths.ts";

/** What a document says that counts at its path: a list of routes that the framework finds there serves by itself. */
export function placeDocument(
  path: string,
  facts: RoutingFacts,
  frameworks: readonly DocumentFramework[],
): RoutingFacts {
  const own = frameworks.filter(({ documents }) => documents.files.test(path));
  const prefixes = facts.prefixes.filter(({ framework }) => own.some(({ name }) => name === framework));
  const constants = own.some(({ documents }) => documents.prefixKeys !== undefined) ? facts.constants : {};
  const list = own.find(({ documents }) => documents.areLists === true || documents.lines !== undefined);
  if (list === undefined) return { ...facts, prefixes, constants };
  const router = { name: "routes", framework: list.name, isRoot: true, path: "", line: 1 };
  return { ...facts, prefixes, constants, routers: [router] };
}

/** Whether a class is one of what is named: a folder, a pattern of files, a class, a package, a mark, or all of them. */
export function isTakenIn(
  { file, marks }: { file: string; marks: readonly string[] },
  { document, named }: { document: string; named: string },
): boolean {
  if (named === "routing.controllers") return true;
  if (/^&\w+$/.test(named)) return /([^/]+)\.(?:java|kt)$/.exec(file)?.[1] === named.slice(1);
  if (/^@\w+$/.test(named)) return marks.includes(named.slice(1));
  if (/^[a-z]\w*(?:\.\w+)+$/.test(named)) return file.includes(`/${named.replaceAll(".", "/")}/`);
  if (named.includes("\\")) return file.endsWith(`/${named.slice(named.lastIndexOf("\\") + 1)}.php`);
  if (named.startsWith("@")) return file.includes(`/${named.slice(1).replace(/\/?$/, "/")}`);
  return expandBraces(named).some((one) => {
    const folder = one.replace(/[^/]*\*.*$/, "");
    const project = document.replace(/(?:^|\/)(?:app\/)?config\/.*$/, "");
    const isOfProject = folder.startsWith("%kernel.project_dir%/");
    const path = joinPath(isOfProject ? project : folderOf(document), folder.replace(/^%[\w.]+%\//, ""));
    return path !== null && isUnder(file, path);
  });
}

/** `src/{Controller,Api}/` is two folders. */
function expandBraces(pattern: string): string[] {
  const [whole = "", inner = ""] = /\{([^{}]{0,200})\}/.exec(pattern) ?? [];
  return whole === "" ? [pattern] : inner.split(",").map((one) => pattern.replace(whole, one));
}
