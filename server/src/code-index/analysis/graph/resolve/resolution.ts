import type { Declaration, FileGraph } from "#server/code-index/analysis/graph/model/file-graph.ts";

/** A declaration somewhere in the repository; `declaration` is -1 for a file (a module) as a whole. */
export interface Ref {
  path: string;
  declaration: number;
}

/** Where a name leads. */
export interface Resolution {
  /** Best first; several when one thing has several declarations. */
  refs: Ref[];
  /** The language's rules lead there; else it is the best guess. */
  isCertain: boolean;
  /** The package from outside that the name comes from; "" where it comes with the language; else null. */
  external: string | null;
}

/** What is known of a value's type. */
export type Type =
  | { kind: "instance" | "class" | "function"; ref: Ref; isGuess: boolean }
  | { kind: "module"; paths: readonly string[]; isGuess: boolean }
  | { kind: "list"; of: Type | null; isGuess: boolean }
  | { kind: "tuple" | "union"; of: (Type | null)[]; isGuess: boolean }
  | { kind: "parameters"; of: Type; isGuess: boolean }
  /** From outside the repository: nothing in it is meant. */
  | { kind: "external"; isGuess: boolean };

/** What following names needs of the repository. */
export interface Surroundings {
  /** Throws `NeedsFiles` for a file that has to be loaded first; null where there is none. */
  graph(path: string): FileGraph | null;
  /** Loads several at once. */
  graphs(paths: readonly string[]): FileGraph[];
  resolveImport(
    path: string,
    specifier: string,
    names: readonly string[],
  ): { paths: string[]; external: string | null };
  /** Paths of the files that share the file's package without importing each other. */
  packageFiles(path: string): readonly string[];
  /** Those of the paths that declare the name, as far as the index knows declarations. */
  declaring(paths: readonly string[], name: string): string[];
  /** Members of that name anywhere in files of such a language. */
  membersNamed(name: string, path: string): Ref[];
  /** Files with declarations of that name, of any owner. */
  filesDeclaring(name: string, path: string): string[];
  /** Files that the file imports. */
  importsOf(path: string): readonly string[];
}

export interface NameResolver {
  resolveUse(path: string, use: number): Resolution;
  exported(path: string, name: string, depth?: number): Resolution;
  /** The member that a member overrides at the top of its classes; itself where it overrides none. */
  overridden(ref: Ref): Ref;
}

export interface TypeResolver {
  /** The type of a value. */
  valueType(path: string, expression: number): Type | null;
  /** The type that an expression names, as that of a value of it. */
  typeNamed(path: string, expression: number): Type | null;
  /** Null where nothing is known; without refs where the type is known to have no such member in the repository. */
  members(type: Type, name: string): Resolution | null;
}

/** What the parts that follow names ask each other for. */
export interface NameContext extends NameResolver {
  around: Surroundings;
  types(): TypeResolver;
}

/** The functions that the parts of the type resolver call of each other. */
export interface TypeContext extends TypeResolver {
  around: Surroundings;
  names: NameResolver;
  /** The type of what a declaration declares, used as a value. */
  typeOfDeclaration(ref: Ref): Type | null;
}

export const nothing: Resolution = { refs: [], isCertain: false, external: null };

export function declarationOf(surroundings: Surroundings, ref: Ref): Declaration | null {
  return ref.declaration < 0 ? null : (surroundings.graph(ref.path)?.declarations[ref.declaration] ?? null);
}

export function isSameRef(a: Ref, b: Ref): boolean {
  return a.path === b.path && a.declaration === b.declaration;
}
