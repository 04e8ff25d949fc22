import {
  parseDieselSchema,
  parseEntityFrameworkSnapshot,
  parsePrismaSchema,
  parseRailsSchema,
  parseSqlDump,
  type TableSet,
} from "./table-documents.ts";
import type { FactTruth, ReadText } from "./truth.ts";

interface TruthFormat {
  name: RegExp;
  parse: (text: string) => TableSet;
}

const formats: readonly TruthFormat[] = [
  { name: /(?:^|\/)db\/(?:\w+_)?schema\.rb$/, parse: parseRailsSchema },
  { name: /ModelSnapshot\.cs$/, parse: parseEntityFrameworkSnapshot },
  { name: /(?:^|\/)schema\.rs$/, parse: parseDieselSchema },
  { name: /\.prisma$/, parse: parsePrismaSchema },
  { name: /(?:^|\/)(?:[\w.-]*[_-])?(?:structure|schema|LATEST)\.sql$/, parse: parseSqlDump },
];
const aside = /(?:^|\/)(?:node_modules|vendor|tests?|spec|fixtures?|examples?|clickhouse|gem_validator)\//i;

/** Tables, columns and relations that schema dumps and snapshots of a repository list. */
export async function loadTableTruths(paths: readonly string[], read: ReadText): Promise<FactTruth[]> {
  const files: string[] = [];
  const tables = new Set<string>();
  const columns = new Set<string>();
  const relations = new Set<string>();
  const carrying = new Set<string>();
  for (const path of paths.filter((one) => !aside.test(one))) {
    const format = formats.find((one) => one.name.test(path));
    const found = format?.parse((await read(path)) ?? "");
    if (!found || found.columns.size === 0) continue;
    files.push(path);
    for (const [table, names] of found.columns) {
      tables.add(table);
      for (const column of names) columns.add(`${table}.${column}`);
    }
    for (const { from, column, to } of found.relations) {
      relations.add(`${from} -> ${to}`);
      carrying.add(`${from}.${column}`);
    }
  }
  if (files.length === 0) return [];
  // A program may relate rows by a column of which the database knows nothing: neither right nor wrong.
  const silent = new Set([...columns].filter((column) => !carrying.has(column)));
  return [
    { kind: "tables", files, keys: tables },
    { kind: "columns", files, keys: columns },
    { kind: "relations", files, keys: relations, silent },
  ];
}
