import type { ChangeFlag } from "@cairn/contract/change-flags";

import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import type { DiffedFile } from "#server/platform/git/diff/parse-diff.ts";

/** By path: what runs elsewhere than where it is read. */
const flaggedPaths: readonly { flag: ChangeFlag; pattern: RegExp }[] = [
  {
    flag: "ci",
    pattern:
      /^(?:\.github\/(?:workflows|actions)\/|\.circleci\/|\.buildkite\/|\.gitlab-ci|\.travis\.yml|\.drone\.yml|azure-pipelines|bitbucket-pipelines|Jenkinsfile|\.ci\/)/i,
  },
  {
    flag: "lockfile",
    pattern:
      /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|go\.sum|mix\.lock|packages\.lock\.json|gradle\.lockfile)$/i,
  },
  {
    flag: "build-script",
    pattern:
      /(?:^|\/)(?:package\.json|Makefile|GNUmakefile|CMakeLists\.txt|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|pom\.xml|build\.rs|setup\.py|Rakefile|Dockerfile[^/]*|\.npmrc|\.husky\/[^/]+|\.pre-commit-config\.yaml|[^/]+\.(?:csproj|targets|props))$/i,
  },
];

/** Turns text around or takes no room: what is read is not what runs. */
export const hiddenCharacters = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/;

/** What a reviewer should look at twice in a changed file. */
export function flagChange(file: DiffedFile): ChangeFlag[] {
  const paths = [file.path, file.oldPath ?? file.path];
  const flags = flaggedPaths.filter(({ pattern }) => paths.some((path) => pattern.test(path))).map(({ flag }) => flag);
  const added = file.hunks.flatMap(({ lines }) => lines.filter(({ type }) => type === "added"));
  if (added.some(({ content }) => hiddenCharacters.test(content))) flags.push("hidden-characters");
  if (file.newMode === "100755" && file.oldMode !== "100755") flags.push("executable");
  if (file.isBinary) flags.push("binary");
  else if (isCopied(file)) flags.push("generated");
  return flags;
}

/** Nobody reads it line by line: written by a program, copied from elsewhere, or versions that are locked. */
export function isSkimmed(path: string): boolean {
  return isCopied({ path }) || classifyPath(path).role === "lockfile";
}

/** Written by a program or copied from elsewhere, so that nobody wrote it line by line. Lockfiles are flagged as such. */
export function isCopied({ path }: Pick<DiffedFile, "path">): boolean {
  const { kind, role } = classifyPath(path);
  return (kind === "generated" || kind === "vendored") && role !== "lockfile";
}
