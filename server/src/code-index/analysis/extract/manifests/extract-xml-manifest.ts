import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt } from "#server/code-index/analysis/text/source-text.ts";
import type { ManifestFact } from "#server/code-index/ports/facts.ts";

/** Maven's pom.xml. */
export function extractMavenManifest(source: SourceText): ManifestFact {
  const { text } = source;
  const own = text.replaceAll(
    /<(parent|dependencies|dependencyManagement|build|profiles|modules)>[^]*?(?:<\/\1>|$)/g,
    (part) => " ".repeat(part.length),
  );
  const description = /<description>([^<]*)<\/description>/.exec(own);
  const found: ManifestFact = {
    ecosystem: "maven",
    name: valueOf(own, "artifactId"),
    description: null,
    version: valueOf(own, "version"),
    dependencies: [],
    entryPoints: [],
    workspaces: [...text.matchAll(/<module>([^<]+)<\/module>/g)].map((module) => module[1]?.trim() ?? ""),
  };
  if (description !== null) {
    const line = lineAt(source, description.index);
    found.description = {
      text: (description[1] ?? "").trim().replaceAll(/\s+/g, " "),
      startLine: line,
      endLine: lineAt(source, description.index + description[0].length),
    };
  }
  for (const match of text.matchAll(/<dependency>([^]*?)(?:<\/dependency>|$)/g)) {
    const body = match[1] ?? "";
    const name = [valueOf(body, "groupId"), valueOf(body, "artifactId")].filter((part) => part !== null).join(":");
    found.dependencies.push({
      name,
      version: valueOf(body, "version") ?? "",
      isDev: valueOf(body, "scope") === "test",
      line: lineAt(source, match.index),
    });
  }
  return found;
}

function valueOf(text: string, tag: string): string | null {
  return new RegExp(`<${tag}>\\s*([^<]*?)\\s*</${tag}>`).exec(text)?.[1] ?? null;
}

/** The project files of .NET. */
export function extractDotnetManifest(source: SourceText): ManifestFact {
  const { text } = source;
  return {
    ecosystem: "nuget",
    name: valueOf(text, "PackageId") ?? valueOf(text, "AssemblyName"),
    description: null,
    version: valueOf(text, "Version"),
    dependencies: [...text.matchAll(/<PackageReference\s+Include="([^"]+)"(?:[^>]*?Version="([^"]+)")?/g)].map(
      (match) => ({
        name: match[1] ?? "",
        version: match[2] ?? "",
        isDev: false,
        line: lineAt(source, match.index),
      }),
    ),
    entryPoints: [],
    workspaces: [],
  };
}
