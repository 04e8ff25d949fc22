import type { ActionFilterRules } from "./action-filter-rules.ts";
import type { ArgumentPosition } from "./argument-position.ts";
import type { BlockRules } from "./block-rules.ts";
import type { ChainRules } from "./chain-rules.ts";
import type { ControllerRules } from "./controller-rules.ts";
import type { EndpointClassRules } from "./endpoint-class-rules.ts";
import type { FileRoutes } from "./file-routes.ts";
import type { ListedCallRules } from "./listed-call-rules.ts";
import type { PrefixCall } from "./prefix-calls.ts";
import type { ProcedureRules } from "./procedure-rules.ts";
import type { RequestGuardRules } from "./read-request-guards.ts";
import type { RouteDocuments } from "./route-documents.ts";
import type { ViewRules } from "./view-rules.ts";

/** How the routes of one web framework are written. Adding a framework is one of these with its examples. */
export interface WebFramework {
  name: string;
  languages: readonly RoutedLanguage[];
  /** Calls that make a router, by the last part of their name. */
  routers?: Readonly<Record<string, RouterRule>>;
  /** Types of parameters that are routers. */
  types?: readonly string[];
  /** Of the text of a file that serves the routers it makes, however that is written. */
  serves?: RegExp;
  /** What stands above a function that is a route, mounted by its name: `#[get("/boats")]`. */
  attributes?: Readonly<Record<string, AttributeRule>>;
  /** Types of parameters that are programs, which serve by themselves. */
  rootTypes?: readonly string[];
  /** Types of functions that the library calls with the program: of those that methods hand back. */
  functionTypes?: readonly string[];
  /** Methods that a library hands the program, of classes that extend one of its own. */
  moduleMethods?: readonly ModuleMethod[];
  /** Classes of the library that are an endpoint each. */
  endpointClasses?: EndpointClassRules;
  /** What is called on a router; a name may have several rules, of which the first that fits counts. */
  calls?: Readonly<Record<string, CallRule | readonly CallRule[]>>;
  /** Calls that are routes as items of a list; the list is a router. */
  items?: Readonly<Record<string, ItemRule>>;
  /** Calls around the name of a module, whose routes are then mounted: Django's `include("boats.urls")`. */
  includes?: Readonly<Record<string, { variable: string }>>;
  /** Settings that name the module whose routes are served: Django's `ROOT_URLCONF = "site.urls"`. */
  rootSettings?: Readonly<Record<string, { variable: string }>>;
  /** Members that are what they are of: `app.router`. */
  sameMembers?: readonly string[];
  /** Values that are an operation each. */
  procedures?: ProcedureRules;
  /** What annotations of classes and their methods mean. */
  controllers?: ControllerRules;
  /** Modules that are a router themselves: `http.HandleFunc("/boats", list)`. As `specifier#name`. */
  modules?: readonly string[];
  /** How classes and functions say themselves which methods they answer. */
  views?: ViewRules;
  /** Where routes stand in blocks instead. */
  blocks?: BlockRules;
  /** Calls that say what stands in front of the paths of controllers. */
  prefixCalls?: readonly PrefixCall[];
  /** How classes say what runs before the methods that answer. */
  filters?: ActionFilterRules;
  /** How types of handlers' parameters let only some requests through; of all frameworks of the language. */
  requestGuards?: RequestGuardRules;
  /** What documents beside the code say. */
  documents?: RouteDocuments;
  /** Where the names of files are routes. */
  fileRoutes?: FileRoutes;
  /** Where routes are chains of calls on one name instead. */
  chains?: ChainRules;
  /** Functions that the whole program knows, which are told whole routes. */
  listedCalls?: ListedCallRules;
  /** Functions that hand back their first argument, as `specifier#name`. */
  wrappers?: readonly RegExp[];
  /** Calls whose arguments are routes below a path; without one where they have the argument `unless`. */
  listCalls?: Readonly<Record<string, ListCallRule>>;
  /** Calls that stand for a path, which is their first argument: `path("/boats")`, `GET("/boats")`. */
  pathCalls?: RegExp;
  /** Names of constants that are paths or parts of them, where names of constants look like all others. */
  pathConstants?: RegExp;
  /** What marks functions whose routers are served as they are handed back. */
  servedMarks?: readonly string[];
  /** Whether functions may hand back the router that they get in another form: `logged(router)`. */
  areWrapped?: true;
  examples: readonly FrameworkExample[];
}

export type RoutedLanguage =
  | "python"
  | "ecmascript"
  | "go"
  | "java"
  | "kotlin"
  | "csharp"
  | "ruby"
  | "php"
  | "rust"
  | "elixir";

export interface RouterRule {
  /** Whether it serves by itself. */
  isRoot?: boolean;
  /** Whether that is only so where nothing shows what serves the routers of the program. */
  isPresumed?: true;
  /** Whether it is a value that is written with its fields: `http.Server{Handler: r}`. */
  isLiteral?: true;
  /** What the package must be whose function it is, where many have one of that name. */
  from?: RegExp;
  /** Path in front of all of its routes. */
  path?: ArgumentPosition;
  /** Argument whose text is the path, where there is no other: `Namespace("boats")` is at "/boats". */
  named?: ArgumentPosition;
  /** Argument with the program or router that it is part of: `Api(blueprint)`. */
  partOf?: ArgumentPosition;
  /** Argument that says whether the paths of sets of views end in a slash, which they do without it. */
  trailing?: ArgumentPosition;
  /** Member that gives out its routes to be mounted: `router.urls`. */
  handedOut?: string;
  /** Whether its argument is a map of operations and routers by name. */
  hasProcedures?: true;
  /** Whether its arguments are routers whose routes it has too. */
  isMerge?: true;
  /** Argument that it serves. */
  child?: ArgumentPosition;
  /** Whether it is a router only where that is one. */
  needsChild?: true;
  /** What it serves below its path: names, which no path of a router around it is in front of, or addresses of that kind. */
  serves?: string;
  /** Names of those that serve by themselves. */
  rootNames?: RegExp;
  /** Whether its list of routes holds functions and classes that are routes, by their names. */
  hasNamedRoutes?: true;
  /** Whether its list holds pairs of a path, written as a regular expression, and a class that answers. */
  hasPairs?: true;
  /** Whether it is a macro whose arguments are routes: `routes![show, list]`. */
  isMacro?: true;
  /** A list of routes. */
  routes?: ArgumentPosition;
  /** Routes that it is made with, whose methods a text maps to those of a controller. */
  mapped?: MappedRoutes;
  /** Path and method of a route that it is made with, as one call that stands for both, and its handler. */
  route?: { path: ArgumentPosition; handler: ArgumentPosition };
}

export interface ModuleMethod {
  /** Of the names that the class extends, as written. */
  bases: RegExp;
  method: RegExp;
  /** Of the text of the class; the first group is the path in front of its routes. */
  path?: RegExp;
  /** Where the program itself looks for such classes while it starts, and hands each a group below the class's name. */
  finder?: EndpointGroupFinder;
}

/** A function that looks for classes while the program starts: `app.MapEndpoints(assembly)`. */
interface EndpointGroupFinder {
  /** Of the name of the function that does it. */
  name: RegExp;
  /** Of its text. */
  finds: RegExp;
  /** Of the text of its file; the first group is what stands in front of the class's name in the path. */
  prefix: RegExp;
  /** Of the text of a class that puts its own name in front of its routes itself. */
  namesItself: RegExp;
}

export interface AttributeRule {
  /** What the function must be that is called, where many have one of that name. */
  from?: RegExp;
  /** Whether the path may be missing. */
  isPathOptional?: true;
  /** It describes what another one beside it serves; without one it serves itself. */
  isDescription?: true;
  /** Field of a class around it whose text is in front of the path. */
  classPath?: string;
  /** Absent where its first argument names it. */
  methods?: readonly string[];
  methodsIn?: ArgumentPosition;
  path: ArgumentPosition;
}

export type CallRule =
  | RouteRule
  | MountRule
  | GroupRule
  | PrefixRule
  | ViewSetRule
  | { kind: "same"; hasGuards?: true }
  | { kind: "methods" }
  | { kind: "add" }
  | PartOfRule
  | { kind: "ownPath"; path: ArgumentPosition }
  /** With `isNamed`, only where the name of an argument is that of a guard. */
  | { kind: "guard"; isNamed?: true }
  | ForwardRule
  | VersioningRule
  | ({ kind: "mapped" } & MappedRoutes);

/** One path with a controller, and a text that says which of its methods answers what: `"GET:List;POST:Add"`. */
export interface MappedRoutes {
  path: ArgumentPosition;
  handler: ArgumentPosition;
  mapping: ArgumentPosition;
}

/** Hands a request on: in a method of that name, the value that has it is the router. */
interface ForwardRule {
  kind: "forward";
}

/** Says what a router is part of: `api.init_app(app)`. */
interface PartOfRule {
  kind: "partOf";
  of: ArgumentPosition;
}

/** Puts the versions of controllers into their paths: `app.enableVersioning({ defaultVersion: "1" })`. */
export interface VersioningRule {
  kind: "versioning";
  /** Where versions are looked for; paths are meant where it says nothing or names them. */
  type: ArgumentPosition;
  inPaths: RegExp;
  /** The version of controllers that name none. */
  otherwise: ArgumentPosition;
}

/** Puts a path in front of those of all controllers: `app.setGlobalPrefix("api")`. */
export interface PrefixRule {
  kind: "prefix";
  path: ArgumentPosition;
  /** Under what it is kept, where that is not the framework. */
  as?: string;
  /** Without an argument. */
  otherwise?: string;
  /** A list of paths that it is not in front of. */
  except?: ArgumentPosition;
}

export interface RouteRule {
  kind: "route";
  /** HTTP methods, where the call means no others. */
  methods: readonly string[];
  /** Argument that lists the methods instead. */
  methodsIn?: ArgumentPosition;
  path: ArgumentPosition;
  /** Whether everything below the path is answered. */
  isBelow?: true;
  /** Whether all further arguments by position are paths as well. */
  hasMorePaths?: true;
  /** Also with the handler alone: the router is of one path then. */
  isPathOptional?: boolean;
  /** Whether the handler is a chain that tells the methods: `get(show).post(add)`. */
  hasMethodChain?: true;
  /** Absent for a decorator, whose function it is. */
  handler?: ArgumentPosition;
  /** Where it stands instead in files that import such a module: Echo has what runs before behind the handler. */
  handlerWith?: { module: RegExp; handler: number };
  /** Whether it is one only on what another call made of a router. */
  isOnGroup?: true;
  /** Whether the handler may be a router, whose routes have whole paths. */
  mayBeRouter?: true;
  /** Whether the handler may say itself which methods it answers, where none are given. */
  isView?: true;
  /** Argument with what the names of the handler's methods end in. */
  suffix?: ArgumentPosition;
}

/** Gives a router a set of views: `router.register("boats", BoatViewSet)`. */
export interface ViewSetRule {
  kind: "viewSet";
  path: ArgumentPosition;
  view: ArgumentPosition;
}

/** Puts another router below this one. */
export interface MountRule {
  kind: "mount";
  /** Absent where all arguments may be: those count that are routers. */
  child?: ArgumentPosition;
  /** Whether the child may be named by a text, with its module: `"boats.api.router"`. */
  isNamed?: true;
  /** Whether functions among the children get the router as their first parameter. */
  isPlugin?: true;
  path?: ArgumentPosition;
  /** Whether a function may hand back the child. */
  isSupplied?: true;
  /** Whether the path replaces the one that the child was made with. */
  replacesPath?: true;
}

/** Gives a router below this one; a function among the arguments gets it as its first parameter. */
export interface GroupRule {
  kind: "group";
  path?: ArgumentPosition;
  /** Whether its routes have no path of their own: `router.route("/boats").get(list)`. */
  isOnePath?: true;
  /** Whether what else it is called with stands in front of those routes: `m.Combo("/boats", requireCrew).Get(list)`. */
  hasHandlers?: true;
  /** Whether its first argument is the path, however it is written. */
  isPathSure?: true;
  /** Whether it serves by itself. */
  isRoot?: true;
  /** Whether the call is what protects its routes: `authenticate("jwt") { … }`. */
  isGuard?: true;
  /** Whether its path is the name of the class that is handed to it: `app.MapGroup(this)`. */
  isOfClass?: true;
}

export interface ListCallRule {
  path: string;
  unless: string;
}

export interface ItemRule {
  methods: readonly string[];
  methodsIn?: ArgumentPosition;
  path: ArgumentPosition;
  handler?: ArgumentPosition;
  isView?: true;
  /** The path is a regular expression. */
  isPattern?: true;
  /** Argument with a router, or a list of routes, that is put below the path. */
  child?: ArgumentPosition;
}

/** Files, and the endpoints that they declare together: "GET /boats/:id". */
interface FrameworkExample {
  files: Readonly<Record<string, string>>;
  endpoints: readonly string[];
  /** What protects them, by endpoint; the others are not protected. Absent where that is not looked at. */
  guards?: Readonly<Record<string, readonly string[]>>;
}
