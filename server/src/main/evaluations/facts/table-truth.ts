import type { FactTruth, ReadText } from "./truth.ts";

/** The tables of one document. */
interface TableSet {
  columns: Map<string, string[]>;
  relations: string[];
}

interface TruthFormat {
  name: RegExp;
  parse: (text: string) => TableSet;
}

const formats: readonly TruthFormat[] = [
  { name: /(?:^|\/)db\/schema\.rb$/, parse: parseRailsSchema },
  { name: /ModelSnapshot\.cs$/, parse: parseEntityFrameworkSnapshot },
  { name: /(?:^|\/)(?:structure|schema)\.sql$/, parse: parseSql },
];
const aside = /(?:^|\/)(?:node_modules|vendor|tests?|spec|fixtures?|examples?)\//i;

/** Tables, columns and relations that schema dumps and snapshots of a repository list. */
export async function loadTableTruths(paths: readonly string[], read: ReadText): Promise<FactTruth[]> {
  const files: string[] = [];
  const tables = new Set<string>();
  const columns = new Set<string>();
  const relations = new Set<string>();
  for (const path of paths.filter((one) => !aside.test(one))) {
    const format = formats.find((one) => one.name.test(path));
    const found = format?.parse((await read(path)) ?? "");
    if (!found || found.columns.size === 0) continue;
    files.push(path);
    for (const [table, names] of found.columns) {
      tables.add(table);
      for (const column of names) columns.add(`${table}.${column}`);
    }
    for (const relation of found.relations) relations.add(relation);
  }
  if (files.length === 0) return [];
  return [
    { kind: "tables", files, keys: tables },
    { kind: "columns", files, keys: columns },
    { kind: "relations", files, keys: relations },
  ];
}

/** `create_table "boats"` with `t.string "name"`; `add_foreign_key "boats", "harbours"`. */
function parseRailsSchema(text: string): TableSet {
  const columns = new Map<string, string[]>();
  for (const [, table = "", options = "", body = ""] of text.matchAll(
    /create_table "([^"]+)"([^\n]*) do \|t\|\n([\s\S]*?)\n {2}end/g,
  )) {
    const names = [...body.matchAll(/^\s+t\.(?!index|check_constraint)\w+ "([^"]+)"/gm)].map((match) => match[1] ?? "");
    const key = /id: false/.test(options) ? [] : [/primary_key: "([^"]+)"/.exec(options)?.[1] ?? "id"];
    columns.set(table, [...key, ...names]);
  }
  const relations = [...text.matchAll(/add_foreign_key "([^"]+)", "([^"]+)"/g)].map(
    ([, from = "", to = ""]) => `${from} -> ${to}`,
  );
  return { columns, relations };
}

/** `modelBuilder.Entity("Boats.Boat", b => { b.Property<int>("Id") …; b.ToTable("Boats"); })`. */
function parseEntityFrameworkSnapshot(text: string): TableSet {
  const columns = new Map<string, string[]>();
  const tableOf = new Map<string, string>();
  const blocks = [...text.matchAll(/modelBuilder\.Entity\("([^"]+)", b =>\s*\{([\s\S]*?)\n {16}\}\);/g)];
  for (const [, entity = "", body = ""] of blocks) {
    const table = /b\.To(?:Table|View)\("([^"]+)"/.exec(body)?.[1];
    if (table === undefined) continue;
    tableOf.set(entity, table);
    const names = [...body.matchAll(/^ {20}b\.Property<[^\n]*>\("([^"]+)"\)((?:\s*\.[^\n;]*)*)/gm)];
    columns.set(
      table,
      names.map(([, name = "", rest = ""]) => /\.HasColumnName\("([^"]+)"\)/.exec(rest)?.[1] ?? name),
    );
  }
  const relations: string[] = [];
  for (const [, entity = "", body = ""] of blocks)
    for (const [, target = ""] of body.matchAll(/b\.HasOne\("([^"]+)"/g)) {
      const [from, to] = [tableOf.get(entity), tableOf.get(target)];
      if (from !== undefined && to !== undefined) relations.push(`${from} -> ${to}`);
    }
  return { columns, relations };
}

/** `CREATE TABLE boats (…)` and `ALTER TABLE … FOREIGN KEY (harbour_id) REFERENCES harbours`, as dumps write them. */
function parseSql(text: string): TableSet {
  const columns = new Map<string, string[]>();
  const relations: string[] = [];
  for (const [, name = "", body = ""] of text.matchAll(
    /CREATE TABLE (?:IF NOT EXISTS )?([\w."`]+)\s*\(([\s\S]*?)\n\)/gi,
  )) {
    const table = bare(name);
    const names: string[] = [];
    for (const line of body.split(/,?\s*\n\s*/)) {
      const reference = /^(?:CONSTRAINT \S+ )?FOREIGN KEY \([^)]+\) REFERENCES ([\w."`]+)/i.exec(line);
      if (reference) relations.push(`${table} -> ${bare(reference[1] ?? "")}`);
      const column = /^["`]?(\w+)["`]?\s+\w/.exec(line)?.[1];
      if (column === undefined || /^(?:constraint|primary|foreign|unique|check|index|key)$/i.test(column)) continue;
      names.push(column);
      const target = /\bREFERENCES ([\w."`]+)/i.exec(line)?.[1];
      if (target !== undefined) relations.push(`${table} -> ${bare(target)}`);
    }
    columns.set(table, names);
  }
  for (const [, from = "", to = ""] of text.matchAll(
    /ALTER TABLE (?:ONLY )?([\w."`]+)\s+ADD CONSTRAINT \S+ FOREIGN KEY \([^)]+\) REFERENCES ([\w."`]+)/gi,
  ))
    relations.push(`${bare(from)} -> ${bare(to)}`);
  return { columns, relations };
}

function bare(name: string): string {
  return (name.split(".").at(-1) ?? name).replace(/["`\s]/g, "");
}
