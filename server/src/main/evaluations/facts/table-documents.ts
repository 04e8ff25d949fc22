/** The tables of one document. */
export interface TableSet {
  columns: Map<string, string[]>;
  relations: { from: string; column: string; to: string }[];
}

/** `create_table "boats"` with `t.string "name"`; `add_foreign_key "boats", "harbours"`. */
export function parseRailsSchema(text: string): TableSet {
  const columns = new Map<string, string[]>();
  for (const [, table = "", options = "", body = ""] of text.matchAll(
    /create_table "([^"]+)"([^\n]*) do \|t\|\n([\s\S]*?)\n? {2}end/g,
  )) {
    const names = [...body.matchAll(/^\s+t\.(?!index|check_constraint|unique_constraint)\w+ "([^"]+)"/gm)].map(
      (match) => match[1] ?? "",
    );
    const key = /id: false/.test(options) ? [] : [/primary_key: "([^"]+)"/.exec(options)?.[1] ?? "id"];
    columns.set(table, [...key, ...names]);
  }
  const relations = [...text.matchAll(/add_foreign_key "([^"]+)", "([^"]+)"([^\n]*)/g)].map(
    ([, from = "", to = "", options = ""]) => ({
      from,
      column: /column: "([^"]+)"/.exec(options)?.[1] ?? `${to.replace(/ies$/, "y").replace(/s$/, "")}_id`,
      to,
    }),
  );
  return { columns, relations };
}

/** `modelBuilder.Entity("Boats.Boat", b => { b.Property<int>("Id") …; b.ToTable("Boats"); })`. */
export function parseEntityFrameworkSnapshot(text: string): TableSet {
  const columns = new Map<string, string[]>();
  const tableOf = new Map<string, string>();
  const blocks = [...text.matchAll(/modelBuilder\.Entity\("([^"]+)", b =>\s*\{([\s\S]*?)\n {16}\}\);/g)];
  const basesOf = new Map(
    blocks.map(([, entity = "", body = ""]) => [entity, /b\.HasBaseType\("([^"]+)"/.exec(body)?.[1]]),
  );
  for (const [, entity = "", body = ""] of blocks) {
    const table = /b\.ToTable\("([^"]+)"/.exec(body)?.[1];
    if (table !== undefined) tableOf.set(entity, table);
  }
  const tableFor = (entity: string | undefined, depth = 0): string | undefined =>
    entity === undefined || depth > 20 ? undefined : (tableOf.get(entity) ?? tableFor(basesOf.get(entity), depth + 1));
  for (const [, entity = "", body = ""] of blocks) {
    const table = tableFor(entity);
    if (table === undefined) continue;
    const names = [...body.matchAll(/^ {20}b\.Property<[^\n]*>\("([^"]+)"\)((?:\s*\.[^;]*?)*);/gm)];
    const own = names.map(([, name = "", rest = ""]) => /\.HasColumnName\("([^"]+)"\)/.exec(rest)?.[1] ?? name);
    // What it owns is kept in its own row.
    for (const [, owned = ""] of body.matchAll(/b\.OwnsOne\([\s\S]*?\n {24}\{([\s\S]*?)\n {24}\}\)/g)) {
      if (!owned.includes(`.ToTable("${table}"`)) continue;
      const path = /b\.OwnsOne\("[^"]+", "([^"]+)"/.exec(body)?.[1] ?? "";
      for (const [, name = "", rest = ""] of owned.matchAll(/Property<[^\n]*>\("([^"]+)"\)((?:\s*\.[^;]*?)*);/g))
        if (!name.endsWith("Id")) own.push(/\.HasColumnName\("([^"]+)"\)/.exec(rest)?.[1] ?? `${path}_${name}`);
    }
    columns.set(table, [...(columns.get(table) ?? []), ...own]);
  }
  const relations = blocks.flatMap(([, entity = "", body = ""]) =>
    [...body.matchAll(/b\.HasOne\("([^"]+)"[^;]*?(?:\.HasForeignKey\((?:"[^"]+", )?"([^"]+)"[^;]*)?;/g)].flatMap(
      ([, target = "", column = ""]) => {
        const [from, to] = [tableFor(entity), tableFor(target)];
        return from === undefined || to === undefined ? [] : [{ from, column, to }];
      },
    ),
  );
  return { columns, relations };
}

/** `boats (id) { id -> Int4, }` in `diesel::table!`; `joinable!(boats -> harbours (harbour_id));`. */
export function parseDieselSchema(text: string): TableSet {
  const columns = new Map<string, string[]>();
  for (const [, name = "", body = ""] of text.matchAll(
    /table!\s*\{[\s\S]*?(?<=\n)\s*([\w.]+)\s*\([^)]*\)\s*\{([\s\S]*?)\n\s{4}\}/g,
  )) {
    const names = [...body.matchAll(/(?:#\[sql_name = "([^"]+)"\]\s*)?^\s*(\w+) -> /gm)].map(
      ([, named, field = ""]) => named ?? field,
    );
    columns.set(bare(name), names);
  }
  const relations = [...text.matchAll(/joinable!\((\w+) -> (\w+) \((\w+)\)\)/g)].map(
    ([, from = "", to = "", column = ""]) => ({ from, to, column }),
  );
  return { columns, relations };
}

/** `model Boat { harbour Harbour @relation(fields: [harbourId], references: [id]) @@map("boats") }`. */
export function parsePrismaSchema(text: string): TableSet {
  const models = [...text.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)].map(([, name = "", body = ""]) => ({
    name,
    body,
  }));
  const tableOf = new Map(models.map(({ name, body }) => [name, /@@map\("([^"]+)"\)/.exec(body)?.[1] ?? name]));
  const columns = new Map<string, string[]>();
  const relations: TableSet["relations"] = [];
  for (const { name, body } of models) {
    const from = tableOf.get(name) ?? name;
    const columnOf = new Map<string, string>();
    for (const [, field = "", type = "", rest = ""] of body.matchAll(/^\s+(\w+)\s+(\w+)([^\n]*)/gm))
      if (!tableOf.has(type)) columnOf.set(field, /@map\("([^"]+)"\)/.exec(rest)?.[1] ?? field);
    columns.set(from, [...columnOf.values()]);
    for (const [, type = "", field = ""] of body.matchAll(/^\s+\w+\s+(\w+)[^\n]*@relation\([^\n]*fields: \[(\w+)/gm))
      relations.push({ from, column: columnOf.get(field) ?? field, to: tableOf.get(type) ?? type });
  }
  for (const { name, body } of models)
    for (const [, type = "", rest = ""] of body.matchAll(/^\s+\w+\s+(\w+)\[\]([^\n]*)/gm)) {
      const back = models.find((one) => one.name === type)?.body.match(new RegExp(`^\\s+\\w+\\s+${name}\\[\\]`, "m"));
      if (!back || name > type) continue;
      const table = `_${/@relation\((?:name: )?"([^"]+)"/.exec(rest)?.[1] ?? `${name}To${type}`}`;
      columns.set(table, ["A", "B"]);
      relations.push({ from: table, column: "A", to: tableOf.get(name) ?? name });
      relations.push({ from: table, column: "B", to: tableOf.get(type) ?? type });
    }
  return { columns, relations };
}

/** `CREATE TABLE boats (…)` and `ALTER TABLE … FOREIGN KEY (harbour_id) REFERENCES harbours`, as dumps write them. */
export function parseSqlDump(text: string): TableSet {
  const columns = new Map<string, string[]>();
  const relations: TableSet["relations"] = [];
  for (const [, name = "", body = ""] of text
    .replaceAll(/^\s*--.*$/gm, "")
    .matchAll(/CREATE TABLE (?:IF NOT EXISTS )?([\w."`]+)\s*\(([\s\S]*?)\n?\)[^,;()]*;/gi)) {
    const table = bare(name);
    const names: string[] = [];
    for (const line of body.split(/,?\s*\n\s*/)) {
      const reference = /^(?:CONSTRAINT \S+ )?FOREIGN KEY\s*\(["`]?(\w+)[^)]*\) REFERENCES ([\w."`]+)/i.exec(line);
      if (reference) relations.push({ from: table, column: reference[1] ?? "", to: bare(reference[2] ?? "") });
      const column = /^["`]?(\w+)["`]?\s+["\w]/.exec(line)?.[1];
      if (column === undefined || /^(?:constraint|primary|foreign|unique|check)$/i.test(column)) continue;
      if (/^(?:unique |fulltext )?(?:key|index)\s+["`]?\w+["`]?\s*\(/i.test(line)) continue;
      names.push(column);
      const target = /\bREFERENCES ([\w."`]+)/i.exec(line)?.[1];
      if (target !== undefined) relations.push({ from: table, column, to: bare(target) });
    }
    columns.set(table, names);
  }
  for (const [, from = "", column = "", to = ""] of text.matchAll(
    /ALTER TABLE (?:ONLY )?([\w."`]+)\s+ADD CONSTRAINT \S+ FOREIGN KEY \(["`]?(\w+)[^)]*\) REFERENCES ([\w."`]+)/gi,
  ))
    relations.push({ from: bare(from), column, to: bare(to) });
  // Parts of a table are no tables.
  for (const [, part = ""] of text.matchAll(/ATTACH PARTITION ([\w."`]+)/gi)) columns.delete(bare(part));
  return { columns, relations };
}

function bare(name: string): string {
  return (name.split(".").at(-1) ?? name).replace(/["`\s]/g, "");
}
