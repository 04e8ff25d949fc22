/** How the routes of one web framework are written. Adding a framework is one of these with its examples. */
export interface WebFramework {
  name: string;
  language: "python" | "ecmascript" | "go";
  /** Calls that make a router, by the last part of their name. */
  routers?: Readonly<Record<string, RouterRule>>;
  /** Types of parameters that are routers. */
  types?: readonly string[];
  /** What is called on a router; a name may have several rules, of which the first that fits counts. */
  calls?: Readonly<Record<string, CallRule | readonly CallRule[]>>;
  /** Calls that are routes as items of a list; the list is a router. */
  items?: Readonly<Record<string, ItemRule>>;
  /** Calls around the name of a module, whose routes are then mounted: Django's `include("boats.urls")`. */
  includes?: Readonly<Record<string, { variable: string }>>;
  /** Settings that name the module whose routes are served: Django's `ROOT_URLCONF = "site.urls"`. */
  rootSettings?: Readonly<Record<string, { variable: string }>>;
  /** Modules that are a router themselves: `http.HandleFunc("/boats", list)`. As `specifier#name`. */
  modules?: readonly string[];
  examples: readonly FrameworkExample[];
}

/** An argument by its position (-1 is the last one), by its name, or by either. */
export type ArgumentPosition = number | string | readonly [number, string];

export interface RouterRule {
  /** Whether it serves by itself. */
  isRoot?: boolean;
  /** What the package must be whose function it is, where many have one of that name. */
  from?: RegExp;
  /** Path in front of all of its routes. */
  path?: ArgumentPosition;
  /** A list of routes. */
  routes?: ArgumentPosition;
}

export type CallRule = RouteRule | MountRule | GroupRule | { kind: "same" } | { kind: "methods" };

export interface RouteRule {
  kind: "route";
  /** HTTP methods, where the call means no others. */
  methods: readonly string[];
  /** Argument that lists the methods instead. */
  methodsIn?: ArgumentPosition;
  path: ArgumentPosition;
  /** Also without a path: the router is of one path then. */
  isPathOptional?: boolean;
  /** Absent for a decorator, whose function it is. */
  handler?: ArgumentPosition;
}

/** Puts another router below this one. */
export interface MountRule {
  kind: "mount";
  child: ArgumentPosition;
  path?: ArgumentPosition;
  /** The path is in a literal map: `{ prefix: "/boats" }`. */
  pathKey?: string;
  /** Whether the path replaces the one that the child was made with. */
  replacesPath?: true;
}

/** Gives a router below this one; a function among the arguments gets it as its first parameter. */
export interface GroupRule {
  kind: "group";
  path?: ArgumentPosition;
}

export interface ItemRule {
  methods: readonly string[];
  methodsIn?: ArgumentPosition;
  path: ArgumentPosition;
  handler?: ArgumentPosition;
  /** The path is a regular expression. */
  isPattern?: true;
  /** Argument with a router, or a list of routes, that is put below the path. */
  child?: ArgumentPosition;
}

/** Files, and the endpoints that they declare together: "GET /boats/:id". */
interface FrameworkExample {
  files: Readonly<Record<string, string>>;
  endpoints: readonly string[];
}
