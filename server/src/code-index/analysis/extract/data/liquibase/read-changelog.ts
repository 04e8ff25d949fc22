import { readDdl } from "#server/code-index/analysis/extract/data/sql/read-ddl.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { ColumnFact, DataFacts, KeyFact, TableOperation } from "#server/code-index/ports/data-facts.ts";

import { parseXmlElements, parseYamlElements, type ChangelogElement } from "./changelog-element.ts";

const mark = /\bdatabaseChangeLog\b/;
const maxOperations = 20_000;

/** A changelog of Liquibase, in XML or YAML; null for other files. */
export function readChangelog(source: SourceText): DataFacts | null {
  if (!mark.test(source.text.slice(0, 20_000))) return null;
  const elements = source.language === "xml" ? parseXmlElements(source) : parseYamlElements(source.text);
  const logs = elements.filter(({ name }) => name === "databaseChangeLog");
  const facts: DataFacts = {
    role: "migration", library: "liquibase", operations: [], entities: [], registrations: [], step: null, unread: [],
  }; // prettier-ignore
  const included: string[] = [];
  for (const log of logs)
    for (const element of log.children) {
      if (element.name === "changeSet") readChangeSet(element, facts);
      const file = element.attributes.get("file");
      if (element.name === "include" && file !== undefined) included.push(file);
      const folder = element.attributes.get("path");
      if (element.name === "includeAll" && folder !== undefined) included.push(`${folder.replace(/\/?$/, "")}/`);
    }
  if (included.length > 0) facts.step = { name: null, after: included };
  facts.operations.splice(maxOperations);
  return facts.operations.length + facts.unread.length + included.length === 0 ? null : facts;
}

function readChangeSet(changeSet: ChangelogElement, facts: DataFacts): void {
  for (const change of changeSet.children) {
    const read = Object.hasOwn(changes, change.name) ? changes[change.name] : undefined;
    if (read === undefined) continue;
    const found = read(change, (name) => change.attributes.get(name) ?? null);
    // Names that a property stands for are known only where it runs.
    if (found === null || found.some((one) => "table" in one && one.table?.includes("${")))
      facts.unread.push(change.line);
    else facts.operations.push(...found);
  }
}

type ReadChange = (change: ChangelogElement, get: (name: string) => string | null) => TableOperation[] | null;

const changes: Readonly<Record<string, ReadChange>> = {
  createTable: (change, get) => {
    const table = get("tableName");
    if (table === null) return null;
    const own = columnsIn(change);
    return [{
      op: "create", table, columns: own.map(readColumn), keys: own.flatMap(readKey), indexes: [], like: null, isIfAbsent: false,
      line: change.line, endLine: change.endLine,
    }]; // prettier-ignore
  },
  addColumn: (change, get) => {
    const table = get("tableName");
    if (table === null) return null;
    return columnsIn(change).flatMap((one): TableOperation[] => [
      { op: "add-column", table, column: readColumn(one), line: one.line },
      ...readKey(one).map((key): TableOperation => ({ op: "add-key", table, key, line: key.line })),
    ]);
  },
  dropColumn: (change, get) => {
    const table = get("tableName");
    const named = columnsIn(change).map((one) => one.attributes.get("name") ?? "");
    const columns = [...named, ...(get("columnName") === null ? [] : [get("columnName") ?? ""])];
    if (table === null) return null;
    return columns.map((column): TableOperation => ({ op: "drop-column", table, column, line: change.line }));
  },
  renameColumn: (change, get) => {
    const [table, column, to] = [get("tableName"), get("oldColumnName"), get("newColumnName")];
    if (table === null || column === null || to === null) return null;
    return [{ op: "rename-column", table, column, to, line: change.line }];
  },
  modifyDataType: (change, get) => alter(change, { type: get("newDataType") }),
  addNotNullConstraint: (change) => alter(change, { isNullable: false }),
  dropNotNullConstraint: (change) => alter(change, { isNullable: true }),
  addDefaultValue: (change) => alter(change, { default: defaultOf(change) }),
  dropTable: (change, get) => oneOf(get("tableName"), (table) => ({ op: "drop", table, line: change.line })),
  renameTable: (change, get) => {
    const [table, to] = [get("oldTableName"), get("newTableName")];
    return table === null || to === null ? null : [{ op: "rename", table, to, line: change.line }];
  },
  addForeignKeyConstraint: (change, get) => {
    const [table, target] = [get("baseTableName"), get("referencedTableName")];
    if (table === null || target === null) return null;
    const key: KeyFact = {
      name: get("constraintName"), columns: namesIn(get("baseColumnNames")), target,
      targetColumns: namesIn(get("referencedColumnNames")), line: change.line,
    }; // prettier-ignore
    return [{ op: "add-key", table, key, line: change.line }];
  },
  dropForeignKeyConstraint: (change, get) =>
    oneOf(get("baseTableName"), (table) => ({
      op: "drop-key",
      table,
      name: get("constraintName"),
      columns: [],
      line: change.line,
    })),
  addPrimaryKey: (change, get) =>
    oneOf(get("tableName"), (table) => ({
      op: "primary-key",
      table,
      columns: namesIn(get("columnNames")),
      line: change.line,
    })),
  createIndex: (change, get) =>
    oneOf(get("tableName"), (table) => ({
      op: "add-index", table, line: change.line,
      index: {
        name: get("indexName"), isUnique: get("unique") === "true",
        columns: columnsIn(change).map((one) => one.attributes.get("name") ?? ""),
      },
    })), // prettier-ignore
  sql: (change) => readDdl(change.text, (offset) => change.line + newlines(change.text.slice(0, offset))).operations,
};

function newlines(text: string): number {
  return text.split("\n").length - 1;
}

function oneOf(table: string | null, make: (table: string) => TableOperation): TableOperation[] | null {
  return table === null ? null : [make(table)];
}

function alter(change: ChangelogElement, more: Partial<ColumnFact>): TableOperation[] | null {
  const [table, column] = [change.attributes.get("tableName"), change.attributes.get("columnName")];
  if (table === undefined || column === undefined) return null;
  return [{ op: "alter-column", table, column, change: more, line: change.line }];
}

function namesIn(text: string | null): string[] {
  return (text ?? "").split(",").map((one) => one.trim());
}

function columnsIn({ children }: ChangelogElement): ChangelogElement[] {
  return children.filter(({ name }) => name === "column");
}

function constraintsOf({ children }: ChangelogElement): ReadonlyMap<string, string> {
  return children.find(({ name }) => name === "constraints")?.attributes ?? new Map<string, string>();
}

function defaultOf({ attributes }: ChangelogElement): string | null {
  return (
    [...attributes].find(([name]) => name.startsWith("defaultValue") && name !== "defaultValueConstraintName")?.[1] ??
    null
  );
}

function readColumn(element: ChangelogElement): ColumnFact {
  const constraints = constraintsOf(element);
  const isPrimary = constraints.get("primaryKey") === "true";
  const nullable = constraints.get("nullable");
  return {
    name: element.attributes.get("name") ?? "", type: element.attributes.get("type")?.toLowerCase() ?? null,
    isNullable: isPrimary ? false : nullable === undefined ? null : nullable === "true", default: defaultOf(element), isPrimary,
    line: element.line,
  }; // prettier-ignore
}

/** `references="ports(id)"`, `referencedTableName="ports"`. */
function readKey(element: ChangelogElement): KeyFact[] {
  const constraints = constraintsOf(element);
  const written = constraints.get("references")?.split("(")[0];
  const target = constraints.get("referencedTableName") ?? written;
  if (target === undefined) return [];
  const columns = [element.attributes.get("name") ?? ""];
  return [
    {
      name: constraints.get("foreignKeyName") ?? null,
      columns,
      target: target.trim(),
      targetColumns: [],
      line: element.line,
    },
  ];
}
