import { snake } from "#server/code-index/analysis/extract/data/entities/names.ts";
import type { DataFile } from "#server/code-index/analysis/structure/data/migration-series.ts";
import { plural } from "#server/code-index/analysis/text/plural.ts";
import type { NamingRule, TableNamingFact } from "#server/code-index/ports/data-facts.ts";

import type { PlacedEntity } from "./base-finder.ts";
import { libraryOf, sharedFolders } from "./entity-index.ts";

/** What the files of a repository tell object mappers about the names of tables, for the tables that no class names. */
export class TableNamings {
  private readonly told: readonly { path: string; naming: TableNamingFact }[];

  constructor(files: readonly DataFile[]) {
    this.told = files.flatMap(({ path, data }) => (data.namings ?? []).map((naming) => ({ path, naming })));
  }

  /** The table of a class by the naming of its program; null where only the running program knows it. */
  nameTable({ path, entity }: PlacedEntity): string | null {
    const naming = this.namingFor(path, entity.library);
    if (naming === "several" || naming?.rule === "unknown" || naming?.prefix === null) return null;
    const rule = naming?.rule ?? null;
    const bare = rule === null ? libraryOf(entity).naming.table(entity.name, path) : nameBy(rule, entity.name);
    return bare === "" ? null : (naming?.prefix ?? "") + bare;
  }

  /** The naming of the file that is nearest to a class; null where none tells any. */
  private namingFor(path: string, library: string): TableNamingFact | "several" | null {
    const own = this.told.filter(({ naming }) => naming.library === library);
    const most = Math.max(...own.map((one) => sharedFolders(one.path, path)));
    const isOne = new Set(own.map(({ naming }) => keyOf(naming))).size <= 1;
    const near = isOne ? own : own.filter((one) => sharedFolders(one.path, path) === most);
    const [first] = near;
    if (first === undefined) return null;
    return near.every(({ naming }) => keyOf(naming) === keyOf(first.naming)) ? first.naming : "several";
  }
}

export function nameBy(rule: NamingRule, name: string): string {
  if (rule === "same") return name;
  if (rule === "lower") return name.toLowerCase();
  return rule === "snake" ? snake(name) : plural(snake(name));
}

function keyOf({ rule, prefix }: TableNamingFact): string {
  return JSON.stringify([rule, prefix]);
}
