import type { DataFacts } from "#server/code-index/ports/data-facts.ts";
import type { DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";
import type { FileFacts, FileKind, RoutingFacts } from "#server/code-index/ports/facts.ts";
import type { OperationFacts } from "#server/code-index/ports/operation-facts.ts";
import type { SettingFacts } from "#server/code-index/ports/setting-facts.ts";
import type { TriggerDeclarations } from "#server/code-index/ports/triggers.ts";

/**
 * What the content of a blob says, read once per blob and variant. The path adds the rest when facts are handed out.
 */
export interface ContentFacts extends Omit<FileFacts, "kind" | "configKeys"> {
  /** Overrules the kind that the path suggests; null where the content says nothing. */
  contentKind: FileKind | null;
  /** Package or namespace the file declares for itself; null where the language has none. */
  ownPackage: string | null;
  /** Import aliases of a tsconfig: `paths`, and `baseUrl` as the alias "*". */
  aliases: ImportAlias[];
  /** Null where the file says nothing about routers. */
  routing: RoutingFacts | null;
  /** Null where the file says nothing about operations of GraphQL and services of gRPC. */
  operations: OperationFacts | null;
  /** Null where the file says nothing about tables. */
  data: DataFacts | null;
  /** Null where the file says nothing about settings. */
  settings: SettingFacts | null;
  /** Null where the file says nothing of scheduled jobs, messages and commands. */
  triggers: TriggerDeclarations | null;
  /** Null where the file says nothing about what runs. */
  deployment: DeploymentFacts | null;
  /** Null for files that are no build file. */
  build: BuildFacts | null;
  /**
   * Types that the file declares, by which files that need no import for them name them: simple names where the package
   * stands apart (`ownPackage`), whole ones in Ruby and Elixir; `.name` is a method that extends other types.
   */
  declares: string[];
  /** Names that may be types of other files, with the line that has them first; `.name` is a called method. */
  mentions: Record<string, number>;
}

/** What a build file says about where names of its files lead. Folders and files are relative to its own folder. */
export interface BuildFacts {
  /** The name by which other builds refer to it; null where they use its path or the name in its manifest. */
  name: string | null;
  /** Build file whose declarations hold here too; null where it names none. */
  parent: string | null;
  uses: BuildUse[];
  /** Folders that belong to the same build, as written (may hold globs), with the name that the build gives them. */
  members: { folder: string; name: string | null }[];
  /** Where the files of a package or namespace lie. */
  sourceRoots: { prefix: string; folder: string }[];
  /** Files and folders outside its own folder that are compiled as its own. */
  includes: string[];
  /** Namespaces that all its files see. */
  imports: string[];
  /** Whether it holds for all projects in the folders below, too. */
  holdsBelow: boolean;
}

/** A project that another one may use. */
export interface BuildUse {
  /** "path": of the project's folder or build file. "name": as the project is called. "member": as the build around it calls it. */
  by: "path" | "name" | "member";
  project: string;
  /** How code names it; null where it is called by its own name. */
  alias: string | null;
}

export interface ImportAlias {
  /** May hold one `*`. */
  pattern: string;
  /** Folders or files beside the tsconfig, with the same `*`. */
  targets: string[];
}

/** The part of the facts that relates files, stored apart because it is read for all files at once. */
export type ContentLinks = Pick<
  ContentFacts,
  | "imports"
  | "ownPackage"
  | "aliases"
  | "routing"
  | "operations"
  | "data"
  | "settings"
  | "triggers"
  | "build"
  | "declares"
  | "mentions"
  | "deployment"
>;

/** Of a file that nothing relates to others. */
export const emptyLinks: ContentLinks = {
  imports: [],
  ownPackage: null,
  aliases: [],
  routing: null,
  operations: null,
  data: null,
  triggers: null,
  build: null,
  declares: [],
  mentions: {},
  settings: null,
  deployment: null,
};
