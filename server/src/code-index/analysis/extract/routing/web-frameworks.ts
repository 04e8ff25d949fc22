import type { ActionFilterRules } from "./action-filter-rules.ts";
import type { BlockFramework } from "./block-rules.ts";
import type { ChainFramework } from "./chain-rules.ts";
import type { MarkRule, PathToken, ResourceRules } from "./controller-rules.ts";
import type { FileRoutes } from "./file-routes.ts";
import { actix } from "./frameworks/actix.ts";
import { adonis } from "./frameworks/adonis.ts";
import { aiohttp } from "./frameworks/aiohttp.ts";
import { apiPlatform } from "./frameworks/api-platform.ts";
import { armeria } from "./frameworks/armeria.ts";
import { aspnet } from "./frameworks/aspnet.ts";
import { astro } from "./frameworks/astro.ts";
import { axum } from "./frameworks/axum.ts";
import { beego } from "./frameworks/beego.ts";
import { cakePhp } from "./frameworks/cakephp.ts";
import { codeIgniter } from "./frameworks/codeigniter.ts";
import { django } from "./frameworks/django.ts";
import { endpointGroups } from "./frameworks/endpoint-groups.ts";
import { express } from "./frameworks/express.ts";
import { falcon } from "./frameworks/falcon.ts";
import { fastEndpoints } from "./frameworks/fast-endpoints.ts";
import { fastapi } from "./frameworks/fastapi.ts";
import { fastify } from "./frameworks/fastify.ts";
import { flask } from "./frameworks/flask.ts";
import { goRouters } from "./frameworks/go-routers.ts";
import { hapi } from "./frameworks/hapi.ts";
import { hono } from "./frameworks/hono.ts";
import { javalin } from "./frameworks/javalin.ts";
import { jaxRs } from "./frameworks/jax-rs.ts";
import { koa } from "./frameworks/koa.ts";
import { ktor } from "./frameworks/ktor.ts";
import { laravel } from "./frameworks/laravel.ts";
import { litestar } from "./frameworks/litestar.ts";
import { micronaut } from "./frameworks/micronaut.ts";
import { nestGateways } from "./frameworks/nest-gateways.ts";
import { nest } from "./frameworks/nest.ts";
import { next } from "./frameworks/next.ts";
import { ninja } from "./frameworks/ninja.ts";
import { nitro } from "./frameworks/nitro.ts";
import { orpc } from "./frameworks/orpc.ts";
import { phoenix } from "./frameworks/phoenix.ts";
import { play } from "./frameworks/play.ts";
import { poem } from "./frameworks/poem.ts";
import { rails } from "./frameworks/rails.ts";
import { reactRouterFolders, remix } from "./frameworks/remix.ts";
import { rocket } from "./frameworks/rocket.ts";
import { grape, hanami, sinatra } from "./frameworks/ruby-apis.ts";
import { salvo } from "./frameworks/salvo.ts";
import { servlets } from "./frameworks/servlets.ts";
import { slim } from "./frameworks/slim.ts";
import { springFunctions } from "./frameworks/spring-functions.ts";
import { spring } from "./frameworks/spring.ts";
import { svelteKit } from "./frameworks/sveltekit.ts";
import { symfony } from "./frameworks/symfony.ts";
import { tornado } from "./frameworks/tornado.ts";
import { trpc } from "./frameworks/trpc.ts";
import { tsoa } from "./frameworks/tsoa.ts";
import { vertx } from "./frameworks/vertx.ts";
import { wordpress } from "./frameworks/wordpress.ts";
import type { ListedCallRules } from "./listed-call-rules.ts";
import type { PrefixCall } from "./prefix-calls.ts";
import type { RequestGuardRules } from "./read-request-guards.ts";
import type { RouteDocuments } from "./route-documents.ts";
import type { RoutingRules } from "./routing-rules.ts";
import type { ViewRules } from "./view-rules.ts";
import type { RoutedLanguage, WebFramework } from "./web-framework.ts";

/** All frameworks whose routes are read by their rules. */
export const webFrameworks: readonly WebFramework[] = [
  ninja,
  litestar,
  aiohttp,
  tornado,
  falcon,
  fastapi,
  flask,
  django,
  goRouters,
  beego,
  spring,
  springFunctions,
  jaxRs,
  micronaut,
  javalin,
  vertx,
  armeria,
  ktor,
  rails,
  hanami,
  grape,
  sinatra,
  phoenix,
  express,
  fastify,
  koa,
  hono,
  hapi,
  nest,
  nestGateways,
  trpc,
  orpc,
  next,
  svelteKit,
  nitro,
  reactRouterFolders,
  remix,
  astro,
  axum,
  actix,
  rocket,
  poem,
  aspnet,
  endpointGroups,
  fastEndpoints,
  laravel,
  apiPlatform,
  symfony,
  slim,
  wordpress,
  codeIgniter,
  cakePhp,
  adonis,
  tsoa,
  play,
  servlets,
  salvo,
];

/** Names that routers go by, where a parameter has no type; of languages in which clients go by the others. */
const guessedNames: Partial<Record<RoutedLanguage, RegExp>> = {
  ecmascript: /^(?:app|router|fastify)$/i,
  php: /^(?:app|router|routes)$/i,
};

/** The rules of a language's frameworks together: which one a router is of is often said in another file. */
export function rulesFor(language: RoutedLanguage): RoutingRules {
  const own = webFrameworks.filter(({ languages }) => languages.includes(language));
  const all = <T>(part: (one: WebFramework) => Readonly<Record<string, T>> | undefined): [string, T][] =>
    own.flatMap((one) => Object.entries(part(one) ?? {}));
  const calls = Map.groupBy(
    all(({ calls: rules }) => rules),
    ([name]) => name,
  );
  const routers = own.flatMap(({ name: framework, routers: made = {} }) =>
    Object.entries(made).map(([name, rule]) => [name, { ...rule, framework }] as const),
  );
  return {
    routers: new Map(
      [...Map.groupBy(routers, ([name]) => name)].map(([name, list]) => [name, list.map(([, rule]) => rule)] as const),
    ),
    types: new Map(
      own.flatMap(({ name, types = [], rootTypes = [] }) =>
        [...types, ...rootTypes].map((type) => [type, name] as const),
      ),
    ),
    functionTypes: new Map(
      own.flatMap(({ name, functionTypes = [] }) => functionTypes.map((one) => [one, name] as const)),
    ),
    rootTypes: new Set(own.flatMap(({ rootTypes = [] }) => rootTypes)),
    calls: new Map([...calls].map(([name, rules]) => [name, rules.flatMap(([, rule]) => rule)])),
    items: new Map(all(({ items }) => items)),
    includes: new Map(all(({ includes }) => includes)),
    modules: new Map(own.flatMap(({ name, modules = [] }) => modules.map((one) => [one, name] as const))),
    sameMembers: new Set(own.flatMap(({ sameMembers = [] }) => sameMembers)),
    handedOut: new Set(routers.flatMap(([, { handedOut }]) => handedOut ?? [])),
    attributes: new Map(all(({ attributes }) => attributes)),
    serves: own.flatMap(({ serves }) => serves ?? []),
    moduleMethods: own.flatMap(({ moduleMethods = [] }) => moduleMethods),
    endpointClasses: own.find(({ endpointClasses }) => endpointClasses !== undefined)?.endpointClasses,
    procedures: own.flatMap(({ procedures = [] }) => procedures),
    views: viewRulesFor(language),
    rootSettings: new Map(all(({ rootSettings }) => rootSettings)),
    pathCalls: own.flatMap(({ pathCalls = [] }) => pathCalls),
    pathConstants: own.flatMap(({ pathConstants = [] }) => pathConstants),
    servedMarks: new Set(own.flatMap(({ servedMarks = [] }) => servedMarks)),
    areWrapped: own.some(({ areWrapped }) => areWrapped === true),
    wrappers: own.flatMap(({ wrappers = [] }) => wrappers),
    listCalls: new Map(own.flatMap(({ listCalls = {} }) => Object.entries(listCalls))),
    guessed: guessedNames[language] ?? /^(?:app|application|server|router|routes?|api|group|mux|engine|blueprint|bp)$/i,
    controllers: !own.some(({ controllers }) => controllers !== undefined)
      ? "none"
      : language === "ecmascript" || language === "php"
        ? "marked"
        : "all",
  };
}

/** Null for languages whose routes never lead to classes that say their methods themselves. */
export function viewRulesFor(language: string): ViewRules | null {
  const own = webFrameworks.find(
    ({ languages, views }) => views !== undefined && languages.some((one) => one === language),
  );
  return own?.views ?? null;
}

/** What marks of classes and methods mean in a language. */
export interface ControllerTable {
  marks: ReadonlyMap<string, readonly { framework: string; rule: MarkRule }[]>;
  classNames: readonly { framework: string; pattern: RegExp }[];
  bases: readonly { framework: string; pattern: RegExp }[];
  absolutePaths: readonly RegExp[];
  computedPaths: { base: RegExp; mark: string } | undefined;
  guardNames: readonly RegExp[];
  needsPath: boolean;
  resources: ResourceRules | undefined;
  /** Names of methods that a class's own path is of. */
  invoked: ReadonlySet<string>;
  /** By framework. */
  servesAtRoot: ReadonlyMap<string, RegExp>;
  tokens: readonly PathToken[];
  placeholders: readonly RegExp[];
}

const tables = new Map<string, ControllerTable | null>();

/** Null for languages without controllers. */
export function controllerTable(given: string | null): ControllerTable | null {
  const language = given !== null && /^(?:typescript|tsx|javascript)$/.test(given) ? "ecmascript" : (given ?? "");
  const known = tables.get(language);
  if (known !== undefined) return known;
  const table = makeTable(language);
  tables.set(language, table);
  return table;
}

function makeTable(language: string): ControllerTable | null {
  const own = webFrameworks.flatMap(({ name, languages, controllers }) =>
    controllers !== undefined && languages.some((one) => one === language) ? [{ framework: name, controllers }] : [],
  );
  if (own.length === 0) return null;
  const marks = own.flatMap(({ framework, controllers }) =>
    Object.entries(controllers.marks).flatMap(([name, rules]) =>
      [rules].flat().map((rule) => ({ name, meaning: { framework, rule } })),
    ),
  );
  const patterns = (part: "classNames" | "bases"): { framework: string; pattern: RegExp }[] =>
    own.flatMap(({ framework, controllers }) => {
      const pattern = controllers[part];
      return pattern === undefined ? [] : [{ framework, pattern }];
    });
  const grouped = Map.groupBy(marks, ({ name }) => name);
  return {
    marks: new Map([...grouped].map(([name, list]) => [name, list.map(({ meaning }) => meaning)])),
    classNames: patterns("classNames"),
    bases: patterns("bases"),
    guardNames: own.flatMap(({ controllers }) => controllers.guardNames ?? []),
    computedPaths: own.flatMap(({ controllers }) => controllers.computedPaths ?? [])[0],
    absolutePaths: own.flatMap(({ controllers }) => controllers.absolutePath ?? []),
    servesAtRoot: new Map(
      own.flatMap(({ framework, controllers: { servesAtRoot } }) =>
        servesAtRoot === undefined ? [] : [[framework, servesAtRoot] as const],
      ),
    ),
    invoked: new Set(own.flatMap(({ controllers }) => controllers.invoked ?? [])),
    resources: own.flatMap(({ controllers }) => controllers.resources ?? [])[0],
    needsPath: own.some(({ controllers }) => controllers.needsPath === true),
    placeholders: own.flatMap(({ controllers }) => controllers.placeholders ?? []),
    tokens: own.flatMap(({ controllers }) => controllers.tokens ?? []),
  };
}

/** The frameworks of a language whose routes stand in blocks. */
export function blockFrameworksFor(language: RoutedLanguage): BlockFramework[] {
  const own = webFrameworks.filter(({ languages }) => languages.includes(language));
  return own.flatMap(({ name, blocks }) => (blocks === undefined ? [] : [{ name, blocks }]));
}

/** How classes of a language say what runs before their methods. */
export function filterRulesFor(language: RoutedLanguage): ActionFilterRules | undefined {
  return webFrameworks.find(({ languages, filters }) => filters !== undefined && languages.includes(language))?.filters;
}

export function requestGuardRulesFor(language: RoutedLanguage): RequestGuardRules | undefined {
  const own = webFrameworks.filter(({ languages }) => languages.includes(language));
  return own.find(({ requestGuards }) => requestGuards !== undefined)?.requestGuards;
}

/** What stands in front of the paths of controllers, by the calls of a language's frameworks. */
export function prefixCallsFor(language: RoutedLanguage): { name: string; calls: readonly PrefixCall[] }[] {
  const own = webFrameworks.filter(({ languages }) => languages.includes(language));
  return own.flatMap(({ name, prefixCalls }) => (prefixCalls === undefined ? [] : [{ name, calls: prefixCalls }]));
}

/** Frameworks of which documents beside the code say something. */
export function documentFrameworks(): { name: string; documents: RouteDocuments }[] {
  return webFrameworks.flatMap(({ name, documents }) => (documents === undefined ? [] : [{ name, documents }]));
}

/** Frameworks that find routes by the names of files. */
export function fileRouteFrameworks(): (FileRoutes & { name: string })[] {
  return webFrameworks.flatMap(({ name, fileRoutes }) => (fileRoutes === undefined ? [] : [{ name, ...fileRoutes }]));
}

/** What files of routes give out. */
export function fileRouteNames(): ReadonlySet<string> {
  const rules = fileRouteFrameworks().flatMap(({ rules: own }) => own);
  return new Set(rules.flatMap(({ exports, isPageWith = "default" }) => [...Object.keys(exports), isPageWith]));
}

/** Functions of a language's frameworks that are told whole routes. */
export function listedCallsFor(language: RoutedLanguage): (ListedCallRules & { framework: string })[] {
  const own = webFrameworks.filter(({ languages }) => languages.includes(language));
  return own.flatMap(({ name, listedCalls }) =>
    listedCalls === undefined ? [] : [{ ...listedCalls, framework: name }],
  );
}

/** The frameworks of a language whose routes are chains of calls. */
export function chainFrameworksFor(language: RoutedLanguage): ChainFramework[] {
  const own = webFrameworks.filter(({ languages }) => languages.includes(language));
  return own.flatMap(({ name, chains }) => (chains === undefined ? [] : [{ name, chains }]));
}
