/** Where code hosts look for it, in their order. */
export const codeOwnersPaths = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"] as const;

interface OwnerRule {
  /** As it is written. */
  pattern: string;
  /** Empty where the line takes its files out of all ownership. */
  owners: string[];
  /** From 1. */
  line: number;
}

/** The rules of a CODEOWNERS file; sections of GitLab and what is no rule are passed over. */
export function parseCodeOwners(lines: readonly string[]): OwnerRule[] {
  return lines.flatMap((text, index) => {
    const [pattern, ...words] = text
      .replace(/(^|\s)#.*$/, "")
      .trim()
      .split(/\s+/);
    if (!pattern || /^\^?\[/.test(pattern)) return [];
    return [{ pattern, owners: words.filter((word) => word.includes("@")), line: index + 1 }];
  });
}

/**
 * The last rule that says of a folder as a whole whose it is. Null where none does and where that one names nobody, unless a
 * rule names owners of some of its files: then it is not without any.
 */
export function findOwnerRule(rules: readonly OwnerRule[], folder: string): OwnerRule | null {
  const whole = rules.findLast(({ pattern }) => holdsFolder(pattern, folder));
  if (whole && whole.owners.length > 0) return whole;
  const later = rules.filter(({ owners, line }) => owners.length > 0 && line > (whole?.line ?? 0));
  return later.findLast(({ pattern }) => mayHoldSome(pattern, folder)) ?? null;
}

function holdsFolder(pattern: string, folder: string): boolean {
  const { isAnchored, path } = read(pattern);
  if (path === "" || path === "*" || path === "**") return true;
  const folders = folder.split("/").map((_part, at, parts) => parts.slice(0, at + 1).join("/"));
  const shape = toRegExp(path.replace(/\/\*\*$/, ""));
  return folders.some((one) => shape.test(isAnchored ? one : (one.split("/").at(-1) ?? "")));
}

/** Of files by their ending nobody knows here whether the folder has some: it is taken for owned. */
function mayHoldSome(pattern: string, folder: string): boolean {
  const { isAnchored, path } = read(pattern);
  if (folder === "" || (!isAnchored && path.includes("*"))) return true;
  return isAnchored && (path.startsWith(`${folder}/`) || path.startsWith("**/"));
}

/** A pattern with a slash before its end counts from the root. */
function read(pattern: string): { isAnchored: boolean; path: string } {
  const path = pattern.replace(/^\//, "").replace(/\/$/, "");
  return { isAnchored: pattern.startsWith("/") || path.includes("/"), path };
}

function toRegExp(path: string): RegExp {
  const parts = path.split(/(\*\*\/?|\*|\?)/).map((part) => {
    if (part.startsWith("**")) return "(?:.*/)?";
    if (part === "*") return "[^/]*";
    return part === "?" ? "[^/]" : part.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join("")}$`);
}
