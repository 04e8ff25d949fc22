import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";

import { isBesideCode } from "./side-folder.ts";

/** A package of a repository itself: a member of its workspace, a module, or a folder that holds one. */
export interface OwnPackage {
  codebase: Codebase;
  name: string;
  /** "" for the root of the repository. */
  folder: string;
  /** Null for a folder without a manifest. */
  manifest: string | null;
}

/** "the core crate", "package core", "the module `core`". */
const kinds = "crates?|packages?|modules?|librar(?:y|ies)|workspaces?|(?:sub-?)?projects?|folders?|director(?:y|ies)";
const before = new RegExp(String.raw`([\w@][\w@./-]*?)/?["'\x60’”]?\s+(?:${kinds})\b`, "gi");
const after = new RegExp(String.raw`\b(?:${kinds})\s+(?:called\s+|named\s+)?["'\x60‘“]?([\w@][\w@./-]*)`, "gi");
const noName =
  /^(?:the|a|an|this|that|which|what|other|another|each|every|any|all|of|in|is|are|it|our|my|your|go|npm|python|rust|gradle|maven|cargo|does|do|depends?|uses?|would|will|and|or|if|from)$/i;

/** The package or folder of the repository that a question names as one; null where it names none. */
export function findOwnPackage(context: AnswerContext, part: QuestionPart): OwnPackage | null {
  const stated = [before, after].flatMap((pattern) => [...part.text.matchAll(pattern)].map(([, name = ""]) => name));
  const wanted = [...stated, ...part.names]
    .map((name) => name.replace(/^\.?\/|\/$/g, ""))
    .filter((name) => !noName.test(name) && name !== "");
  for (const name of wanted) {
    for (const codebase of context.codebases) {
      const found = memberCalled(codebase, name) ?? (stated.includes(name) ? folderCalled(codebase, name) : null);
      if (found) return found;
    }
  }
  return null;
}

/** Every package of a repository that has a manifest, with the name it gives itself. */
export function ownPackages({ index }: Codebase): { name: string | null; folder: string; manifest: string }[] {
  return index.files().flatMap(({ path, kind }) => {
    const manifest = kind === "config" ? index.facts(path)?.manifest : null;
    return manifest ? [{ name: manifest.name, folder: path.split("/").slice(0, -1).join("/"), manifest: path }] : [];
  });
}

function memberCalled(codebase: Codebase, wanted: string): OwnPackage | null {
  const all = ownPackages(codebase).filter(({ manifest }) => !isBesideCode(manifest));
  const is = (one: string | null) => one !== null && spelled(one) === spelled(wanted);
  const found =
    all.find(({ name }) => is(name)) ??
    // "core" of "@shop/core" or "example.org/shop/core", and of a folder whose package is called otherwise.
    all.find(({ name, folder }) => folder !== "" && is(name?.split("/").at(-1) ?? null)) ??
    all.find(({ folder }) => folder !== "" && (is(folder) || is(folder.split("/").at(-1) ?? "")));
  return found ? { codebase, name: found.name ?? wanted, folder: found.folder, manifest: found.manifest } : null;
}

/** A folder of code of that name, the one nearest to the root. */
function folderCalled(codebase: Codebase, wanted: string): OwnPackage | null {
  const folders = new Set<string>();
  for (const { path, kind } of codebase.index.files()) {
    if (kind !== "source" || isBesideCode(path)) continue;
    const at = `/${path}`.indexOf(`/${wanted}/`);
    if (at >= 0) folders.add(path.slice(0, at + wanted.length));
  }
  const [folder] = [...folders].toSorted((a, b) => a.split("/").length - b.split("/").length || a.length - b.length);
  return folder === undefined ? null : { codebase, name: folder, folder, manifest: null };
}

function spelled(name: string): string {
  return name.toLowerCase().replaceAll(/[_.]/g, "-");
}
