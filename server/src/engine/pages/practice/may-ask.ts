import type { LocatedEndpoint } from "#server/engine/facts/code/find-endpoints.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

/** So many lines of a function are looked at. */
const longest = 90;

/** Words of code that has to do with whoever calls. */
const ofCallers =
  /auth|log_?(?:in|ged)|sign_?in|permi(?:t|ssion)|forbidden|session|current_?\w{0,30}user|\buser\b|account|token|secret|signature|hmac|api_?key|\b40[13]\b|policy|\bcan[A-Z_]/i;
/** A handler of one line that gives the request to something else. */
const givesOn = /\w\s*\(.*\b(?:r|req|request|ctx|c|w)\b/;

/** Whether the lines that answer may ask who calls, or are not known: then nobody knows that it is open. */
export async function mayAsk(scope: CodeScope, { endpoint, handler, path }: LocatedEndpoint): Promise<boolean> {
  if (handler === null && endpoint.handler !== null) return true;
  // A class has more lines than the one method, and bases and a constructor that may ask; methods of Go have neither.
  const isOfClass = handler !== null && (handler.symbol.kind === "class" || handler.symbol.parent !== null);
  if (isOfClass && !handler.path.endsWith(".go")) return true;
  const [from, to] =
    handler === null
      ? [endpoint.startLine, Math.min(endpoint.endLine, endpoint.startLine + longest)]
      : [handler.symbol.startLine, Math.min(handler.symbol.endLine, handler.symbol.startLine + longest)];
  const own = codeLines((await scope.lines(handler?.path ?? path)) ?? []).slice(from - 1, to);
  const body = own.slice(1).filter((line) => /\w/.test(line) && !/^\s*(?:\/\/|#|\*)/.test(line));
  const isThin =
    handler !== null && body.length === 1 && givesOn.test(body[0] ?? "") && !/\b(?:res|response)\./.test(body[0] ?? "");
  return isThin || ofCallers.test(own.join("\n")) || (await helpersAsk(scope, handler?.path ?? path, body));
}

/** Whether a function of the same file that is called here, or what stands above it, does. */
async function helpersAsk(scope: CodeScope, path: string, body: readonly string[]): Promise<boolean> {
  const called = new Set(body.flatMap((line) => [...line.matchAll(/([A-Za-z_]\w{2,})\s*\(/g)].map((one) => one[1])));
  // Of a file with many routes, lines are looked at once.
  const asking = await scope.once(`lines that ask ${path}`, async () =>
    codeLines((await scope.lines(path)) ?? []).map((line) => ofCallers.test(line)),
  );
  return (scope.facts(path)?.symbols ?? []).some(
    ({ name, kind, startLine, endLine }) =>
      /function|method/.test(kind) &&
      called.has(name) &&
      asking.slice(Math.max(0, startLine - 1 - marksAbove), Math.min(endLine, startLine + longest)).includes(true),
  );
}

const marksAbove = 4;
