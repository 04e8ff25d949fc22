import type { SettingKind, SettingStyle } from "#server/code-index/ports/setting-facts.ts";

/** How programs read settings by one library, or by what their language brings along. */
export interface SettingLibrary {
  name: string;
  languages: readonly string[];
  readers: readonly ReaderRule[];
  /** How a schema of the environment is written with it. */
  schema?: SchemaRule;
  /** How a setting with its variable is written as a map. */
  options?: OptionsRule;
  /** How a program says by which variables its keys are given. */
  variables?: VariablesRule;
  /** Text of files whose classes are filled with variables named like their fields, which decorators check. */
  isValidatedClass?: RegExp;
  examples: readonly SettingExample[];
}

/** An argument by its position, by its name, or by either. */
export type SettingArgument = number | string | readonly [number, string];

export interface ReaderRule {
  /** Text that every file with such a reading holds: looked for first, since it is cheap. */
  hint: string;
  /**
   * Up to and with the bracket in front of the arguments; or the whole reading, with the setting as the group `name`. A
   * group `type` tells the type.
   */
  reads: RegExp;
  /** Only in files that hold this: `env` and `config` are names of much else. */
  when?: RegExp;
  /** Default 0. */
  name?: SettingArgument;
  fallback?: SettingArgument;
  type?: SettingArgument;
  /** Whether reading fails where there is neither a value nor a fallback. */
  isRequired?: true;
  /** Default "variable"; "written" for a variable in capitals and a key otherwise. */
  kind?: SettingKind | "written";
  /** In front of each name: the section that a call reads in. */
  prefix?: string;
  /** How its keys are written as variables, where the library allows it. */
  spelling?: SettingStyle;
  /** It tells no more than that something of this name is used. */
  isMention?: true;
}

/**
 * A map whose keys are variables and whose values say what each must be: by chains of calls (`z.string().default("x")`),
 * or by the options of one call (`str({ default: "x" })`).
 */
export interface SchemaRule {
  /** Text that files with such schemas hold. */
  when: RegExp;
  /** The name that a chain starts with. */
  root: RegExp;
  /** Whether a value must be given where nothing is said of it. */
  isRequired: boolean;
  /** Calls of a chain, by what they say. */
  steps: Partial<Record<"optional" | "required" | "fallback" | "allowed" | "comment", RegExp>>;
  /** Keys of the options of a call. */
  options?: Partial<Record<"fallback" | "allowed" | "comment" | "optional", string>>;
}

/** A map of which one key holds the variable (`{ env: "PORT", default: 80 }`), by the keys for the rest. */
export interface OptionsRule {
  when: RegExp;
  name: string;
  /** Without one of them it is another map. */
  needs: readonly string[];
  type?: string;
  fallback?: string;
  required?: string;
  comment?: string;
}

/** What is found is the group `text` of each pattern, near the prefix or anywhere in the file. */
interface VariablesRule {
  hint: string;
  /** With the group `prefix`, which may be missing. */
  prefix: RegExp;
  isFarOff?: true;
  /** Between the prefix and the rest; null where that never differs from the usual. */
  joint: RegExp | null;
  usualJoint: string;
  /** What stands for a dot, and for a hyphen. */
  dot: RegExp;
  hyphen: RegExp;
}

/** Files, and the settings that they declare together: `PORT variable integer =3000`, `SECRET variable required`. */
interface SettingExample {
  files: Readonly<Record<string, string>>;
  settings: readonly string[];
}
