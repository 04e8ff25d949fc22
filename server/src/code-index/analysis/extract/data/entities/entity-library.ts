import type { ClassView, FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { NamingRule } from "#server/code-index/ports/data-facts.ts";

import type { EntityDraft } from "./entity-draft.ts";
import type { EntityReader } from "./entity-reader.ts";

/** How one library maps classes to tables. Adding a library is one of these with its examples. */
export interface EntityLibrary {
  name: string;
  languages: readonly string[];
  /** Files without it are not looked at. */
  mark: RegExp;
  naming: EntityNaming;
  /** How programs tell the library to name tables in another way than `naming` does. */
  namingCalls?: readonly NamingCall[];
  /** Classes of the library: what extends one, directly or through others, is stored. */
  roots?: RegExp;
  /** Fields that classes of other packages bring along, by the name of the class. */
  known?: Readonly<Record<string, readonly KnownField[]>>;
  /** Null for a class that is no entity, nor shares fields with one. */
  entity?: (cls: EntityClass, reader: EntityReader) => EntityDraft | null;
  /** Methods that say something of the class they belong to, by name. */
  methods?: Readonly<Record<string, (owner: string, body: SyntaxNode, reader: EntityReader) => void>>;
  /** What is called to declare tables or relations, by the last part of its name. */
  calls?: Readonly<Record<string, (node: SyntaxNode, reader: EntityReader) => void>>;
  examples: readonly EntityExample[];
}

/** Words in which a program tells how its tables are named. A file may have several: what it says of rule and prefix counts together. */
interface NamingCall {
  /** Its group "prefix" is what stands in front of all tables, as written; none, where the group is absent. */
  mark: RegExp;
  rule?: NamingRule | "unknown";
  /** Where files of no language of the library say so. */
  languages?: readonly string[];
}

interface EntityNaming {
  table: (name: string, path: string) => string;
  column: (field: string) => string;
  /** Column that carries a relation. */
  key: (field: string) => string;
  /** Column of an embedded class; the prefix and the column together, where absent. */
  inside?: (prefix: string, column: string) => string;
  /** Primary key of tables whose classes declare none; null where there is none. */
  id: string | null;
  /** Whether classes name all columns; tables of others are known from elsewhere. */
  isWhole: boolean;
  /** A field of the type of another entity is a relation, where a column carries it; of another type, a column. */
  isTyped?: boolean;
  /** Where a class extends one that is stored. */
  inheritance: "single" | "joined" | "separate";
  /** Key from the table of a class to that of the class that it extends; "joined" only. */
  parentKey?: (parent: string) => string;
  /** Of relations from many to many that nobody names; absent where there is always a class in between. */
  between?: (link: {
    table: string;
    field: string;
    entity: string;
    target: string;
    targetTable: string;
  }) => BetweenTable;
}

interface BetweenTable {
  table: string;
  id: string | null;
  /** Columns to the table of the class, and to the other one. */
  columns: readonly [string, string];
}

export interface KnownField {
  name: string;
  type: string;
  isPrimary?: boolean;
}

export interface EntityClass extends ClassView {
  node: SyntaxNode;
  /** The last parts of what it extends. */
  baseNames: string[];
  fields: FieldView[];
  /** What stands above and in front of it. */
  header: string;
}

/** Files, and the tables after them: "boats(id bigint primary, name string!) harbour_id->harbours". */
interface EntityExample {
  files: Readonly<Record<string, string>>;
  tables: readonly string[];
}
