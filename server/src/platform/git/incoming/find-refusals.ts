import type { RawChange } from "./read-changes.ts";

/** Something of a change that is not taken, in words. */
export interface ChangeRefusal {
  path: string;
  /** The second half of a sentence that begins with the path. */
  reason: string;
}

const deleted = "000000";
const link = "120000";
const fileModes = ["100644", "100755"];
const submodule = "160000";
const maxNameBytes = 255;

/** Control characters, and those that make a name read otherwise than it is. */
const deceivingCharacters = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;
/** Characters that some file systems leave out of a name: "git" with one of them inside is "git" there. */
const ignoredCharacters = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;
/** Names by which git, or Windows in short form, finds its own files. */
const gitNames = /^(?:\.git|git~\d+|\.gitmodules|gitmod~\d+|gi7eba~\d+|gi7d29~\d+)$/;

/** Paths of symbolic links that come in; where they lead must be known to judge them. */
export function linksOf(changes: readonly RawChange[]): RawChange[] {
  return changes.filter(({ mode }) => mode === link);
}

/** What of a change may not come in. `targets` has where each new link leads, by its object; null where that is too long. */
export function findRefusals(
  changes: readonly RawChange[],
  targets: ReadonlyMap<string, string | null>,
): ChangeRefusal[] {
  return changes.flatMap((change) => {
    if (change.mode === deleted) return [];
    if (change.path === null) return [{ path: "A file", reason: "has a name that is not text" }];
    const reason = refusePath(change.path) ?? refuseMode(change.mode) ?? refuseTarget(change, targets);
    return reason === null ? [] : [{ path: shown(change.path), reason }];
  });
}

function refusePath(path: string): string | null {
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".."))
    return "has a name that leads out of its folder";
  if (parts.some((part) => Buffer.byteLength(part) > maxNameBytes)) return "has a name that is too long";
  if (deceivingCharacters.test(path)) return "has a name with invisible or control characters";
  if (path.includes("\\")) return "has a name with a backslash, which is a folder on some systems";
  if (parts.some(isGitName)) return "has a name that git keeps for itself";
  return null;
}

function isGitName(part: string): boolean {
  // Windows leaves out what follows a colon, and spaces and dots at the end.
  const [plain = ""] = part.replaceAll(ignoredCharacters, "").split(":");
  return gitNames.test(plain.toLowerCase().replace(/[ .]+$/, ""));
}

function refuseMode(mode: string): string | null {
  if (mode === submodule) return "is a repository of its own (a submodule)";
  return mode === link || fileModes.includes(mode) ? null : "is neither a file nor a link";
}

/**
 * A link may go up as far as the top of the repository, and only at its beginning: behind a name that is itself a link,
 * ".." would be somewhere else than it looks.
 */
function refuseTarget(change: RawChange, targets: ReadonlyMap<string, string | null>): string | null {
  if (change.mode !== link) return null;
  const target = targets.get(change.oid) ?? null;
  if (target === null || target === "" || target.includes("\0")) return "is a link that leads nowhere";
  const parts = target.split("/").filter((part) => part !== "" && part !== ".");
  const firstName = parts.findIndex((part) => part !== "..");
  const names = firstName === -1 ? [] : parts.slice(firstName);
  const stepsUp = parts.length - names.length;
  const depth = (change.path ?? "").split("/").length - 1;
  if (target.startsWith("/") || names.includes("..") || stepsUp > depth || /^[a-z]:|\\/i.test(target)) {
    return "is a link that leads out of the repository";
  }
  return names.some(isGitName) ? "is a link to git's own files" : null;
}

/** A name that shows what it holds. */
function shown(path: string): string {
  const visible = path.replaceAll(
    new RegExp(deceivingCharacters, "gu"),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `“${visible.length > 200 ? `${visible.slice(0, 200)}…` : visible}”`;
}
