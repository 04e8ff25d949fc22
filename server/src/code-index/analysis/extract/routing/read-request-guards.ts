import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { RequestGuardFacts } from "#server/code-index/ports/facts.ts";

/** How types of parameters let only some requests through: Rocket's guards, extractors of actix-web and axum. */
export interface RequestGuardRules {
  /** Files without any of this are not read for it. */
  text: RegExp;
  /** With the flag "g": where a type says how it is made of a request; the first group is its name. */
  made: RegExp;
  /** What stands where it refuses requests. */
  refuses: RegExp;
  /** What stands where it asks who somebody is. */
  asks: RegExp;
  /** With the flag "g": another type that has to be made of the request first; the first group is its name. */
  uses: RegExp;
}

const maxTypes = 50;
const maxUses = 10;
const maxFunctions = 500;
const maxBodyLength = 6_000;

/** The types of a file that are made of requests and refuse some, and the parameters of its functions. */
export function readRequestGuards(view: CodeView, rules: RequestGuardRules): RequestGuardFacts | null {
  const types = [...view.s.text.matchAll(rules.made)].slice(0, maxTypes).flatMap((match) => {
    const rest = view.s.text.slice(match.index, match.index + maxBodyLength);
    const end = rest.indexOf("\n}");
    const body = end < 0 ? rest : rest.slice(0, end);
    if (match[1] === undefined || !rules.refuses.test(body)) return [];
    const asks = rules.asks.test(body);
    const uses = [...body.matchAll(rules.uses)].slice(0, maxUses).flatMap(([, name]) => name ?? []);
    return asks || uses.length > 0 ? [{ name: match[1], asks, uses }] : [];
  });
  const functions = view.s.children(0).flatMap((node) => {
    const { name, parameters } = view.functionOf(node) ?? { name: null, parameters: [] };
    if (name === null || parameters.length === 0) return [];
    // What may be missing refuses nobody, and what is taken out of a body neither.
    const asked = parameters.flatMap(({ type }) => /^(?:\w+::)*([A-Z]\w*)(?:<'\w+>)?$/.exec(type ?? "")?.[1] ?? []);
    return [{ name, asked, line: view.s.line(node) }];
  });
  if (types.length === 0 && functions.length === 0) return null;
  return { types, functions: functions.slice(0, maxFunctions) };
}
