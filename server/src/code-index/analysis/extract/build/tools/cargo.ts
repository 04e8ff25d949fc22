import { emptyBuild, maxDeclarations } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildTool } from "#server/code-index/analysis/extract/build/build-tool.ts";
import type { BuildFacts, BuildUse } from "#server/code-index/analysis/text/content-facts.ts";
import { parseTomlTables, tomlStrings } from "#server/code-index/analysis/text/parse-toml.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

/** Crates of a Cargo workspace: code names those alone that its own Cargo.toml lists with a path. */
export const cargo: BuildTool = {
  name: "Cargo",
  read: { cargo: readCargo },
  examples: [
    {
      files: {
        "Cargo.toml": `[workspace]\nmembers = ["crates/*"]\n[workspace.dependencies]\nacme-core = { path = "crates/core", version = "1" }\n`,
        "crates/core/Cargo.toml": `[package]\nname = "acme-core"\n`,
        "crates/core/src/lib.rs": `pub mod db;\n`,
        "crates/core/src/db.rs": `pub struct Pool;\n`,
        "crates/util/Cargo.toml": `[package]\nname = "acme-util"\n[lib]\nname = "helpers"\npath = "lib/all.rs"\n`,
        "crates/util/lib/all.rs": ``,
        "crates/serde/Cargo.toml": `[package]\nname = "serde"\n`,
        "crates/serde/src/lib.rs": ``,
        "crates/app/Cargo.toml": `[package]\nname = "app"\n[dependencies]\nacme-core.workspace = true\nserde = "1"\nutil = { path = "../util", package = "acme-util" }\n`,
        "crates/app/src/lib.rs": ``,
        "crates/app/src/main.rs": `use acme_core::db::Pool;\nuse serde::Serialize;\nuse util::now;\nuse app::start;\n`,
      },
      edges: [
        "crates/app/src/main.rs > crates/app/src/lib.rs",
        "crates/app/src/main.rs > crates/core/src/db.rs",
        "crates/app/src/main.rs > crates/util/lib/all.rs",
        "crates/core/src/lib.rs > crates/core/src/db.rs",
      ],
    },
  ],
}; // prettier-ignore

function readCargo(source: SourceText): BuildFacts {
  const build = emptyBuild();
  let name: string | null = null;
  for (const table of parseTomlTables(source)) {
    const value = (key: string): string | null => table.entries.find((entry) => entry.key === key)?.value ?? null;
    if (table.name === "package") name = value("name");
    if (table.name === "lib") {
      build.name = value("name");
      const path = value("path");
      if (path !== null) build.sourceRoots.push({ prefix: "", folder: path });
    }
    if (table.name === "workspace")
      for (const folder of tomlStrings(value("members") ?? "")) build.members.push({ folder, name: null });
    if (table.name === "workspace.dependencies") addShared(build, table.entries);
    else if (/(?:^|\.)(?:dev-|build-)?dependencies$/.test(table.name)) addUses(build, table.entries);
    const single = /(?:^|\.)(?:dev-|build-)?dependencies\.([\w-]+)$/.exec(table.name);
    if (single !== null) addUses(build, [{ key: single[1] ?? "", value: table.entries.map((entry) => `${entry.key} = "${entry.value}"`).join(", ") }]);
  }
  build.name = (build.name ?? name)?.replaceAll("-", "_") ?? null;
  build.uses.length = Math.min(build.uses.length, maxDeclarations);
  return build;
} // prettier-ignore

interface TomlPair {
  key: string;
  value: string;
}

/** What the members may take over by `workspace = true`. */
function addShared(build: BuildFacts, entries: readonly TomlPair[]): void {
  for (const { key, value } of entries) {
    const path = pathIn(value);
    if (path !== null) build.members.push({ folder: path, name: key });
  }
}

function addUses(build: BuildFacts, entries: readonly TomlPair[]): void {
  for (const { key, value } of entries) {
    const name = key.replace(/\.workspace$/, "");
    const path = pathIn(value);
    const alias = name.replaceAll("-", "_");
    const use: BuildUse | null =
      path !== null
        ? { by: "path", project: path, alias }
        : name !== key || /\bworkspace\s*=\s*"?true/.test(value)
          ? { by: "member", project: name, alias }
          : null;
    if (use !== null) build.uses.push(use);
  }
}

function pathIn(value: string): string | null {
  return /\bpath\s*=\s*["']([^"']{1,400})["']/.exec(value)?.[1] ?? null;
}
