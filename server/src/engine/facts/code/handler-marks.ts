import { isActionGuard, isGuardName } from "#server/code-index/analysis/extract/routing/guard-names.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

import type { LocatedEndpoint } from "./find-endpoints.ts";

/** What decorators directly above a handler say of its requests. */
export interface HandlerMarks {
  /** Methods that they let through; empty where none says so. */
  methods: string[];
  /** Those that let only some people through, the outermost first. */
  guards: { name: string; path: string; line: number }[];
}

const maxMarks = 10;

/** Reads decorators of functions: `@require_POST`, `@cors("GET")`, `@login_required`. */
export async function findHandlerMarks(scope: CodeScope, handler: LocatedEndpoint["handler"]): Promise<HandlerMarks> {
  const marks: HandlerMarks = { methods: [], guards: [] };
  if (handler === null || scope.facts(handler.path)?.language !== "python") return marks;
  const lines = codeLines((await scope.lines(handler.path)) ?? []);
  const at = lines.findIndex(
    (line, index) => index + 1 >= handler.symbol.startLine && /^\s*(?:async\s+)?def\s/.test(line),
  );
  for (let line = at; line > Math.max(0, at - maxMarks); line -= 1) {
    const mark = /^\s*@([\w.]+)(?:\((.*)\))?\s*$/.exec(lines[line - 1] ?? "");
    if (mark === null) break;
    const [, name = "", given = ""] = mark;
    const methods = methodsIn(name, given);
    marks.methods.push(...methods.filter((one) => !marks.methods.includes(one)));
    const asked = name === "permission_classes" ? (/\w+/.exec(given)?.[0] ?? name) : name;
    if (asked === "AllowAny") continue;
    if (methods.length === 0 && (isActionGuard(name) || isGuardName(name)))
      marks.guards.unshift({ name: asked, path: handler.path, line });
  }
  return marks;
}

const method = /["'](GET|POST|PUT|PATCH|DELETE)["']/gi;

function methodsIn(name: string, given: string): string[] {
  const said = /require_(GET|POST|safe)$/i.exec(name)?.[1]?.toUpperCase();
  if (said !== undefined) return [said === "SAFE" ? "GET" : said];
  return [...given.matchAll(method)].map(([, one = ""]) => one.toUpperCase());
}
