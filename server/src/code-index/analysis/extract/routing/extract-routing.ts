import { guardParser } from "#server/code-index/analysis/extract/parsing/load-grammar.ts";
import type { WholeTree } from "#server/code-index/analysis/extract/parsing/whole-tree.ts";
import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

import { scanBlocks } from "./scan-blocks.ts";
import { scanRouting } from "./scan-routing.ts";
import type { RoutedLanguage } from "./web-framework.ts";
import { blockFrameworksFor, rulesFor } from "./web-frameworks.ts";

interface LanguageRouting {
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

const python: LanguageRouting = {
  mayRoute:
    /\b(?:APIRouter|FastAPI|Starlette|Flask|Quart|Sanic|Blueprint|urlpatterns|include_router|register_blueprint|add_resource|add_url_rule|ROOT_URLCONF)\b|@[\w.]+\.(?:route|get|post|put|patch|delete|websocket)\(|^\s*\w+\s*(?::\s*str\s*)?=\s*["']\/[\w./-]*["']/m,
  scan: byRules("python"),
};
const go: LanguageRouting = {
  mayRoute:
    /\.(?:GET|POST|PUT|PATCH|DELETE|Get|Post|Put|Patch|Delete|Any|Handle|HandleFunc|Method|MethodFunc|Route|Group|Mount|PathPrefix)\(|\b(?:gin|echo|chi|fiber|mux|http)\.(?:Default|New|NewRouter|NewMux|NewServeMux|RouterGroup|IRouter|Engine|Echo|Group|Router|ServeMux)\b/,
  scan: byRules("go"),
};
const java: LanguageRouting = {
  mayRoute:
    /@\w*(?:Controller|Mapping|Path|Resource)\b|@interface\b|\b(?:class|interface)\s+\w*(?:Controller|Resource|Endpoint|Api|API)\w*|\bstatic\s+(?:final\s+)?String\s+\w+\s*=\s*[^;\n]{0,80}\//,
  scan: byRules("java"),
};
const ruby: LanguageRouting = {
  mayRoute:
    /\.routes\.(?:draw|append|prepend)\b|\.add_routes\b|\b(?:Grape::API|Sinatra::Base|Hanami::Routes)\b|^require ["']sinatra["']|^\s*devise\s+:|^\s*(?:get|post|put|patch|delete|route_param)\b[^\n]*(?:\bdo$|\{)|^(?:run|map|namespace|scope|resources?|constraints|authenticate|get|post|concern)\b/m,
  scan: byBlocks("ruby"),
};
const elixir: LanguageRouting = {
  mayRoute: /^\s*use\s+(?:Phoenix|Plug)\.(?:Router|Endpoint)\b|^\s*use\s+[\w.]+, :router\b/m,
  scan: byBlocks("elixir"),
};
const rust: LanguageRouting = {
  mayRoute:
    /\b(?:Router|OpenApiRouter|ApiRouter|Scope|ServiceConfig)\b|\broutes!|\bApp::new\b|\b(?:web::(?:scope|resource)|rocket::build|axum::serve)\b|^\s*#\[(?:\w+::)*(?:get|post|put|patch|delete|head|options|path|route)\(|^pub(?:\(\w+\))? use\b/m,
  scan: byRules("rust"),
};
const ecmascript: LanguageRouting = {
  mayRoute:
    /\.(?:get|post|put|patch|delete|del|all|route|use|register|basePath|prefix|mount|on|setGlobalPrefix)\s*(?:<[^(\n]{0,200}>)?\(|@(?:Json)?Controller\(|@nestjs\/common|\b(?:Router|fastify|Hono|Elysia)\b|\bexport\s+(?:const|enum)\s+\w+\s*(?::\s*\w+\s*)?=\s*["'`]\/|module\.exports\s*=\s*\{/,
  scan: byRules("ecmascript"),
};
const csharp: LanguageRouting = {
  mayRoute:
    /\[(?:Http(?:Get|Post|Put|Patch|Delete|Head|Options)|Route|ApiController|AcceptVerbs)\b|\bMap(?:Get|Post|Put|Patch|Delete|Methods|Group|Hub)\b|\bWebApplication\b|\bI?(?:Endpoint|Application)\w*Builder\b|\bclass\s+\w*Controller\w*|\b(?:class)\s+\w+Attribute\b|\bconst\s+string\s+\w+\s*=\s*[^;\n]{0,80}\//,
  scan: byRules("csharp"),
};
const languages: Readonly<Record<string, LanguageRouting>> = {
  python,
  go,
  java,
  csharp,
  ruby,
  elixir,
  rust,
  javascript: ecmascript,
  typescript: ecmascript,
  tsx: ecmascript,
};

/** What a file says about routers; null where it says nothing. */
export async function extractRouting(whole: WholeTree): Promise<RoutingFacts | null> {
  const { language, text } = whole.source;
  const routed = Object.hasOwn(languages, language ?? "") ? languages[language ?? ""] : undefined;
  if (routed === undefined || !routed.mayRoute.test(text)) return null;
  const view = await whole.view();
  if (view === null) return null;
  const { result } = guardParser(() => routed.scan(view));
  return result === null || isEmpty(result) ? null : result;
}

function isEmpty({ routers, routes, mounts, constants, classes, prefixes, exports }: RoutingFacts): boolean {
  const lists = [routers, routes, mounts, classes, prefixes, Object.keys(constants)];
  // Paths of Rust lead through files that only hand on what others have.
  const handsOn = Object.values(exports).some((ref) => ref.includes("::"));
  return !handsOn && lists.every(({ length }) => length === 0);
}
