import type { EndpointClassRules } from "./endpoint-class-rules.ts";
import type { ProcedureRules } from "./procedure-rules.ts";
import type { ViewRules } from "./view-rules.ts";
import type { AttributeRule, CallRule, ItemRule, ListCallRule, ModuleMethod, RouterRule } from "./web-framework.ts";

/** The rules of all frameworks of a language. */
export interface RoutingRules {
  routers: ReadonlyMap<string, readonly (RouterRule & { framework: string })[]>;
  types: ReadonlyMap<string, string>;
  rootTypes: ReadonlySet<string>;
  /** Frameworks by types of functions that are called with a program. */
  functionTypes: ReadonlyMap<string, string>;
  calls: ReadonlyMap<string, readonly CallRule[]>;
  items: ReadonlyMap<string, ItemRule>;
  includes: ReadonlyMap<string, { variable: string }>;
  attributes: ReadonlyMap<string, AttributeRule>;
  /** Members that are what they are of. */
  sameMembers: ReadonlySet<string>;
  /** Members that give out the routes of a router. */
  handedOut: ReadonlySet<string>;
  rootSettings: ReadonlyMap<string, { variable: string }>;
  procedures: readonly ProcedureRules[];
  moduleMethods: readonly ModuleMethod[];
  endpointClasses: EndpointClassRules | undefined;
  views: ViewRules | null;
  /** Of the text of a file that serves what it makes. */
  serves: readonly RegExp[];
  /** Which classes may be controllers: those with marks on them or on their methods, or all. */
  controllers: "none" | "marked" | "all";
  /** Modules that are a router themselves, as `specifier#name`. */
  modules: ReadonlyMap<string, string>;
  /** Functions that hand back their first argument, as `specifier#name`. */
  wrappers: readonly RegExp[];
  listCalls: ReadonlyMap<string, ListCallRule>;
  pathCalls: readonly RegExp[];
  pathConstants: readonly RegExp[];
  servedMarks: ReadonlySet<string>;
  /** Whether functions may hand back the router that they get in another form: `logged(router)`. */
  areWrapped: boolean;
  /** Names that routers go by, where a parameter has no type. */
  guessed: RegExp;
}
