import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { IndexedTrigger } from "#server/code-index/ports/triggers.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

/** Lines of code that are followed. */
export interface FlowBody {
  path: string;
  startLine: number;
  endLine: number;
  /** Null for work that stands in its trigger. */
  symbol: SymbolFact | null;
}

const workNames = /^(?:perform|handle|run|execute|call|process|__invoke|invoke|Execute|ExecuteAsync|Run|Handle)$/;
const linesBefore = 12;
/** So far down, a function has done other things before. */
const mostBefore = 40;
const linesBehind = 30;

/**
 * Whether a timer is set in the middle of a function that does much else, such as one that puts the program together:
 * neither its name nor its comment is about what the timer starts.
 */
export function isAmongOthers(scope: CodeScope, trigger: IndexedTrigger): boolean {
  const { framework, path, startLine, endLine } = trigger;
  if (!/Ticker|Tick\b|Loop|interval/i.test(framework) || (trigger.handlerPath ?? path) !== path) return false;
  const symbol = workingSymbol(scope, trigger);
  const before = symbol === null ? 0 : startLine - symbol.startLine;
  return symbol !== null && (before > mostBefore || (before > linesBefore && symbol.endLine - endLine > linesBehind));
}

/** The function that does the work of a trigger; null where it could not be found, or does much else. */
export function bodyOfTrigger(scope: CodeScope, trigger: IndexedTrigger): FlowBody | null {
  const symbol = isAmongOthers(scope, trigger) ? null : workingSymbol(scope, trigger);
  const path = trigger.handlerPath ?? trigger.path;
  return symbol && { path, startLine: symbol.startLine, endLine: symbol.endLine, symbol };
}

function workingSymbol(scope: CodeScope, trigger: IndexedTrigger): SymbolFact | null {
  const path = trigger.handlerPath ?? trigger.path;
  const parts = (trigger.handler ?? trigger.name).split(/[.:#]+/).filter(Boolean);
  const symbols = scope.facts(path)?.symbols ?? [];
  const isDoer = ({ kind }: SymbolFact) => /function|method/.test(kind);
  const own = symbols.find(
    (one) =>
      isDoer(one) &&
      one.name === parts.at(-1) &&
      (parts.length < 2 || one.parent?.endsWith(parts.at(-2) ?? "") !== false),
  );
  const around = own ?? symbols.find((one) => one.kind === "class" && one.name === parts.at(-1));
  if (around && isDoer(around)) return around;
  return (
    symbols.find(
      (one) => isDoer(one) && workNames.test(one.name) && (around === undefined || one.parent === around.name),
    ) ?? null
  );
}
