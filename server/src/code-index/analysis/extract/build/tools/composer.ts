import { emptyBuild } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildTool } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildFacts } from "#server/code-index/analysis/text/content-facts.ts";
import { parseJson, recordOf, stringOf } from "#server/code-index/analysis/text/parse-json.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

/** Composer's autoloading: a class of a namespace lies below the folder that PSR-4 gives the namespace. */
export const composer: BuildTool = {
  name: "Composer",
  read: { composer: readComposer },
  examples: [
    {
      files: {
        "composer.json": `{ "autoload": { "psr-4": { "App\\\\": "app/", "App\\\\Extra\\\\": ["extra"] } } }`,
        "app/Models/User.php": "<?php\nnamespace App\\Models;\nclass User extends Model { public Team $team; }\n",
        "app/Models/Team.php": "<?php\nnamespace App\\Models;\nclass Team {}\n",
        "extra/Team.php": "<?php\nnamespace App\\Extra;\nclass Team {}\n",
        "old/Models/User.php": "<?php\nnamespace App\\Models;\nclass User {}\n",
        "app/Start.php":
          "<?php\nnamespace App;\nuse App\\Models\\User;\nuse App\\Extra\\Team as Group;\nnew User(new Group());\n",
      },
      edges: [
        "app/Models/User.php > app/Models/Team.php",
        "app/Start.php > app/Models/User.php",
        "app/Start.php > extra/Team.php",
      ],
    },
  ],
};

function readComposer(source: SourceText): BuildFacts {
  const json = recordOf(parseJson(source.text));
  const build = emptyBuild();
  build.name = stringOf(json["name"]);
  for (const kind of ["autoload", "autoload-dev"])
    for (const [prefix, folders] of Object.entries(recordOf(recordOf(json[kind])["psr-4"])))
      for (const folder of Array.isArray(folders) ? folders : [folders])
        if (typeof folder === "string") build.sourceRoots.push({ prefix, folder });
  return build;
}
