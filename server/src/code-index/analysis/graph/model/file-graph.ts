/**
 * What one file says about names: where they are declared, where they are used, and as much about types as the syntax
 * tells. Depends on nothing but language and content, so it is kept by blob. Lines and columns count from 1, columns in
 * UTF-16 units. Numbers that point into a list are -1 where there is nothing to point at.
 */
export interface FileGraph {
  language: string;
  declarations: Declaration[];
  /** Every name in the code, in its order; names in comments and strings are none. */
  uses: NameUse[];
  expressions: Expression[];
  imports: ImportBinding[];
  /** Modules whose names are all taken over: `from x import *`, `use x::*`, `#include`, and `export * from`. */
  stars: { specifier: string; isExport: boolean }[];
  /** Names under which the file gives out what is declared or imported in it, where they differ or are said apart. */
  exports: { name: string; use: number }[];
  /** Package or namespace the file declares itself to be of; null where the language has none. */
  packageName: string | null;
}

export type DeclarationKind =
  | "function"
  | "method"
  | "class"
  | "interface"
  | "struct"
  | "enum"
  | "type"
  | "typeParameter"
  | "module"
  | "field"
  | "parameter"
  | "variable"
  | "constant"
  | "import"
  | "object";

export interface Declaration {
  name: string;
  kind: DeclarationKind;
  /** Of the file: seen from other files. Local: inside a function or block. Member: reached through its owner. */
  reach: "file" | "local" | "member";
  line: number;
  column: number;
  /** Lines of the whole declaration. */
  startLine: number;
  endLine: number;
  /** The declaration in this file that it is a member of. */
  owner: number;
  /** The type it is a member of when that type may be in another file (Go receivers, Rust impls); else null. */
  ownerName: string | null;
  /** Declared type; of a function what it returns. */
  type: number;
  /** What it is set to where it begins. */
  value: number;
  /** Types it takes members from. */
  bases: number[];
  /** Declarations of its parameters, in order. */
  parameters: number[];
  /** Which of the file's imports it is. */
  importing: number;
  isExported: boolean;
}

export type UseRole = "declaration" | "import" | "call" | "type" | "write" | "read";

export interface NameUse {
  name: string;
  line: number;
  column: number;
  role: UseRole;
  /** The declaration in this file that its scopes lead to. */
  target: number;
  /** What it is a member of, for `of.name`; -1 for a plain name. */
  of: number;
  /** Whether it follows a dot or similar; a member whose owner is unknown has no `of`. */
  isMember: boolean;
}

/** `a` and `b` point at expressions unless said. */
export type Expression =
  /** `a` points at a use. */
  | { kind: "name"; a: number }
  | { kind: "call" | "new" | "element" | "list" | "await" | "typeof"; a: number }
  /** A value of the type that `a` names. */
  | { kind: "instanceOf"; a: number }
  /** One part of several results. */
  | { kind: "part"; a: number; at: number }
  /** A property taken out of `a` by its name. */
  | { kind: "property"; a: number; name: string }
  /** `a` points at a declaration: the enclosing class, the class's base, an object literal, a function. */
  | { kind: "self" | "super" | "object" | "function"; a: number }
  | { kind: "selfOf"; name: string }
  | { kind: "generic"; a: number; list: number[] }
  | { kind: "union" | "tuple"; list: number[] }
  /** What is expected at an argument of the call to `a`. */
  | { kind: "argument"; a: number; at: number }
  /** What a function of the type of `a` gets as that parameter. */
  | { kind: "parameterOf"; a: number; at: number }
  /** The parameters of the function that is called, for arguments given by name. */
  | { kind: "parametersOf"; a: number }
  /** A value or type that comes with the language. */
  | { kind: "builtin" };

interface ImportBinding {
  specifier: string;
  /**
   * Name in the module it comes from; "*" for the module as a whole, "=" for its `export =` value or else the
   * whole, "default" for the default export.
   */
  name: string;
}
