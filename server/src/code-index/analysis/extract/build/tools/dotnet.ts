import { emptyBuild, maxDeclarations } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildTool } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildFacts } from "#server/code-index/analysis/text/content-facts.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

import { withoutXmlComments } from "./xml-text.ts";

/** Projects of .NET: who references whom, what is compiled from elsewhere, which namespaces all files see. */
export const dotnet: BuildTool = {
  name: "MSBuild",
  read: { csproj: readProject, msbuild: (source) => ({ ...readProject(source), holdsBelow: true }) },
  examples: [
    {
      files: {
        "Store/Store.csproj": `<Project><ItemGroup><ProjectReference Include="..\\Core\\Core.csproj" /></ItemGroup></Project>`,
        "Store/Cart.cs": `using Acme.Core;\nusing acme.Paper;\nnamespace Acme.Store;\nclass Cart { Money total; Line[] lines; Label label; Bill bill; }\n`,
        "Store/Line.cs": `namespace Acme.Store;\nclass Line { }\n`,
        "Core/Core.csproj": `<Project><ItemGroup><ProjectReference Include="..\\Base\\Base.csproj" /></ItemGroup></Project>`,
        "Core/Money.cs": `namespace Acme.Core;\npublic struct Money { }\n`,
        "Core/Bill.cs": `namespace acme.Paper;\npublic class Bill { }\n`,
        "Base/Base.csproj": `<Project />`,
        "Base/Label.cs": `namespace Acme;\npublic class Label { }\n`,
        "Other/Other.csproj": `<Project />`,
        "Other/Money.cs": `namespace Acme.Core;\npublic struct Money { }\n`,
        "Other/Line.cs": `namespace Acme.Store;\nclass Line { }\n`,
      },
      edges: [
        "Store/Cart.cs > Base/Label.cs",
        "Store/Cart.cs > Core/Bill.cs",
        "Store/Cart.cs > Core/Money.cs",
        "Store/Cart.cs > Store/Line.cs",
      ],
    },
    {
      files: {
        "Directory.Build.props": `<Project><ItemGroup><Using Include="Acme.Tools" /><ProjectReference Include="$(RepoRoot)Tools/Tools.csproj" /></ItemGroup></Project>`,
        "App/App.csproj": `<Project><ItemGroup><Compile Include="..\\Shared\\Clock.cs" Link="Clock.cs" /></ItemGroup></Project>`,
        "App/Program.cs": `namespace App;\nvar clock = new Clock();\nbuilder.AddTools();\nnew Hammer();\n`,
        "Shared/Clock.cs": `namespace App;\nclass Clock { }\n`,
        "Shared/Hammer.cs": `namespace App;\nclass Hammer { }\n`,
        "Tools/Tools.csproj": `<Project />`,
        "Tools/Hammer.cs": `namespace Acme.Tools;\npublic class Hammer { }\n`,
        "Tools/Setup.cs": `namespace Acme.Tools;\npublic static class Setup { public static void AddTools(this Builder builder) { } }\n`,
      },
      edges: ["App/Program.cs > Shared/Clock.cs", "App/Program.cs > Tools/Hammer.cs", "App/Program.cs > Tools/Setup.cs"],
    },
    {
      files: {
        "GlobalUsings.cs": "global using Acme.Tools;\nglobal using acme.Wood;\n",
        "App.csproj": "<Project />",
        "Program.cs": "using Nail = Acme.Metal.Nail;\nnew Hammer(); new Nail(); new Plank();\n",
        "Wood/Plank.cs": "namespace acme.Wood { class Plank { } }\n",
        "Tools/Hammer.cs": "namespace Acme.Tools { class Hammer { } }\n",
        "Metal/Nail.cs": "namespace Acme.Metal { class Nail { } }\n",
        "Metal/Hammer.cs": "namespace Acme.Metal { class Hammer { } }\n",
      },
      edges: ["Program.cs > Metal/Nail.cs", "Program.cs > Tools/Hammer.cs", "Program.cs > Wood/Plank.cs"],
    },
  ],
}; // prettier-ignore

function readProject(source: SourceText): BuildFacts {
  const text = withoutXmlComments(source.text);
  const build = emptyBuild();
  for (const [, paths = ""] of text.matchAll(/<ProjectReference\s[^>]{0,400}?\bInclude\s*=\s*"([^"]{1,2000})"/g))
    for (const path of paths.split(";")) build.uses.push({ by: "path", project: asPath(path), alias: null });
  for (const [, path = ""] of text.matchAll(/<Compile\s[^>]{0,400}?\bInclude\s*=\s*"((?:\.\.|\$\()[^"]{1,2000})"/g))
    build.includes.push(asPath(path));
  for (const [, path = ""] of text.matchAll(/<Import\s[^>]{0,400}?\bProject\s*=\s*"([^"]{1,2000}\.projitems)"/g))
    build.includes.push(asPath(path).replace(/\/?[^/]+$/, "") || ".");
  for (const [, namespace = ""] of text.matchAll(/<Using\s[^>]{0,400}?\bInclude\s*=\s*"([\w.]{1,400})"/g))
    build.imports.push(namespace);
  build.uses.length = Math.min(build.uses.length, maxDeclarations);
  return build;
}

/** What a file of C# makes visible in all files of its project; null where it does not. */
export function readGlobalUsings(source: SourceText): BuildFacts | null {
  if (source.language !== "csharp" || !source.text.includes("global using")) return null;
  const imports = [...source.text.matchAll(/^[ \t]*global\s+using\s+(?:static\s+)?([A-Za-z_][\w.]{0,400})\s*;/gm)];
  return imports.length === 0 ? null : { ...emptyBuild(), imports: imports.map(([, name = ""]) => name) };
}

function asPath(written: string): string {
  return written.trim().replaceAll("\\", "/").replace("$(MSBuildThisFileDirectory)", "./");
}
