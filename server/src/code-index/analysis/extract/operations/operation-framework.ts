import type { OperationKind } from "#server/code-index/ports/operation-facts.ts";

/** How a library declares operations in code. Adding one is one of these with its examples. */
export interface OperationFramework {
  name: string;
  languages: readonly string[];
  /** Files without this are not looked at. */
  mentions: RegExp;
  /** Classes whose methods are operations by what is written above them: by the last part of its name. */
  methods?: Readonly<Record<string, OperationKind>>;
  /** What stands above such a class or method and protects it. */
  guards?: RegExp;
  /** Classes whose fields are operations where they are roots. */
  types?: {
    /** Of the names of classes that may be. */
    names: RegExp;
    /** Marks of classes that are roots. */
    marks?: Readonly<Record<string, OperationKind>>;
    /** Mark of a class that adds to the type that its argument names. */
    extends?: string;
    /** Functions count that have one of these above them; all public ones where the list is absent. */
    decorators?: readonly string[];
    /** Fields with a type and without a value count. */
    hasTypedFields?: true;
    /** Fields count whose value is a call. */
    hasCalledFields?: true;
    /** Calls that declare a field, by their name. */
    calls?: readonly string[];
  };
  /** Calls that name the roots of a schema: named arguments, or calls in the body of a class that extends this. */
  schema?: { calls?: RegExp; bases?: RegExp; generic?: Readonly<Record<string, OperationKind>> };
  /** Calls that make one type of several. */
  merges?: RegExp;
  /** Calls that make a type of functions. */
  collects?: RegExp;
  /** Calls that declare an operation by their first text. */
  fieldCalls?: Readonly<Record<string, OperationKind>>;
  /** Calls that declare operations by the keys of what a function hands back. */
  entryCalls?: Readonly<Record<string, OperationKind>>;
  /** What an operation is called, by the name in code. */
  nameOf: (name: string) => string;
  examples: readonly { files: Readonly<Record<string, string>>; operations: readonly string[] }[];
}

/** `boat_list` is `boatList`. */
export function camelCase(name: string): string {
  return name.replaceAll(/(?<=[a-zA-Z0-9])_+([a-zA-Z0-9])/g, (_whole, letter: string) => letter.toUpperCase());
}
