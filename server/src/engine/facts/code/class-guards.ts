import { isActionGuard, isGuardName } from "#server/code-index/analysis/extract/routing/guard-names.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

import type { LocatedEndpoint } from "./find-endpoints.ts";
import type { HandlerMarks } from "./handler-marks.ts";
import { symbolsNamed } from "./symbols-named.ts";

const maxMarks = 10;

/** What the classes of Django and its REST framework ask before any of their methods runs. */
export async function findClassGuards(
  scope: CodeScope,
  { endpoint, handler, path }: LocatedEndpoint,
): Promise<HandlerMarks["guards"]> {
  const named =
    handler?.symbol.kind === "class" ? handler.symbol.name : (handler?.symbol.parent ?? classNamed(endpoint.handler));
  const home = handler?.path ?? path;
  if (named === null || scope.facts(home)?.language !== "python") return [];
  const name = named.split(".").at(-1) ?? named;
  const own = await scope.once(`guards of ${name} in ${home}`, () => guardsOfClass(scope, name, { home, depth: 0 }));
  const isOfFramework = scope.facts(home)?.imports.some(({ specifier }) => specifier.startsWith("rest_framework"));
  return own ?? (isOfFramework === true ? await scope.once("usualPermissions", () => usualPermissions(scope)) : []);
}

/** What the REST framework asks in front of every class that says nothing else. */
async function usualPermissions(scope: CodeScope): Promise<HandlerMarks["guards"]> {
  const query = { pattern: "DEFAULT_PERMISSION_CLASSES", isRegex: false, ignoreCase: false, isWord: true };
  const { files } = await scope.repository.index.findLines(query, {
    maxFiles: 5,
    maxLinesPerFile: 2,
    deadlineMs: patienceMs,
  });
  const [only, ...more] = files.filter(({ path }) => path.endsWith(".py") && scope.facts(path)?.kind === "source");
  if (only === undefined || more.length > 0) return [];
  const lines = codeLines((await scope.lines(only.path)) ?? []);
  return only.lines.slice(0, 1).flatMap(({ line }) => {
    const list = /[[(]([^\])]*)[\])]/.exec(
      lines
        .slice(line - 1, line + maxMarks)
        .join(" ")
        .replace(/^.*?DEFAULT_PERMISSION_CLASSES\W*?(?=[[(])/, ""),
    );
    const names = [...(list?.[1] ?? "").matchAll(/["']([\w.]+)["']/g)].map((one) => one[1]?.split(".").at(-1) ?? "");
    return names.filter(asksSomebody).map((name) => ({ name, path: only.path, line }));
  });
}

/** So that the same code always gives the same text, work is bounded by counts and not by the clock. */
const patienceMs = 3_600_000;

function asksSomebody(name: string): boolean {
  return name !== "" && !/^(?:AllowAny|IsAuthenticatedOrReadOnly)$/.test(name);
}

/** "contract.AddView" and "BoatViewSet.list" name a class. */
function classNamed(handler: string | null): string | null {
  return handler?.split(".").findLast((part) => /^_*\p{Lu}\w*\p{Ll}/u.test(part)) ?? null;
}

/** So far up, and so many of each class. */
const maxBases = 3;
const mostBases = 8;

/** Bases, attributes and decorators; a class without any has those of its bases in the repository. Null where none says anything. */
async function guardsOfClass(
  scope: CodeScope,
  name: string,
  { home, depth }: { home: string; depth: number },
): Promise<HandlerMarks["guards"] | null> {
  const found = symbolsNamed(scope, name).filter(({ symbol, path }) => symbol.kind === "class" && path.endsWith(".py"));
  const own = found.find(({ path }) => path === home) ?? (found.length === 1 ? found[0] : undefined);
  if (own === undefined) return null;
  const { path, symbol } = own;
  const lines = codeLines((await scope.lines(path)) ?? []);
  const header = new RegExp(`^\\s*class\\s+${name}\\b`);
  const head = lines.findIndex((line, at) => at + 1 >= symbol.startLine && header.test(line));
  if (head < 0) return null;
  const guards: HandlerMarks["guards"] = [];
  const note = (guard: string, line: number) => guards.push({ name: guard, path, line });
  for (let at = head - 1; at >= 0 && /^\s*(?:@|\))|^\s+\S/.test(lines[at] ?? "") && head - at <= maxMarks; at -= 1) {
    const asked = /@method_decorator\(\s*\[?\s*([\w.]+)/.exec(lines[at] ?? "")?.[1];
    if (asked !== undefined && (isActionGuard(asked) || isGuardName(asked))) note(asked, at + 1);
  }
  const end = lines.findIndex((line, at) => at >= head && /:\s*(?:#.*)?$/.test(line));
  const bases = /\(([^()]*)\)/s.exec(lines.slice(head, Math.max(end, head) + 1).join(" "))?.[1]?.split(",") ?? [];
  for (const base of bases.map((one) => one.trim()))
    if (guardingBase.test(base) && (await mayRefuse(scope, base))) note(base, head + 1);
  for (let at = end + 1; at < Math.min(symbol.endLine, lines.length); at += 1) {
    const given = /^\s+permission_classes\s*=\s*(.*)$/.exec(lines[at] ?? "")?.[1];
    if (given === undefined) continue;
    const list = lines.slice(at, at + maxMarks).join(" ");
    const names = (/[[(]([^\])]*)[\])]/.exec(list.slice(list.indexOf("=")))?.[1] ?? given).match(/[A-Za-z_]\w*/g) ?? [];
    for (const one of names) if (asksSomebody(one)) note(one, at + 1);
    return guards;
  }
  if (guards.length > 0) return guards;
  if (depth >= maxBases) return null;
  for (const base of bases.slice(0, mostBases)) {
    const inherited = await guardsOfClass(scope, base.trim().split(".").at(-1) ?? "", { home: "", depth: depth + 1 });
    if (inherited !== null) return inherited;
  }
  return null;
}

/** A class of the repository that only prepares something is no guard, whatever its name speaks of; others go by their name. */
async function mayRefuse(scope: CodeScope, base: string, depth = 0): Promise<boolean> {
  const name = base.split(".").at(-1) ?? base;
  const found = symbolsNamed(scope, name).filter(({ symbol, path }) => symbol.kind === "class" && path.endsWith(".py"));
  const [own, ...others] = found;
  if (own === undefined || others.length > 0) return true;
  const lines = codeLines((await scope.lines(own.path)) ?? []);
  const code = lines
    .slice(own.symbol.startLine - 1, own.symbol.endLine)
    .filter((line) => !/^\s*(?:#|"""|\w+ "")/.test(line));
  const [header = "", ...body] = code.join("\n").split(/:\s*(?:#[^\n]*)?\n/);
  if (refusing.test(body.join("\n"))) return true;
  for (const one of namedBases(header))
    if (depth < maxBases && one !== name && guardingBase.test(one) && (await mayRefuse(scope, one, depth + 1)))
      return true;
  return false;
}

function namedBases(header: string): string[] {
  return (/\(([^()]*)\)/s.exec(header)?.[1] ?? "").split(",").map((one) => one.trim());
}

/** What a class says that lets only some through. */
const refusing =
  /\b(?:raise|return)\s+[\w.]*(?:PermissionDenied|NotAuthenticated|AuthenticationFailed|Forbidden|Unauthorized|Http404|redirect)|\bhandle_no_permission\b|\bdef\s+(?:test_func|dispatch|has_\w*permission\w*|_has_\w*permission\w*|check_\w*permission\w*|get_permissions|initial)\b|\b(?:permission_classes|permission_required|login_url|authentication_classes)\b\s*=|\buser_passes_test\b|\blogin_required\b|\bis_authenticated\b|\breturn False\b|\bhas_perms?\(/;

const guardingBase =
  /(?:^|\.)(?:\w*(?:Login|Permission|Superuser|Staff|Group|Role|Admin|Auth\w*)Required\w*|UserPassesTest\w*|AccessMixin|\w*(?:Login|Permission|Auth)\w*Mixin)$/;
