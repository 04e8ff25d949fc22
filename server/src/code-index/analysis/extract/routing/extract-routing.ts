import { guardParser } from "#server/code-index/analysis/extract/parsing/load-grammar.ts";
import type { WholeTree } from "#server/code-index/analysis/extract/parsing/whole-tree.ts";
import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

import type { ActionFilterRules } from "./action-filter-rules.ts";
import { noRouting } from "./no-routing.ts";
import { readActionFilters } from "./read-action-filters.ts";
import { declaresFiles, readDeclaredFiles } from "./read-declared-files.ts";
import { readHandlers } from "./read-handlers.ts";
import { placesModules, readModuleRoutes } from "./read-module-routes.ts";
import { readPrefixCalls } from "./read-prefix-calls.ts";
import { readRequestGuards, type RequestGuardRules } from "./read-request-guards.ts";
import { readRouteDocument } from "./read-route-documents.ts";
import { readRouteLines } from "./read-route-lines.ts";
import { isSpecification, readSpecification } from "./read-specification.ts";
import { scanBlocks } from "./scan-blocks.ts";
import { scanChains } from "./scan-chains.ts";
import { scanListedCalls } from "./scan-listed-calls.ts";
import { scanRouting } from "./scan-routing.ts";
import type { RoutedLanguage } from "./web-framework.ts";
import {
  blockFrameworksFor,
  chainFrameworksFor,
  documentFrameworks,
  filterRulesFor,
  listedCallsFor,
  requestGuardRulesFor,
  prefixCallsFor,
  fileRouteFrameworks,
  fileRouteNames,
  rulesFor,
} from "./web-frameworks.ts";

interface LanguageRouting {
  filters?: ActionFilterRules | undefined;
  requests?: RequestGuardRules | undefined;
  /** Files without any of this are not parsed. */
  mayRoute: RegExp;
  scan: (view: CodeView) => RoutingFacts;
}

function byRules(language: RoutedLanguage): (view: CodeView) => RoutingFacts {
  const rules = rulesFor(language);
  return (view) => scanRouting(view, rules);
}

function byBlocks(language: RoutedLanguage): (view: CodeView) => RoutingFacts {
  const frameworks = blockFrameworksFor(language);
  return (view) => scanBlocks(view, frameworks);
}

const phpChains = chainFrameworksFor("php");
const phpLists = listedCallsFor("php");
const ecmascriptChains = chainFrameworksFor("ecmascript");
const ecmascriptRules = rulesFor("ecmascript");
const phpRules = rulesFor("php");

const python: LanguageRouting = {
  mayRoute:
    /\b(?:Bottle|Robyn|falcon|on_get|on_post|on_put|on_patch|on_delete|add_route|APIRouter|FastAPI|Starlette|Flask|Quart|Sanic|Blueprint|urlpatterns|include_router|register_blueprint|add_resource|add_namespace|Namespace|add_url_rule|ROOT_URLCONF|DefaultRouter|SimpleRouter|NinjaAPI|aiohttp|tornado|litestar|api_view|require_http_methods|require_GET|require_POST|require_safe)\b|^class\s+\w*(?:[vV]iew|Mixin|Resource|Handler)\w*\s*[(:]|^class\s+\w+\([^)]{0,300}(?:View|Mixin|Resource|Handler)|@[\w.]+\.(?:route|get|post|put|patch|delete|websocket)\(|^\s*\w+\s*(?::\s*str\s*)?=\s*["']\/[\w./-]*["']/m,
  scan: byRules("python"),
};
const go: LanguageRouting = {
  mayRoute:
    /\.(?:GET|POST|PUT|PATCH|DELETE|Get|Post|Put|Patch|Delete|Any|Handle|HandleFunc|Method|MethodFunc|Route|Group|Mount|PathPrefix)\(|\w(?:Router|Routes|Mux)\(|\b(?:web|beego)\.Router\(|\b(?:gin|echo|chi|fiber|mux|http)\.(?:Default|New|NewRouter|NewMux|NewServeMux|RouterGroup|IRouter|Engine|Echo|Group|Router|ServeMux|App)\b|^\s*(?:const\s+)?\w*(?:Path|Route|Endpoint|Prefix|Pattern|U(?:rl|RL|ri|RI))\w*(?:\s+string)?\s*=\s*"/m,
  scan: byRules("go"),
};
const java: LanguageRouting = {
  mayRoute:
    /@\w*(?:Controller|Mapping|Path|Resource|Servlet)\b|\b(?:ServletContainer|GuiceContainer|addPathPrefix|setUrlPattern)\b|\b(?:Javalin|linecorp\.armeria|vertx\.ext\.web)\b|\bRouterFunctions?\b|\bRouteBuilder\b|@interface\b|\b(?:class|interface)\s+\w*(?:Controller|Resource|Endpoint|Api|API)\w*|\b\w+Api(?:Delegate|Service)\b|\bstatic\s+(?:final\s+)?String\s+\w+\s*=\s*[^;\n]{0,80}\//,
  scan: byRules("java"),
};
const kotlin: LanguageRouting = {
  mayRoute: new RegExp(
    `${java.mayRoute.source}|\\b(?:Routing|Route|Application)\\b|\\brouting\\s*\\{|\\bconst\\s+val\\s+\\w+\\s*=\\s*[^;\\n]{0,80}/`,
  ),
  scan: byRules("kotlin"),
};
const ruby: LanguageRouting = {
  mayRoute:
    /\.routes\.(?:draw|append|prepend)\b|\.add_routes\b|\b(?:Grape::API|Sinatra::Base|Hanami::Routes)\b|^require ["']sinatra["']|^\s*devise\s+:|^\s*(?:get|post|put|patch|delete|route_param)\b[^\n]*(?:\bdo$|\{)|^(?:run|map|namespace|scope|resources?|constraints|authenticate|get|post|concern)\b/m,
  scan: byBlocks("ruby"),
  filters: filterRulesFor("ruby"),
};
const elixir: LanguageRouting = {
  mayRoute: /^\s*use\s+(?:Phoenix|Plug)\.(?:Router|Endpoint)\b|^\s*use\s+[\w.]+, :router\b/m,
  scan: byBlocks("elixir"),
  filters: filterRulesFor("elixir"),
};
const rust: LanguageRouting = {
  requests: requestGuardRulesFor("rust"),
  mayRoute:
    /\b(?:Router|Router::with_path|Route::new|OpenApiRouter|ApiRouter|Scope|ServiceConfig)\b|\broutes!|\bApp::new\b|\b(?:web::(?:scope|resource)|rocket::build|axum::serve)\b|^\s*#\[(?:\w+::)*(?:get|post|put|patch|delete|head|options|path|route)\(|^pub(?:\(\w+\))? use\b|\b(?:const|static)\s+\w+\s*:\s*&(?:'static\s+)?str\s*=\s*"\//m,
  scan: byRules("rust"),
};
const ecmascript: LanguageRouting = {
  mayRoute:
    /\.(?:get|post|put|patch|delete|del|all|route|use|register|basePath|prefix|mount|on|setGlobalPrefix)\s*(?:<[^(\n]{0,200}>)?\(|@(?:Json)?Controller\(|@WebSocketGateway\(|@Route\(|\b(?:\w*[rR]outer|mergeRouters|\w*RequestHandler|\w*ApiHandler|createHTTPServer|trpcServer)\(|@nestjs\/common|[pP]rocedure\b|\bOpenAPIHandler\b|@orpc\/|\bcreateOpenApi[A-Z]|\bopenapi: ?\{|\b(?:Router|fastify|Hono|Elysia)\b|\bexport\s+(?:const|enum)\s+\w+\s*(?::\s*\w+\s*)?=\s*["'`]\/|module\.exports\s*=\s*\{/,
  scan: scanEcmascript,
};
const csharp: LanguageRouting = {
  mayRoute:
    /\[(?:Http(?:Get|Post|Put|Patch|Delete|Head|Options)|Route|ApiController|AcceptVerbs)\b|\bMap(?:Get|Post|Put|Patch|Delete|Methods|Group|Hub)\b|\bWebApplication\b|\bI?(?:Endpoint|Application)\w*Builder\b|\bclass\s+\w*Controller\w*|:\s*(?:\w+\.)*(?:Endpoint\w*|Ep|(?:Sub)?Group|I?CarterModule)\b|\bUseFastEndpoints\b|\b(?:class)\s+\w+Attribute\b|\bconst\s+string\s+\w+\s*=\s*[^;\n]{0,80}\/|\bconst\s+string\s+\w*(?:Root|Base|Path|Route|Prefix|Api|Url|Version)\w*\s*=/,
  scan: byRules("csharp"),
};
const php: LanguageRouting = {
  mayRoute:
    /\bRoute::\w+\(|->withRouting\(|->loadRoutesFrom\(|\bVolt::route\(|\bAuth::routes\(|\$(?:this->|app->)?router->\w+\(|\bSlim\\|\bregister_rest_route\(|(?:\bconst\s+|\$)\w*(?:NAMESPACE|[nN]amespace|REST_BASE|rest_base)\w*\s*=\s*["']|\bRouteCollection\b|\bCodeIgniter\\|\$routes->\w+\(|\bRouteBuilder\b|\bRouter::(?:scope|prefix|plugin|connect)\(|\bRoutingConfigurator\b|(?:#\[|@)(?:\w+\\)*(?:Route|Get|Post|Put|Patch|Delete|ApiResource)\b/,
  scan: scanPhp,
};
const languages: Readonly<Record<string, LanguageRouting>> = {
  python,
  go,
  java,
  kotlin,
  csharp,
  ruby,
  elixir,
  php,
  rust,
  javascript: ecmascript,
  typescript: ecmascript,
  tsx: ecmascript,
};

/** Routes of one framework are chains of calls, those of the others are found by their rules. */
function scanPhp(view: CodeView): RoutingFacts {
  const listed = phpLists.find(({ call }) => view.s.text.includes(`${call}(`));
  if (listed !== undefined) return scanListedCalls(view, listed);
  const chained = phpChains.find(({ chains }) => chains.text.test(view.s.text));
  return chained === undefined ? scanRouting(view, phpRules) : scanChains(view, chained);
}

function scanEcmascript(view: CodeView): RoutingFacts {
  const chained = ecmascriptChains.find(({ chains }) => chains.text.test(view.s.text));
  return chained === undefined ? scanRouting(view, ecmascriptRules) : scanChains(view, chained);
}

/** What a file says about routers; null where it says nothing. */
export async function extractRouting(whole: WholeTree): Promise<RoutingFacts | null> {
  const { language, text } = whole.source;
  if (language === null) {
    const facts = mayHoldLines.test(text) ? readRouteLines(text, documentFrameworks()) : noRouting();
    return isEmpty(facts) ? null : facts;
  }
  if (language === "json") {
    const facts = isSettingsOfRoutes.test(text)
      ? readRouteDocument({ text, language: "yaml" }, documentFrameworks())
      : noRouting();
    return isEmpty(facts) ? null : facts;
  }
  if (language === "yaml" || language === "ini") {
    const facts = mayBeDocument.test(text) ? readRouteDocument({ text, language }, documentFrameworks()) : noRouting();
    const specified = isSpecification(text) ? readSpecification(text) : [];
    if (specified.length > 0) facts.specified = specified;
    return isEmpty(facts) ? null : facts;
  }
  const routed = Object.hasOwn(languages, language ?? "") ? languages[language ?? ""] : undefined;
  if (routed === undefined) return null;
  const isScanned = routed.mayRoute.test(text);
  const mayHandle = routed === ecmascript && mayBeFileRoute(text);
  const filters = routed.filters?.text.test(text) === true ? routed.filters : undefined;
  const requests = routed.requests?.text.test(text) === true ? routed.requests : undefined;
  if (!isScanned && !mayHandle && filters === undefined && requests === undefined) return null;
  const view = await whole.view();
  if (view === null) return null;
  const { result } = guardParser(() => {
    const facts = isScanned ? routed.scan(view) : noRouting();
    if (language === "java" || language === "kotlin")
      facts.prefixes.push(...readPrefixCalls(whole.source, prefixCallsFor(language)));
    const filtered = filters === undefined ? [] : readActionFilters(view, filters);
    if (filtered.length > 0) facts.filtered = filtered;
    const asked = requests === undefined ? null : readRequestGuards(view, requests);
    if (asked !== null) facts.requests = asked;
    if (routed === ecmascript && placesModules.test(text)) Object.assign(facts, readModuleRoutes(view));
    return mayHandle ? { ...facts, ...readFileRoute(view) } : facts;
  });
  return result === null || isEmpty(result) ? null : result;
}

/** What a module says that is a route by its file's name, or the settings of a program of such files. */
function readFileRoute(view: CodeView): Pick<RoutingFacts, "handlers" | "bases" | "declared"> {
  const handlers = readHandlers(view, fileRouteNames());
  const bases = fileRouteFrameworks().flatMap(({ name, base }) => {
    const path = base?.pattern.exec(view.s.text)?.[1];
    return path === undefined ? [] : [[name, path] as const];
  });
  const declared = declaresFiles.test(view.s.text) ? readDeclaredFiles(view) : [];
  return {
    ...(declared.length > 0 && { declared }),
    ...(handlers.length > 0 && { handlers }),
    ...(bases.length > 0 && { bases: Object.fromEntries(bases) }),
  };
}

const mayHoldLines = /^(?:GET|POST|PUT|PATCH|DELETE)\s+\/\S*\s+@?[a-zA-Z_][\w.]*\.\w+\s*(?:\(|$)/m;
const isSettingsOfRoutes = /"routesDir"\s*:|"controllerPathGlobs"\s*:/;
const mayBeDocument =
  /\b(?:context-?path|base-?path|root-?path|application-?path|servlet|rest(?:easy)?)\b|^ +(?:resource:|path: *["']?\/)/im;
const givesHandler =
  /\bexport\s+(?:(?:async\s+)?function|const|let)\s+(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ALL|fallback|loader|action)\b|\bexport\s+(?:const\s+)?\{[^}]{0,400}\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|ALL|loader|action)\b/;
const givesDefault = /\bexport\s+default\b|\bmodule\.exports\s*=|\bas\s+default\b|\bexport\s*\{\s*default\b/;
const saysBase = /\bbase(?:Path|URL|name)?\s*:\s*["'`]\//;
const answers =
  /\b(?:\w*[eE]ventHandler|EventHandler|NextApi\w+|NextAuth|NextRequest|\w*[hH]andler|req|request|Response)\b/;

/** Pages and components give out something by default as well, which answers no request. */
function mayBeFileRoute(text: string): boolean {
  return (
    givesHandler.test(text) ||
    (givesDefault.test(text) && answers.test(text)) ||
    saysBase.test(text) ||
    declaresFiles.test(text)
  );
}

function isEmpty(facts: RoutingFacts): boolean {
  const {
    routers,
    routes,
    mounts,
    constants,
    classes,
    prefixes,
    exports,
    handlers = [],
    declared = [],
    bases = {},
    filtered = [],
    placed = [],
    held = {},
    specified = [],
  } = facts;
  const lists = [
    routers,
    routes,
    mounts,
    classes,
    prefixes,
    handlers,
    declared,
    filtered,
    placed,
    specified,
    Object.keys(held),
    Object.keys(constants),
    Object.keys(bases),
  ];
  // Paths of Rust lead through files that only hand on what others have.
  const handsOn = Object.values(exports).some((ref) => ref.includes("::"));
  return !handsOn && facts.requests === undefined && lists.every(({ length }) => length === 0);
}
