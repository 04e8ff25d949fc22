import type { ArgumentPosition } from "./argument-position.ts";
import type { ResourceStyle } from "./expand-resources.ts";

/**
 * How routes are written as chains of calls that begin with a name the whole program knows:
 * `Route::prefix("api")->middleware("auth")->group(…)`. One call of a chain declares, the others say more of it; entries of
 * literal maps mean what calls of their names mean.
 */
export interface ChainRules {
  /** Of the text of a file that has such chains. */
  text: RegExp;
  /** What chains begin with, as it is written. */
  roots: RegExp;
  /** Names of classes that the beginnings stand for, where a file imports one of that name. */
  from: RegExp;
  /** Of the text of a file that serves what it declares; others serve where they are loaded. */
  serves: RegExp;
  /** Of names of what lets only some through. */
  guards: RegExp;
  words: Readonly<Record<string, ChainRule>>;
  /** Parameters of paths that have no name of their own: `(:num)`. */
  placeholders?: RegExp;
  /** How names become parts of paths: "BoatTypes" is "boat-types". */
  spelling?: "dashed";
}

export interface ChainFramework {
  name: string;
  chains: ChainRules;
}

export type ChainRule = DeclaringRule | SayingRule;

/** What declares: the last such call of a chain counts. */
type DeclaringRule =
  | ChainRouteRule
  | ChainResourcesRule
  | ChainGroupRule
  | LoadRule
  | ProgramFilesRule
  | ListedRoutesRule
  | FolderRule;

type SayingRule =
  /** In front of all paths. */
  | { kind: "path" }
  | { kind: "guard"; of?: RegExp }
  /** `can("update", "boat")` is a guard by the name of the call. */
  | { kind: "ownGuard" }
  | { kind: "unguard" }
  | { kind: "controller" }
  | { kind: "handler" }
  /** Of the route that is declared. */
  | { kind: "methods" }
  /** Of resources: which, and how they are written. */
  | { kind: "option" };

export interface ChainRouteRule {
  kind: "route";
  methods: readonly string[];
  methodsIn?: ArgumentPosition;
  path: ArgumentPosition;
  handler?: ArgumentPosition;
  /** What the chain begins with, where it is nothing that all begin with. */
  root?: RegExp;
}

export interface ChainResourcesRule {
  kind: "resources";
  style: ResourceStyle;
  isSingle?: true;
  /** Whether a map of names to controllers is given. */
  isMap?: true;
  /** Actions that these options leave out: `apiOnly()`. */
  without?: Readonly<Record<string, readonly string[]>>;
  /** Actions that only these options add. */
  optional?: Readonly<Record<string, readonly string[]>>;
  root?: RegExp;
}

/** Routes in a function, or in files that are named. */
export interface ChainGroupRule {
  kind: "group";
  root?: RegExp;
  /** Argument with the path in front of them, where that stands there. */
  path?: ArgumentPosition;
  /** Whether that is a name, from which the path follows unless an entry says another. */
  isName?: true;
  /** Of the first argument: what is declared for nobody but developers is left out. */
  without?: RegExp;
}

interface LoadRule {
  kind: "load";
  root: RegExp;
}

/** Files of routes by the name of the argument, each below a path: `withRouting(web: …, api: …)`. */
export interface ProgramFilesRule {
  kind: "files";
  root?: RegExp;
  files: Readonly<Record<string, { path: string; pathIn?: string }>>;
  /** Arguments that are paths of routes themselves. */
  routes: readonly string[];
}

/** A folder or file with routes: `import("../src/Controller/", "attribute")`. */
export interface FolderRule {
  kind: "folder";
  root?: RegExp;
  /** What kind of routes it has; a file of routes where nothing is said. */
  type: ArgumentPosition;
}

/** Routes that a library declares in one call. */
export interface ListedRoutesRule {
  kind: "listed";
  root: RegExp;
  /** By the option that turns them on or off; "" for those that are always there. */
  parts: Readonly<Record<string, { isOn: boolean; routes: readonly string[] }>>;
}
