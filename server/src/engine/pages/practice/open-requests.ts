import type { LocatedEndpoint } from "#server/engine/facts/code/find-endpoints.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

import { mayAsk } from "./may-ask.ts";

/** Languages whose routers of functions name all that runs before a request, where the router or the route is written. */
const plainRouters = /\.(?:[cm]?[jt]sx?|go)$/;
/** Calls that put something in front of several requests. */
const before = String.raw`\.\s*(?:use|Use|UseFunc|UseHandler|With|addHook|before|Before|register|decorate|guard|all|onRequest|onBeforeHandle|derive|resolve|middleware|Middleware|SetHandlers|Wrap|wrap)\s*\(`;
/** What asks nobody who it is, as its name says. */
const harmless =
  /^\W*(?:express\.)?(?:json|urlencoded|static|serveStatic|text|raw|cors|helmet|compress(?:ion)?|morgan|logger|requestLogger|pinoHttp|bodyParser(?:\.\w+)?|cookieParser|favicon|responseTime|(?:\w+\.)?(?:Logger|Recover(?:er|y)?|Gzip|Compress|RequestID|RealIP|CORS|StripSlashes|Timeout|Heartbeat|NoCache))\b/;
/** More than these are not looked through, and then nobody knows. */
const most = { maxFiles: 200, maxLinesPerFile: 100 };
/** Counts bound it, never the clock: the same code always gives the same text. */
const patienceMs = 3_600_000;

/** What answers everybody; empty unless all that could stand in front of any request was read and none of it asks. */
export async function findOpenRequests(
  scope: CodeScope,
  endpoints: readonly LocatedEndpoint[],
  unguarded: readonly LocatedEndpoint[],
): Promise<LocatedEndpoint[]> {
  const isRead = endpoints.every(({ path, endpoint }) => plainRouters.test(path) && endpoint.certainty === "resolved");
  if (!isRead || unguarded.length === 0 || !(await isSearched(scope))) return [];
  const open = await Promise.all(
    unguarded.map(async (one) => ((await isBare(scope, one)) && !(await mayAsk(scope, one)) ? [one] : [])),
  );
  return open.flat();
}

/** Whether no line of the sources puts something in front of requests that is not known to be harmless. */
async function isSearched(scope: CodeScope): Promise<boolean> {
  const query = { pattern: before, isRegex: true, ignoreCase: false, isWord: false };
  const { files, isCutOff } = await scope.repository.index.findLines(query, { ...most, deadlineMs: patienceMs });
  if (isCutOff) return false;
  const sources = new Set(scope.sources.map(({ path }) => path));
  return files
    .filter(({ path }) => sources.has(path) && plainRouters.test(path))
    .every(
      ({ lines, matchedLines }) =>
        matchedLines === lines.length && lines.every(({ text }) => harmless.test(text.slice(text.search(/\(/) + 1))),
    );
}

const inline = /^\s*(?:async\s+)?(?:\(|function\b|func\s*\(|\w+\s*=>)/;
const named = /^\s*[\w.]+\s*,?\s*\)/;

/** Whether a route is written as a path and what answers, with nothing around or between. */
async function isBare(scope: CodeScope, { path, endpoint }: LocatedEndpoint): Promise<boolean> {
  const lines = codeLines((await scope.lines(path)) ?? []);
  const text = lines.slice(endpoint.startLine - 1, endpoint.startLine + 2).join("\n");
  // Of `app.get("/boats", list)` what follows on the path.
  const rest = /["'`][^"'`\n]*["'`]\s*,([\s\S]*)$/.exec(text)?.[1];
  return rest !== undefined && (inline.test(rest) || named.test(rest)) && !isFile.test(text);
}

/** Redirects and files tell nobody anything that was not told. */
const isFile = /\bredirect\w*\b|\bstatic\w*\b|\.(?:txt|ico|xml|css|js|png|svg)["'`]|\*\s*["'`]/i;
