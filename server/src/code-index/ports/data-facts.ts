/**
 * What one file says about the tables of a database: how it changes them, what it declares of them, or what they all
 * are at a moment. The tables of a commit are put together from the files of a repository.
 */
export interface DataFacts {
  /**
   * "migration": steps that change a database. "snapshot": all of its tables at a moment. "sql": which of both is said
   * by the path. "declaration": tables as the program's code describes them.
   */
  role: "migration" | "snapshot" | "sql" | "declaration";
  library: string;
  /** In the order in which they are carried out. */
  operations: TableOperation[];
  entities: EntityFact[];
  /** Entities that a context, a registry or a fluent configuration names. */
  registrations: EntityRegistration[];
  /** Name of this step among the others, and of those that come before it, where the content says so. */
  step: { name: string | null; after: string[] } | null;
  /** How object mappers name tables in the whole program, where this file tells them. */
  namings?: TableNamingFact[];
  /** Of the tool that wrote a snapshot, where it says so. */
  toolVersion?: string;
  /** Lines that change tables in a way that could not be read. */
  unread: number[];
}

/** What a program tells its object mapper about the names of tables that no class says itself. */
export interface TableNamingFact {
  library: string;
  /** Null for the usual one; "unknown" where the program's own code names tables. */
  rule: NamingRule | "unknown" | null;
  /** In front of every table; null where it is known only while the program runs. */
  prefix: string | null;
}

/** "boat_parts", "boatparts", "BoatPart", "boat_part". */
export type NamingRule = "lower" | "same" | "snake" | "snake-plural";

export type TableOperation =
  | ({ op: "create" } & TableShape)
  | { op: "drop"; table: string; line: number }
  /** Tables in between, which a library names after a model, follow it where its name is said. */
  | { op: "rename"; table: string; to: string; model?: { from: string; to: string }; line: number }
  | { op: "add-column"; table: string; column: ColumnFact; line: number }
  | { op: "drop-column"; table: string; column: string; line: number }
  | { op: "rename-column"; table: string; column: string; to: string; line: number }
  | { op: "alter-column"; table: string; column: string; change: Partial<ColumnFact>; line: number }
  /** One that is written anew says nothing of a table that nobody has made. */
  | { op: "add-key"; table: string; key: KeyFact; isAnew?: true; line: number }
  | { op: "drop-key"; table: string; name: string | null; columns: string[]; line: number }
  | { op: "primary-key"; table: string; columns: string[]; line: number }
  | { op: "add-index"; table: string; index: TableIndexFact; line: number }
  /** By its name, or of the columns that it has; of any table where none is said. */
  | { op: "drop-index"; table: string | null; name: string | null; columns: string[]; line: number }
  /** What made one column unique, whatever its name. */
  | { op: "drop-unique"; table: string; column: string; line: number }
  /** Later steps call the table so. */
  | { op: "alias"; table: string; as: string; line: number }
  /** A part of another table, no table of its own from now on. */
  | { op: "attach"; table: string; line: number };

export interface TableShape {
  table: string;
  columns: ColumnFact[];
  keys: KeyFact[];
  indexes: TableIndexFact[];
  /** Table whose columns it has as well; null for most. */
  like: string | null;
  /** Nothing happens where there is such a table. */
  isIfAbsent: boolean;
  /** Some of its columns are unknown. */
  isPartial?: true;
  /** Made by a library to join two models. */
  isBetween?: true;
  /** File that says so, where it is another one than that of the operation; the same for columns and keys. */
  path?: string | undefined;
  line: number;
  endLine: number;
}

export interface ColumnFact {
  name: string;
  /** As written; null where none is. */
  type: string | null;
  /** Null where nothing says so. */
  isNullable: boolean | null;
  /** As written; null where there is none. */
  default: string | null;
  isPrimary: boolean;
  path?: string | undefined;
  line: number;
}

/** A foreign key. */
export interface KeyFact {
  name: string | null;
  columns: string[];
  /** Table, or the class of its rows. */
  target: string;
  targetColumns: string[];
  /** Only the program knows of it; the database does not. */
  isAssociation?: true;
  path?: string | undefined;
  line: number;
}

export interface TableIndexFact {
  name: string | null;
  columns: string[];
  isUnique: boolean;
}

/** A class whose objects may be rows of a table. */
export interface EntityFact {
  name: string;
  library: string;
  /** As written; null where it follows from the name of the class. */
  table: string | null;
  /** Names of the classes that it extends or embeds, without their modules. */
  bases: string[];
  /**
   * "stored": a table by its own words. "abstract": shares its fields with those that extend it. "embedded": part of
   * the rows of others. "open": what it is depends on its bases or on a registration.
   */
  kind: "stored" | "abstract" | "embedded" | "open";
  /** How it and those that extend it are named and laid out, where that is not as usual. */
  layout?: EntityLayout;
  fields: EntityFieldFact[];
  line: number;
  endLine: number;
}

export interface EntityLayout {
  /** How the table of each class that extends it is named. */
  naming?: NamingRule;
  /** Whether classes that extend it have tables of their own; "joined" ones hold their own fields alone. */
  inheritance?: "single" | "joined" | "separate";
}

export interface EntityFieldFact {
  name: string;
  /** As written; null where it follows from the name. */
  column: string | null;
  type: string | null;
  isNullable: boolean | null;
  default: string | null;
  isPrimary: boolean;
  /** Null for a plain column. */
  relation: EntityRelationFact | null;
  /** Class whose fields it holds in the same row; null for most. */
  embeds: string | null;
  /** File that declares it, once fields of several are put together. */
  path?: string | undefined;
  line: number;
}

export interface EntityRelationFact {
  /** Of one row of this table to rows of the other. */
  kind: "one" | "many" | "many-to-many";
  /** Class or table; null where it is said elsewhere, as for polymorphic relations. */
  target: string | null;
  /** Whether the column is of this table. */
  holdsKey: boolean;
  /** Whether the database itself knows of it. */
  isKey: boolean;
  /** Table or class in between; null for most. */
  through: string | null;
  /** Its columns to this table and to the other one, where they are named. */
  throughColumns?: readonly [string, string];
}

/** What another file says of an entity. */
export interface EntityRegistration {
  entity: string;
  library: string;
  /** Null where none is said. */
  table: string | null;
  /** Only where nothing else names the table. */
  isUsual?: true;
  /** Not stored after all. */
  isIgnored: boolean;
  /** What the registration says of its fields. */
  fields: EntityFieldFact[];
  line: number;
}

/** Tables of a repository, each as the last word about it says. */
export interface DataModel {
  databases: IndexedDatabase[];
  tables: IndexedTable[];
}

export interface IndexedDatabase {
  /** Folder that its declarations lie in; "" for the root. */
  folder: string;
  /** What its list of tables rests on. */
  source: "snapshot" | "migrations" | "declarations";
  /**
   * "resolved": every declaration was read. "partly": some could not be read, so that tables or columns may be missing.
   */
  certainty: "resolved" | "partly";
  /** Where something could not be read or applied, in plain words. */
  problems: { path: string; line: number; reason: string }[];
}

export interface IndexedTable {
  name: string;
  /** Class of its rows; null where there is none. */
  entity: string | null;
  /** Folder of its database. */
  database: string;
  columns: IndexedColumn[];
  relations: IndexedRelation[];
  indexes: TableIndexFact[];
  /** Every place that declares it, the one that counts most first. */
  sources: DataSource[];
  /** "unknown": that it is stored at all is an assumption. */
  certainty: "resolved" | "partly" | "unknown";
}

interface IndexedColumn extends Omit<ColumnFact, "line" | "path"> {
  path: string;
  line: number;
}

interface IndexedRelation {
  kind: EntityRelationFact["kind"];
  /** Name of the other table. */
  target: string;
  /** Column that carries it; null where it is of the other table or of one in between. */
  column: string | null;
  through: string | null;
  /** "association": only the program knows of it. */
  origin: "key" | "association";
  /** "partly": its column follows from a convention, and no list of columns has it. */
  certainty: "resolved" | "partly";
  path: string;
  line: number;
}

interface DataSource {
  path: string;
  startLine: number;
  endLine: number;
}
