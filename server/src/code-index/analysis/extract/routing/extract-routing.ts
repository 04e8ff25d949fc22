import { GoView } from "#server/code-index/analysis/extract/routing/views/go-view.ts";
import { PythonView } from "#server/code-index/analysis/extract/routing/views/python-view.ts";
import { loadGrammar, parseWhole } from "#server/code-index/analysis/extract/symbols/parse-symbols.ts";
import { Syntax } from "#server/code-index/analysis/syntax/syntax.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

import type { RoutingRules } from "./apply-rules.ts";
import type { CodeView } from "./code-view.ts";
import { scanRouting } from "./scan-routing.ts";
import { rulesFor } from "./web-frameworks.ts";

interface RoutedLanguage {
  /** Files without any of this are not parsed. */
  mayRoute: RegExp;
  rules: RoutingRules;
  view: (syntax: Syntax) => CodeView;
}

const python: RoutedLanguage = {
  mayRoute:
    /\b(?:APIRouter|FastAPI|Starlette|Flask|Quart|Sanic|Blueprint|urlpatterns|include_router|register_blueprint|add_resource|add_url_rule|ROOT_URLCONF)\b|@[\w.]+\.(?:route|get|post|put|patch|delete|websocket)\(|^\s*\w+\s*(?::\s*str\s*)?=\s*["']\/[\w./-]*["']/m,
  rules: rulesFor("python"),
  view: (syntax) => new PythonView(syntax),
};
const go: RoutedLanguage = {
  mayRoute:
    /\.(?:GET|POST|PUT|PATCH|DELETE|Get|Post|Put|Patch|Delete|Any|Handle|HandleFunc|Method|MethodFunc|Route|Group|Mount|PathPrefix)\(|\b(?:gin|echo|chi|fiber|mux|http)\.(?:Default|New|NewRouter|NewMux|NewServeMux|RouterGroup|IRouter|Engine|Echo|Group|Router|ServeMux)\b/,
  rules: rulesFor("go"),
  view: (syntax) => new GoView(syntax),
};
const languages: Readonly<Record<string, RoutedLanguage>> = { python, go };

/** Larger files are generated. */
const maxLength = 600_000;

/** What a file says about routers; null where it says nothing. */
export async function extractRouting(source: SourceText): Promise<RoutingFacts | null> {
  const routed = Object.hasOwn(languages, source.language ?? "") ? languages[source.language ?? ""] : undefined;
  if (routed === undefined || source.text.length > maxLength || !routed.mayRoute.test(source.text)) return null;
  const loaded = await loadGrammar(source.language);
  if (loaded === null) return null;
  const { result } = parseWhole(source, loaded, ({ tree }) =>
    scanRouting(routed.view(new Syntax(tree, tree.language, source.text)), routed.rules),
  );
  return result === null || isEmpty(result) ? null : result;
}

function isEmpty({ routers, routes, mounts, constants }: RoutingFacts): boolean {
  return routers.length + routes.length + mounts.length + Object.keys(constants).length === 0;
}
