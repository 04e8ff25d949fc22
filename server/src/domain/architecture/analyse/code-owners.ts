import { matchWildcards } from "./match-wildcards.ts";

/** Where code hosts look for it, in their order. */
export const codeOwnersPaths = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"] as const;

/** More rules, and longer patterns, than anybody reads through. */
const maxRules = 2_000;
const longestPattern = 300;
const longestFolder = 300;

interface OwnerRule {
  /** Empty where the line takes its files out of all ownership. */
  owners: string[];
  /** From 1. */
  line: number;
  /** A pattern with a slash before its end counts from the root. */
  isAnchored: boolean;
  /** As it is written, without the slashes around it. */
  path: string;
  /** Between the slashes of the path; `**` stands for any number of folders. */
  parts: string[];
}

export interface OwnerRules {
  rules: OwnerRule[];
  /** Whether it says more than was read: then nobody knows that something has no owner. */
  isCut: boolean;
}

/** The rules of a CODEOWNERS file; sections of GitLab and what is no rule are passed over. */
export function parseCodeOwners(lines: readonly string[]): OwnerRules {
  const rules: OwnerRule[] = [];
  for (const [at, text] of lines.entries()) {
    const [pattern, ...words] = text
      .replace(/(^|\s)#.*$/, "")
      .trim()
      .split(/\s+/);
    if (!pattern || /^\^?\[/.test(pattern)) continue;
    if (rules.length === maxRules || pattern.length > longestPattern) return { rules, isCut: true };
    rules.push(toRule(pattern, { owners: words.filter((word) => word.includes("@")), line: at + 1 }));
  }
  return { rules, isCut: false };
}

function toRule(pattern: string, { owners, line }: Pick<OwnerRule, "owners" | "line">): OwnerRule {
  const path = pattern.replace(/^\//, "").replace(/\/$/, "");
  const isAnchored = pattern.startsWith("/") || path.includes("/");
  return { owners, line, isAnchored, path, parts: path.split("/") };
}

/**
 * Whether nobody owns any of a folder, by the last rule that says of it as a whole whose it is; where rules name owners of some of
 * its files, it is not without any.
 */
export function isUnowned({ rules, isCut }: OwnerRules, folder: string): boolean {
  return !isCut && folder.length <= longestFolder && findOwnerRule(rules, folder) === null;
}

/**
 * The last rule that says of a folder as a whole whose it is. Null where none does and where that one names nobody, unless a
 * rule names owners of some of its files: then it is not without any.
 */
export function findOwnerRule(rules: readonly OwnerRule[], folder: string): OwnerRule | null {
  const folders = folder.split("/");
  const whole = rules.findLast((rule) => holdsFolder(rule, folders));
  if (whole && whole.owners.length > 0) return whole;
  const later = rules.filter(({ owners, line }) => owners.length > 0 && line > (whole?.line ?? 0));
  return later.findLast((rule) => mayHoldSome(rule, folder)) ?? null;
}

/** What holds a folder holds all below it. */
function holdsFolder({ isAnchored, path, parts }: OwnerRule, folders: readonly string[]): boolean {
  if (path === "" || path === "*" || path === "**") return true;
  if (!isAnchored) return folders.some((folder) => isNamed(folder, path));
  return matchWildcards(folders, [...parts, "**"], { wildcard: "**", isOne: isNamed });
}

function isNamed(folder = "", wanted: string): boolean {
  return matchWildcards(folder, wanted, { wildcard: "*", isOne: (given, one) => one === "?" || given === one });
}

/** Of files by their ending nobody knows here whether the folder has some: it is taken for owned. */
function mayHoldSome({ isAnchored, path }: OwnerRule, folder: string): boolean {
  if (folder === "" || (!isAnchored && path.includes("*"))) return true;
  return isAnchored && (path.startsWith(`${folder}/`) || path.startsWith("**/"));
}
