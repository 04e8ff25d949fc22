import type { DeclarationKind } from "#server/code-index/analysis/graph/model/file-graph.ts";

/** How a declaration of one node type is read; fields are the grammar's. */
export interface DeclarationRule {
  kind: DeclarationKind;
  /** Field with the name, or with a pattern or declarator around it. Default "name". */
  name?: string;
  /** Field with its type or what it returns. */
  type?: string;
  /** Field with what it is set to. */
  value?: string;
  /** Field with the list that it iterates over. */
  each?: string;
  /** Opens a scope for its content: of a class (its members) or of a function. */
  opens?: "class" | "function";
  /** Fields, or types of nodes, with the types it takes members from. */
  bases?: readonly string[];
  /** A parameter that is a field of the class as well. */
  isField?: true;
  /** Without this field the name is a use: `struct boat *b`. */
  needs?: string;
}

/** A language by tables: what is common to most. */
export interface LanguageTable {
  isSequential: boolean;
  seesMembers: boolean;
  /** Leaves that are names. */
  names: ReadonlySet<string>;
  /** Names that are types everywhere. */
  typeNames: ReadonlySet<string>;
  declarations: Readonly<Record<string, DeclarationRule>>;
  blocks: ReadonlySet<string>;
  /** Node type to the fields of owner and name. */
  members: Readonly<Record<string, readonly [of: string, name: string]>>;
  calls: Readonly<Record<string, { called: string; of?: string; isNew?: boolean }>>;
  /** Patterns and declarators around a declared name: looked through. */
  patterns: ReadonlySet<string>;
  /** What the language writes for the object a method belongs to. */
  self: ReadonlySet<string>;
  /** What it writes for the same object as one of the class that its own is built on. */
  base: ReadonlySet<string>;
  /** A name in the position of a type never means a variable of the same name: `public Hull Hull;`. */
  keepsTypesApart: boolean;
  /** Blocks that add members to a type declared elsewhere: node type to the field of the type. */
  extensions: Readonly<Record<string, string>>;
  /** Whole statements that import; read by the pattern, whose first group is the specifier. */
  imports: Readonly<Record<string, RegExp>>;
  /** Node type whose text names the file's package. */
  packageNode: string | null;
  wrappers: ReadonlySet<string>;
}
