/**
 * What one file says about itself, read without a language model. Facts are keyed by blob id and depend on nothing but
 * the path's name and the content, so content that was seen once is never parsed again. All lines count from 1 and
 * ranges include both ends.
 */
export interface FileFacts {
  /** Lower-case language name ("typescript", "python", "go", "sql", "markdown" …); null where unknown. */
  language: string | null;
  kind: FileKind;
  bytes: number;
  /** 0 for binary content. */
  lines: number;
  /** The comment or docstring at the start of the file that describes the file as a whole. */
  header: TextFact | null;
  symbols: SymbolFact[];
  imports: ImportFact[];
  endpoints: EndpointFact[];
  schemas: SchemaFact[];
  configKeys: ConfigKeyFact[];
  scripts: ScriptFact[];
  /**
   * Only for package manifests (package.json, pyproject.toml, go.mod, Cargo.toml, pom.xml, composer.json, *.csproj …).
   */
  manifest: ManifestFact | null;
  /** Only for prose (Markdown, reStructuredText, plain-text READMEs): headings with the text below each. */
  sections: ProseFact[];
  /** Plain-words reason why the content could not be parsed in full; the file is still listed and searchable. */
  problem: string | null;
}

export type FileKind = "source" | "test" | "docs" | "config" | "data" | "generated" | "vendored" | "binary" | "other";

/** Text with its line numbers. */
export interface TextFact {
  text: string;
  startLine: number;
  endLine: number;
}

export type SymbolKind =
  | "function"
  | "method"
  | "class"
  | "interface"
  | "type"
  | "enum"
  | "constant"
  | "variable"
  | "module"
  | "struct"
  | "trait"
  | "component";

export interface SymbolFact {
  name: string;
  kind: SymbolKind;
  /** Name of the enclosing class, module or type; null at top level. */
  parent: string | null;
  /** The declaration without its body, on one line, at most 200 characters. */
  signature: string;
  /** Comment or docstring that documents it, markers removed; null where there is none. */
  doc: TextFact | null;
  isExported: boolean;
  startLine: number;
  /** The line on which its signature ends; absent where that is the first. */
  signatureEndLine?: number;
  endLine: number;
}

export interface ImportFact {
  /** As written: "./delay.ts", "node:fs", "flask", "crate::db". */
  specifier: string;
  /** Imported names where the language says them; empty for whole-module imports. */
  names: string[];
  line: number;
}

export interface EndpointFact {
  /** Upper-case HTTP method, or "ANY". */
  method: string;
  path: string;
  /** Name of the handler where it could be read. */
  handler: string | null;
  startLine: number;
  endLine: number;
}

export interface SchemaFact {
  name: string;
  /** Where the shape comes from: a database table, an ORM model, a validation schema, a message or a data type. */
  kind: "table" | "model" | "validation" | "message" | "type";
  /** `path` is of a field that another file adds, `refersTo` the schema whose rows it leads to, where that is known. */
  fields: { name: string; type: string; line: number; path?: string; refersTo?: string }[];
  /** Names of other schemas this one refers to by foreign key or field type. */
  references: string[];
  startLine: number;
  endLine: number;
}

export interface ConfigKeyFact {
  /** Environment variable, flag or settings key. */
  name: string;
  /** Literal default next to the reading; null when there is none. */
  defaultValue: string | null;
  /** Nearest comment about it; null where there is none. */
  comment: string | null;
  line: number;
}

export interface ScriptFact {
  name: string;
  command: string;
  /** "npm", "make", "just", "taskfile", "cargo", "composer", "mix", "rake", "shell", "procfile", "docker", "ci" … */
  runner: string;
  line: number;
  /** What the file says it is for; null where it says nothing. */
  about: string | null;
}

export interface ManifestFact {
  /** "npm", "python", "go", "cargo", "maven", "gradle", "composer", "nuget", "ruby" … */
  ecosystem: string;
  name: string | null;
  description: TextFact | null;
  version: string | null;
  dependencies: { name: string; version: string; isDev: boolean; line: number }[];
  /** main, module, exports and bin targets: where a reader starts. */
  entryPoints: { name: string; path: string; line: number }[];
  /** Folders of workspace members, as written (may hold globs). */
  workspaces: string[];
}

export interface ProseFact {
  heading: string;
  /** 1 to 6; 0 for text before the first heading. */
  level: number;
  /** Text under this heading alone, without that of deeper headings; Markdown kept. */
  text: string;
  startLine: number;
  endLine: number;
}

/**
 * What one file says about the routers of web frameworks; the paths of several files are put together from it. A name
 * is a key within the file: `router`, `setup/v1` (a variable of a function), `setup(0)` (its first parameter),
 * `setup()` (what it returns), `Server.router` (a field), or `./users#routes.all` (what another module gives out); `&#users` is what any file of
 * the folder declares, `*#.add(0)` the parameter of a method of that name.
 */
export interface RoutingFacts {
  routers: RouterFact[];
  routes: RouteFact[];
  mounts: MountFact[];
  /** What the file gives out: exported name to the name here. */
  exports: Record<string, string>;
  /** String constants by name, of modules and classes alike: parts of paths are kept in them. */
  constants: Record<string, string>;
  /** Classes whose annotations, or those of their methods, may mean routes. */
  classes: ClassFact[];
  /** What is put in front of the paths of all controllers of the program: `setGlobalPrefix("api")`. */
  prefixes: PrefixFact[];
  /** Routers that the whole program knows by name without an import, as `^#Name`; absent where there are none. */
  globals?: Record<string, string>;
  /** What the module gives out under names that are routes where the file's own name is one; absent without any. */
  handlers?: HandlerFact[];
  /** Types of the program's own that fields of types hold, as "Server.boats" to what the file calls the type; absent without any. */
  fields?: Record<string, string>;
  /** What classes extend whose routes may be on a router that they inherit, as names of routers are; absent without any. */
  inherits?: Record<string, string>;
  /** Modules whose controllers the program puts below a path; absent without any. */
  placed?: { module: string; path: string }[];
  /** What a document says of the operations of an interface over HTTP; absent without any. */
  specified?: SpecifiedOperation[];
  /** Names of controllers by the module that has them; absent without any. */
  held?: Record<string, string[]>;
  /** Files that are routes, by their names from here, where a file says itself which are; absent without any. */
  declared?: { path: string; file: string }[];
  /** By framework, what a file of its settings would put in front of all paths; absent without any. */
  bases?: Record<string, string>;
  /** Classes that say what runs before their methods; absent without any. */
  filtered?: FilteredClassFact[];
  /** What parameters of functions ask of requests; absent without any. */
  requests?: RequestGuardFacts;
}

/** An operation of an OpenAPI document. */
export interface SpecifiedOperation {
  /** Its name, after which generated code is called. */
  id: string;
  /** The group that it belongs to; "" for none. */
  tag: string;
  method: string;
  path: string;
  /** Where servers are said to be below a path, which generated code may put in front. */
  isBelow?: true;
  line: number;
}

export interface RequestGuardFacts {
  /** Types that are made of a request or refuse it, whether they ask whose it is, and others that are made first. */
  types: { name: string; asks: boolean; uses: string[] }[];
  /** Functions with the types of parameters that have to be there. */
  functions: { name: string; asked: string[]; line: number }[];
}

/** A class whose methods answer requests, or a module that such classes include. */
export interface FilteredClassFact {
  /** With those of the modules around it. */
  name: string;
  /** As written. */
  bases: string[];
  filters: ActionFilterFact[];
  /** Its methods that sound like guards, and whether they may answer instead of the action. */
  checks: { name: string; mayStop: boolean }[];
}

/** What runs before methods of a class, and lets only some through. */
export interface ActionFilterFact {
  /** Name of the method or module. */
  filter: string;
  /** With its condition. */
  text: string;
  line: number;
  /** Takes back what a class above says. */
  isSkip?: true | "sign-in";
  /** A word of the program's own, which counts where one of the classes has it. */
  isOwnWord?: true;
  only?: string[];
  except?: string[];
}

/** What a module gives out under a name that is a route where the file's own name is one. */
export interface HandlerFact {
  /** "default", or the name. */
  name: string;
  /** What the code calls it; null where it has no name. */
  handler: string | null;
  /** HTTP methods that the module tells apart. */
  methods: string[];
  startLine: number;
  endLine: number;
}

export interface PrefixFact {
  path: string;
  framework: string;
  line: number;
  /** Folder, pattern or class that it is in front of, as a document names it; absent where it is in front of all. */
  below?: string;
  /** Paths that it is not in front of, as patterns, some with a method: "GET health"; absent without any. */
  except?: string[];
  /** Present where it stands in front of all the others. */
  isOutermost?: true;
}

export interface RouterFact {
  name: string;
  framework: string;
  /** Whether it serves by itself; others serve where they are mounted. */
  isRoot: boolean;
  /** Whether it serves by itself only where nothing shows what serves the routers of the program. */
  isPresumed?: true;
  /** Path of its own in front of its routes. `\u0001NAME\u0001` stands for a constant of that name. */
  path: string;
  line: number;
  /** Of all its routes; absent where there are none. */
  guards?: GuardFact[];
  /** Present where it serves names, or addresses of that kind, instead of paths below its own. */
  serves?: string;
}

export interface RouteFact {
  router: string;
  /** Upper-case HTTP method, or "ANY". */
  method: string;
  path: string;
  handler: string | null;
  startLine: number;
  endLine: number;
  /** What is asked before the handler is; absent where nothing is. */
  guards?: GuardFact[];
  /** Present where it depends on what is so while the program runs. */
  isPartly?: true;
  /** Counts only where that router is none of the repository: it stands for what the router serves. */
  unless?: string;
  /** Served by all routers that serve addresses of that kind, wherever its own router is mounted. */
  servedBy?: string;
  /** What it leads to, where that says itself which methods it answers. */
  view?: {
    /** Name of a class or function, as names of routers are. */
    ref: string;
    /** Methods of the class by HTTP method in lower case. */
    actions?: Record<string, string>;
    /** Whether it is a set of views below the path, each with a path of its own. */
    isSet?: true;
    /** What the names of the methods end in that answer. */
    suffix?: string;
    /** What ends paths of a set. */
    slash?: string;
  };
}

/** What protects an endpoint, or says that nothing does. */
export interface GuardFact {
  /** As written, with its arguments: `Authorize(Policy = "admin")`. */
  name: string;
  line: number;
}

/** A class as its annotations (attributes, decorators) tell of it. */
export interface ClassFact {
  /** Empty for functions of the module itself. */
  name: string;
  /** Whether it can only be extended. */
  isAbstract: boolean;
  /** One of several declarations of the class, which others complete; absent for whole ones. */
  isPart?: true;
  /** Last parts of the names of what it extends and implements, those of classes first. */
  bases: string[];
  marks: MarkFact[];
  methods: MethodFact[];
  /** Texts of fields that say something about routes; absent without any. */
  fields?: Record<string, string[]>;
  line: number;
}

export interface MethodFact {
  name: string;
  /** How many parameters it has. */
  arity: number;
  /** Present where one of them is called `id`, which patterns of paths may hold. */
  takesId?: true;
  isPublic: boolean;
  marks: MarkFact[];
  /** Last part of the name of what it hands back, or of what stands between its brackets; null where none is told. */
  returns: string | null;
  startLine: number;
  endLine: number;
}

/** An annotation, attribute or decorator. */
export interface MarkFact {
  /** Last part of its name. */
  name: string;
  /** As it is written, without line breaks and shortened. */
  text: string;
  /**
   * Texts by position ("0") or name of the argument; the items of a list are several. `\u0001Type.NAME\u0001` stands for
   * what is declared elsewhere.
   */
  args: Record<string, string[]>;
  /** What is made among its arguments, by the argument: `operations: [new Get()]`; absent without any. */
  made?: Record<string, MarkFact[]>;
  line: number;
}

/** All routes of `child` are served by `parent` too, below `path`. */
interface MountFact {
  parent: string;
  path: string;
  child: string;
  line: number;
  /** Of all that is served by it; absent where there are none. */
  guards?: GuardFact[];
  /** Where it is the parameter of a function that is called: the texts of all arguments by position. */
  given?: Record<string, string>;
}
