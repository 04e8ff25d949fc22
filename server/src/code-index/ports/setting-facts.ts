/**
 * What one file says about settings: what it reads from outside, what it declares, and what it documents. The settings
 * of a repository are put together from it.
 */
export interface SettingFacts {
  entries: SettingEntry[];
  /** Classes, structs and schemas that a library fills, field by field. */
  groups: SettingGroup[];
  /** Which path or prefix fills a class that may be declared in another file. */
  bindings: SettingBinding[];
  /** Values that the program itself gives to the fields of such classes first. */
  defaults: SettingDefaults[];
  /** Functions of the program's own that read the setting whose name they are given. */
  helpers: SettingHelper[];
  /** Calls of functions with a text that may name a setting. */
  calls: SettingCall[];
  /** Constants that hold names of settings, and those that hold values by default. */
  constants: Record<string, string>;
  /** By which variables the keys of the whole program are given too. */
  spellings: KeySpelling[];
}

/** `server.max-size` is given as `PREFIX_SERVER_MAX_SIZE`. */
export interface KeySpelling {
  /** With what joins it to the rest. */
  prefix: string;
  /** What stands for a dot, and for a hyphen; null where none may be in it. */
  dot: string | null;
  hyphen: string | null;
}

/** An environment variable, a path of keys in configuration (`server.port`, `Logging:Level`), or an option of a command line. */
export type SettingKind = "variable" | "key" | "flag";

/**
 * "read": the code takes its value. "declared": a class, schema or file of defaults names it. "example", "documented":
 * a file made to be copied, or prose, tells people of it. "mentioned": it only counts where another file says more.
 */
export type SettingSource = "read" | "declared" | "example" | "documented" | "mentioned";

export interface SettingEntry {
  /** `\u0001NAME` stands for the value of a constant that another file may declare. */
  name: string;
  kind: SettingKind;
  source: SettingSource;
  /** In plain words: "integer", "boolean", "list"; a type of the program's own as written; null where nothing tells. */
  type: string | null;
  /** As written, without quotes; null where there is none. `\u0001NAME` stands for the value of a constant. */
  defaultValue: string | null;
  /** What a file made to be copied shows as its value. */
  example?: string;
  /** True: what reads it fails without it. Null: not known. */
  isRequired: boolean | null;
  /** Values that alone are allowed; empty where any is. */
  allowed: string[];
  comment: string | null;
  /** Other spellings by which the same setting is given. */
  aliases: string[];
  line: number;
}

export interface SettingGroup {
  name: string;
  /** The convention by which fields become names; null where a binding or a base in another file says it. */
  style: SettingStyle | null;
  prefix: string;
  /** Between the names of nested groups; null where nested fields are given otherwise. */
  delimiter: string | null;
  bases: string[];
  fields: SettingField[];
  line: number;
}

/** `variable`: `PREFIX_FIELD`. `dotted`: `prefix.field-name`. `colon`: `Section:Field`. `tagged`: a name of its own each. */
export type SettingStyle = "variable" | "dotted" | "colon" | "tagged";

export interface SettingField {
  name: string;
  /** Names that replace the one made of the field's; with their own prefix already. */
  given: string[];
  /** As written; null where none is. */
  type: string | null;
  defaultValue: string | null;
  isRequired: boolean | null;
  allowed: string[];
  comment: string | null;
  /** In front of the names of the group that is the field's type; null where the convention decides. */
  prefix: string | null;
  line: number;
}

/** Values of the fields of a class where the program makes one by default. */
export interface SettingDefaults {
  /** Name of the class. */
  group: string;
  /** Literals by the path of fields: `Mail.Port`. */
  values: [path: string, value: string][];
}

export interface SettingBinding {
  /** Name of the class; empty where a function fills whatever it is handed. */
  group: string;
  style: SettingStyle;
  prefix: string;
}

export interface SettingHelper {
  name: string;
  /** Position of the parameter that is the setting's name. */
  nameAt: number;
  /** What is put in front of the name. */
  prefix: string;
  /** Position of the parameter that stands in for a missing value; null where there is none. */
  fallbackAt: number | null;
  /** Name of that parameter, for calls that name their arguments. */
  fallbackName: string | null;
  fallback: string | null;
  isRequired: boolean | null;
  type: string | null;
}

export interface SettingCall {
  /** The last part of the name. */
  callee: string;
  /** Position of the text. */
  at: number;
  /** `\u0001NAME` stands for the value of a constant. */
  name: string;
  /** Literals among the arguments, by position and by name. */
  values: Record<string, string>;
  /** What stands in for a missing value behind the call: `env("PORT") || 80`. */
  standIn: string | null;
  /** Number of arguments. */
  count: number;
  comment: string | null;
  line: number;
}

/** One setting of a repository, put together from all files that read, declare or document it. */
export interface IndexedSetting {
  name: string;
  kind: SettingKind;
  /** Other spellings by which the same setting is given. */
  aliases: readonly string[];
  type: string | null;
  /** What counts where nothing is set, by the code or else by a document; null where there is none. */
  defaultValue: string | null;
  /** What a file made to be copied shows as its value; null where there is none. */
  example: string | null;
  /** Whether the product fails without it. */
  isRequired: boolean;
  /** Whether it is a key of a framework under the program, rather than one of its own. */
  isOfFramework: boolean;
  allowed: readonly string[];
  /** What a comment or a document says of it. */
  comment: string | null;
  /** "resolved": code reads or declares it. "documented": only examples and documents name it. */
  certainty: "resolved" | "documented";
  /** Where it stands, what tells most first. */
  sites: readonly SettingSite[];
}

export interface SettingSite extends SettingEntry {
  path: string;
}
