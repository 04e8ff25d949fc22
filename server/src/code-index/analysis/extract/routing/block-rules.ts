import type { ArgumentPosition } from "./argument-position.ts";
import type { ResourceStyle } from "./expand-resources.ts";

/**
 * How routes are written where calls need no router in front of them, because they stand in its block: Rails, Phoenix.
 * Words that are not known are passed over with all that stands in them.
 */
export interface BlockRules {
  openings: readonly Opening[];
  /** A word may have several rules, of which the first counts whose path is written as one. */
  words: Readonly<Record<string, BlockRule | readonly BlockRule[]>>;
  /** What a handler is called: `boats#show`, `Web.BoatController.show`, or nothing. */
  handlers: "controller#action" | "Module.action" | "none";
}

export interface BlockFramework {
  name: string;
  blocks: BlockRules;
}

/** Where a router begins. */
interface Opening {
  /** A call with a block, a class or module by what it extends or uses, or the whole file. */
  of: "call" | "class" | "file";
  /** Of a call as it is written, of a base of a class, or of the file's text. */
  when: RegExp;
  /** By itself, where it is mounted, or only where something that is a router mounts it. */
  serves: "itself" | "mounted" | "perhaps";
  /** What the file has to hold as well. */
  text?: RegExp;
}

export type BlockRule =
  | BlockRouteRule
  | ScopeRule
  | ResourcesRule
  | BlockMountRule
  | { kind: "within"; of: "member" | "collection" | "new" | "nested" | "shallow" }
  | ModelRoutesRule
  | LibraryRoutesRule
  /** Names what others go through: a list of words called in its block. */
  | { kind: "pipeline"; word: string }
  | { kind: "concern" | "concerns" | "draw" | "guard" | "options" | "version" | "prefix" };

export interface BlockRouteRule {
  kind: "route";
  methods: readonly string[];
  methodsIn?: ArgumentPosition;
  /** Where the path is; all texts among the arguments are paths of their own where it is absent. */
  path?: ArgumentPosition;
  /** Served at the path of the block: `root`. */
  isRoot?: true;
  /** Whether it counts only with a block: the call of that name without one is another. */
  needsBlock?: true;
  /** Put behind the path. */
  suffix?: string;
  handler?: ArgumentPosition;
  /** Name of the handler's function. */
  action?: ArgumentPosition;
  /** Whether a part of the path is decided by another program. */
  isPartly?: true;
}

/** A block below a path. */
export interface ScopeRule {
  kind: "scope";
  path?: ArgumentPosition;
  /** How a path is written that is a parameter: `:{}`. */
  written?: string;
  /** In front of the names of handlers. */
  module?: ArgumentPosition;
  controller?: ArgumentPosition;
  /** Whether the call lets only some through. */
  isGuard?: true;
  /** Option that names what is asked first. */
  guards?: string;
}

export interface ResourcesRule {
  kind: "resources";
  style: ResourceStyle;
  isSingle?: true;
  /** Where the path is written, followed by the handler; else names are, and handlers follow from them. */
  path?: ArgumentPosition;
}

/** Another router below this one. */
export interface BlockMountRule {
  kind: "mount";
  /** Counts less than the key of a path: `mount Blog::Engine => "/blog"`. */
  child: ArgumentPosition;
  path?: ArgumentPosition;
  /** Whether it is a route where the router is not one of the repository. */
  isRoute?: true;
}

/** Routes of a library for a model, of which the model's own words say which there are: Devise. */
export interface ModelRoutesRule {
  kind: "modelRoutes";
  /** What is called in the class of the model, with the names of parts. */
  word: string;
  /** Routes by the name of the part. */
  parts: Readonly<Record<string, LibraryPart>>;
}

/** Routes of a library, all below one path: Doorkeeper. */
export interface LibraryRoutesRule {
  kind: "libraryRoutes";
  path: string;
  /** What is called in the block of the call, with the names of parts that are left out. */
  skipWord: string;
  parts: Readonly<Record<string, LibraryPart>>;
}

interface LibraryPart {
  controller: string;
  /** What options call it. */
  name?: string;
  /** "GET /sign_in new". */
  routes: readonly string[];
}
