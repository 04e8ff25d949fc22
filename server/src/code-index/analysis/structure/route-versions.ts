import type { MarkMeaning } from "./read-marks.ts";

/** Where the version of the API stands in a path. */
export const versionMark = "\u0003";

/** Under the name that the versioning of a framework's programs is kept by. */
export function versionsOf(framework: string): string {
  return `${framework} versions`;
}

/** The prefixes with the versions of the method, or else of its class, where the program puts them into paths. */
export function withVersions(
  { prefixes, versions }: { prefixes: readonly string[]; versions: readonly string[] },
  meanings: readonly MarkMeaning[],
): string[] {
  const own = meanings.find((one) => one.versions !== null)?.versions ?? versions;
  const parts = own.length === 0 ? [""] : own.map((one) => (/^[\w.-]+$/.test(one) ? `v${one}` : ""));
  return prefixes.flatMap((prefix) =>
    prefix.includes(versionMark) ? parts.map((part) => prefix.replace(versionMark, part)) : [prefix],
  );
}
