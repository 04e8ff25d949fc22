import { emptyBuild, maxDeclarations } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildTool } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildFacts } from "#server/code-index/analysis/text/content-facts.ts";
import { matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

/** Projects of Gradle, as the settings name them and as builds refer to them. */
export const gradle: BuildTool = {
  name: "Gradle",
  read: { gradle: readBuild, "gradle-settings": readSettings },
  examples: [
    {
      files: {
        "settings.gradle.kts": `include(":app", ":core:data-model")\ninclude(":util")\nproject(":util").projectDir = file("libs/tools")\n`,
        "app/build.gradle.kts": `dependencies {\n  implementation(projects.core.dataModel)\n  api(project(":util"))\n}\n`,
        "core/data-model/build.gradle": `dependencies { }\n`,
        "libs/tools/build.gradle": ``,
        "old/build.gradle": ``,
        "app/src/main/kotlin/App.kt": `package acme\nimport acme.model.Boat\nimport acme.tools.later\nimport acme.old.Gone\nclass App(val boat: Boat)\n`,
        "core/data-model/src/main/kotlin/Boat.kt": `package acme.model\nclass Boat\n`,
        "libs/tools/src/main/kotlin/Times.kt": `package acme.tools\nfun later() {}\n`,
        "old/src/main/kotlin/Gone.kt": `package acme.old\nclass Gone\n`,
      },
      edges: [
        "app/src/main/kotlin/App.kt > core/data-model/src/main/kotlin/Boat.kt",
        "app/src/main/kotlin/App.kt > libs/tools/src/main/kotlin/Times.kt",
      ],
    },
    {
      files: {
        "settings.gradle": `include 'core',\n  'web'\n`,
        "build.gradle": `subprojects {\n  dependencies { implementation project(path: ':core') }\n}\n`,
        "core/build.gradle": ``,
        "web/build.gradle": ``,
        "core/src/Order.java": `package acme.core;\npublic class Order { }\n`,
        "web/src/Page.java": `package acme.web;\nimport acme.core.Order;\nclass Page { Order order; }\n`,
      },
      edges: ["web/src/Page.java > core/src/Order.java"],
    },
  ],
}; // prettier-ignore

function readBuild(source: SourceText): BuildFacts {
  const build = emptyBuild();
  for (const { match } of matchesInCode(source, /\bproject\(\s*(?:path\s*[:=]\s*)?["'](:[^"'\n]{1,200})["']|\bprojects\.([a-zA-Z][\w.]{0,200})/g))
    build.uses.push({ by: "member", project: memberName(match[1] ?? match[2] ?? ""), alias: null });
  build.uses.length = Math.min(build.uses.length, maxDeclarations);
  build.holdsBelow = /\b(?:subprojects|allprojects|configure\s*\()/.test(source.text);
  return build;
} // prettier-ignore

function readSettings(source: SourceText): BuildFacts {
  const build = emptyBuild();
  const folders = new Map<string, string>();
  for (const { match } of matchesInCode(source, /\bproject\(\s*["'](:[^"'\n]{1,200})["']\s*\)\.projectDir\s*=\s*(?:new\s+)?\w+\(\s*(?:\w+\s*,\s*)?["']([^"'\n]{1,400})["']/g))
    folders.set(match[1] ?? "", match[2] ?? "");
  for (const { match } of matchesInCode(source, /\binclude\b\s*\(?((?:\s*["'][^"'\n]{1,200}["']\s*,?)+)/g))
    for (const [, name = ""] of (match[1] ?? "").matchAll(/["']([^"']+)["']/g)) {
      const path = name.startsWith(":") ? name : `:${name}`;
      build.members.push({
        folder: folders.get(path) ?? path.slice(1).replaceAll(":", "/"),
        name: memberName(path),
      });
    }
  build.members.length = Math.min(build.members.length, maxDeclarations);
  return build;
} // prettier-ignore

/** `:core:data-model` and the accessor `core.dataModel` are one. */
function memberName(written: string): string {
  return written.replace(/^:/, "").replaceAll(".", ":").replaceAll(/[-_]/g, "").toLowerCase();
}
