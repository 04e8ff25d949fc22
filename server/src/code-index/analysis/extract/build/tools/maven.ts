import { emptyBuild, maxDeclarations } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildTool } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildFacts } from "#server/code-index/analysis/text/content-facts.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

import { elementText, withoutElements, withoutXmlComments } from "./xml-text.ts";

/** Modules of Maven: a class leads to a module that is among the dependencies, or among those of the parent. */
export const maven: BuildTool = {
  name: "Maven",
  read: { pom: readPom },
  examples: [
    {
      files: {
        "pom.xml": `<project><groupId>org.acme</groupId><artifactId>acme</artifactId><modules><module>app</module></modules>
          <dependencies><dependency><groupId>org.acme</groupId><artifactId>base</artifactId></dependency></dependencies></project>`,
        "app/pom.xml": `<project><parent><groupId>org.acme</groupId><artifactId>acme</artifactId></parent><artifactId>app</artifactId>
          <dependencies><dependency><groupId>\${project.groupId}</groupId><artifactId>core</artifactId></dependency></dependencies></project>`,
        "core/pom.xml": `<project><parent><groupId>org.acme</groupId><artifactId>acme</artifactId></parent><artifactId>core</artifactId></project>`,
        "base/pom.xml": `<project><groupId>org.acme</groupId><artifactId>base</artifactId></project>`,
        "old/pom.xml": `<project><groupId>org.acme</groupId><artifactId>old</artifactId></project>`,
        "app/src/main/java/org/acme/App.java": `package org.acme;\nimport org.acme.core.Order;\nimport org.acme.base.*;\nimport org.acme.old.Gone;\nclass App { Order order; Clock clock; Near near; Far far; }\n`,
        "app/src/main/java/org/acme/Near.java": `package org.acme;\nclass Near { }\n`,
        "core/src/main/java/org/acme/core/Order.java": `package org.acme.core;\npublic class Order { }\n`,
        "old/src/main/java/org/acme/core/Order.java": `package org.acme.core;\npublic class Order { }\n`,
        "old/src/main/java/org/acme/old/Gone.java": `package org.acme.old;\npublic class Gone { }\n`,
        "old/src/main/java/org/acme/Far.java": `package org.acme;\nclass Far { }\n`,
        "base/src/main/java/org/acme/base/Clock.java": `package org.acme.base;\npublic class Clock { }\n`,
      },
      edges: [
        "app/src/main/java/org/acme/App.java > app/src/main/java/org/acme/Near.java",
        "app/src/main/java/org/acme/App.java > base/src/main/java/org/acme/base/Clock.java",
        "app/src/main/java/org/acme/App.java > core/src/main/java/org/acme/core/Order.java",
      ],
    },
  ],
}; // prettier-ignore

function readPom(source: SourceText): BuildFacts {
  const text = withoutXmlComments(source.text);
  const build = emptyBuild();
  const parent = elementText(text, "parent");
  const own = withoutElements(text, "parent|dependencies|dependencyManagement|build|profiles|modules|reporting");
  const group = elementText(own, "groupId") ?? elementText(parent ?? "", "groupId") ?? "";
  build.name = `${group}:${elementText(own, "artifactId") ?? ""}`;
  if (parent !== null) {
    const path = elementText(parent, "relativePath") ?? "../pom.xml";
    build.parent = path === "" ? null : path.endsWith(".xml") ? path : `${path}/pom.xml`;
  }
  for (const [, module = ""] of text.matchAll(/<module>([^<]{1,400})<\/module>/g))
    build.members.push({ folder: module.trim(), name: null });
  const declared = withoutElements(text, "dependencyManagement|plugins|exclusions");
  for (const [, dependency = ""] of declared.matchAll(/<dependency>([^]*?)(?:<\/dependency>|$)/g)) {
    const groupId = (elementText(dependency, "groupId") ?? "").replace(
      /^\$\{(?:project|pom)\.(?:parent\.)?groupId\}$/,
      group,
    );
    build.uses.push({ by: "name", project: `${groupId}:${elementText(dependency, "artifactId") ?? ""}`, alias: null });
    if (build.uses.length >= maxDeclarations) break;
  }
  return build;
}
