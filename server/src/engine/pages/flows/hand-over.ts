import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import { findPublishers, findTriggers } from "#server/engine/facts/code/find-triggers.ts";
import { symbolsNamed } from "#server/engine/facts/code/symbols-named.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";

import { bodyOfTrigger, type FlowBody } from "./trigger-body.ts";

/** Work that goes on elsewhere: in a job, with whoever takes the message, in a thread. */
export interface HandOver extends FlowBody {
  symbol: SymbolFact;
  by: "job" | "message" | "thread" | "channel";
}

/** A function given to what runs it later or beside: `executor.submit(notify, flip)`, `Thread(target=self.run)`. */
const given =
  /\b(?:submit|run_in_executor|apply_async|spawn|Thread|Timer|start_soon|create_task|on_commit|after_commit|defer|setImmediate|setTimeout|queueMicrotask|nextTick)\s*\(\s*(?:target\s*=\s*|None\s*,\s*|executor\s*,\s*)?(?:self\.|this\.)?([A-Za-z_]\w{2,})\s*[,)]/;
const sent = /(?:^|[\s({])(?:\w+\.)*(\w+)\s*<-\s*[^-\s]/;

/** Where the work of a line goes on; null where it hands nothing over that could be found. */
export async function handOverOf(scope: CodeScope, path: string, line: number, text: string): Promise<HandOver | null> {
  if (/^\s*(?:\/\/|#|\*)/.test(text)) return null;
  const name = given.exec(text)?.[1];
  if (name !== undefined) return functionNamed(scope, path, name);
  const channel = path.endsWith(".go") ? sent.exec(text)?.[1] : undefined;
  if (channel !== undefined) return await receiverOf(scope, path, channel);
  return workerOfJob(scope, text) ?? takerOf(scope, path, line);
}

function functionNamed(scope: CodeScope, path: string, name: string): HandOver | null {
  const isDoer = ({ kind }: SymbolFact) => /function|method/.test(kind);
  const own = (scope.facts(path)?.symbols ?? []).filter((one) => one.name === name && isDoer(one));
  const found =
    own.length > 0
      ? own.map((symbol) => ({ path, symbol }))
      : symbolsNamed(scope, name).filter(({ symbol }) => isDoer(symbol));
  const [only] = found;
  return only === undefined || found.length > 1 ? null : asHandOver(only.path, only.symbol, "thread");
}

/** The one function of the package that takes from a channel of that name. */
async function receiverOf(scope: CodeScope, path: string, channel: string): Promise<HandOver | null> {
  const folder = path.slice(0, path.lastIndexOf("/"));
  const taking = new RegExp(`<-\\s*(?:\\w+\\.)*${channel}\\b|\\brange\\s+(?:\\w+\\.)*${channel}\\b`);
  const found: HandOver[] = [];
  for (const { path: at, language } of scope.sources) {
    if (language !== "go" || at.slice(0, at.lastIndexOf("/")) !== folder) continue;
    const lines = codeLines((await scope.lines(at)) ?? []);
    for (const [index, text] of lines.entries()) {
      if (!taking.test(text)) continue;
      const symbol = (scope.facts(at)?.symbols ?? [])
        .filter((one) => one.startLine <= index + 1 && index + 1 <= one.endLine && /function|method/.test(one.kind))
        .at(-1);
      if (symbol !== undefined) found.push(asHandOver(at, symbol, "channel"));
    }
  }
  const [first] = found;
  return first !== undefined &&
    found.every(({ startLine, path: at }) => startLine === first.startLine && at === first.path)
    ? first
    : null;
}

/** The job of the program's own that a line puts in line by its name. */
function workerOfJob(scope: CodeScope, text: string): HandOver | null {
  const jobs = scope.once("jobsByName", () => {
    const named = findTriggers(scope).filter(({ kind }) => kind === "job");
    return new Map(
      named.map((one) => [
        one.name.split(/[.:#]+/).find((part) => /^[A-Z_a-z]\w{3,}$/.test(part) && !/^(?:perform|handle)/.test(part)) ??
          one.name,
        one,
      ]),
    );
  });
  if (jobs.size === 0 || !/delay|perform|enqueue|apply_async|dispatch|[qQ]ueue|addJob|\.add\(/.test(text)) return null;
  const job = (text.match(/[A-Za-z_]\w{3,}/g) ?? []).map((word) => jobs.get(word)).find((one) => one !== undefined);
  const body = job === undefined ? null : bodyOfTrigger(scope, job);
  return body?.symbol == null ? null : asHandOver(body.path, body.symbol, "job");
}

/** Who takes the message that is sent on a line. */
function takerOf(scope: CodeScope, path: string, line: number): HandOver | null {
  const message = findPublishers(scope).find(
    (one) => one.path === path && one.startLine <= line && line <= one.endLine,
  );
  if (message === undefined) return null;
  const takers = findTriggers(scope).filter(
    ({ kind, topic, name }) =>
      /consumer|event-listener|job/.test(kind) && (topic === message.topic || name === message.topic),
  );
  const [only] = takers;
  const body = only === undefined || takers.length > 1 ? null : bodyOfTrigger(scope, only);
  return body?.symbol == null ? null : asHandOver(body.path, body.symbol, only?.kind === "job" ? "job" : "message");
}

function asHandOver(path: string, symbol: SymbolFact, by: HandOver["by"]): HandOver {
  return { path, startLine: symbol.startLine, endLine: symbol.endLine, symbol, by };
}
