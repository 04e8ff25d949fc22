import type { FileRole } from "#server/code-index/analysis/text/classify-path.ts";
import type { BuildFacts } from "#server/code-index/analysis/text/content-facts.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

import type { BuildTool } from "./build-tool.ts";
import { cargo } from "./tools/cargo.ts";
import { composer } from "./tools/composer.ts";
import { dotnet, readGlobalUsings } from "./tools/dotnet.ts";
import { goModules } from "./tools/go-modules.ts";
import { gradle } from "./tools/gradle.ts";
import { maven } from "./tools/maven.ts";
import { mix } from "./tools/mix.ts";
import { npm } from "./tools/npm.ts";
import { pythonProjects } from "./tools/python-projects.ts";

export const buildTools: readonly BuildTool[] = [dotnet, maven, gradle, npm, cargo, goModules, composer, mix, pythonProjects]; // prettier-ignore

const readers = new Map(buildTools.flatMap(({ read }) => Object.entries(read)));

/** What a build file declares about projects; null for files that are none. */
export function extractBuild(source: SourceText, role: FileRole | null): BuildFacts | null {
  return role === null ? readGlobalUsings(source) : (readers.get(role)?.(source) ?? null);
}
