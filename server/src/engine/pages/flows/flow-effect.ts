import { effectOfLine, type EffectVerb } from "#server/engine/retrieval/find-effect.ts";

/** Chains of query builders: `db.Context(ctx).ID(id).Update(answer)`, `session.Where(…).Delete(&entity.Tag{})`. */
const chained =
  /\b\w*(?:DB|db|[sS]ession|[oO]rm|[eE]ngine|[tT]x|knex|[bB]uilder|[qQ]uery|objects)\w*(?:\(\w*\))?(?:\.\w+\((?:[^()]|\([^()]*\)){0,80}\)){1,6}\.(Insert|Update|Delete|Create|Save|insert|update|delete|create|save|upsert)\w*\(/;
/** What waits is put in line by these; `enqueuedAt.Add(…)` reckons with time. */
const lines = /(?:queued?(?:At|_at|Time)|[dD]equeue\w*)\w*\.\w+\(/;
/** A method of the program's own of that name: the browser's `fetch` belongs to nothing. */
const ownFetch = /[\w)]\s*\.\s*fetch\(/;
const otherCalls = /axios|https?\b|requests\.|urlopen|HttpClient|Faraday|HTTParty|reqwest|Net::HTTP/i;

/** What a line does outside of its program, without what only sounds like it; null where it does nothing there. */
export function flowEffectOf(line: string): EffectVerb | null {
  const chain = /^\s*(?:\/\/|#|\*|func\s|def\s)/.test(line) ? undefined : chained.exec(line)?.[1];
  if (chain !== undefined) return /delete/i.test(chain) ? "deletes" : "writes";
  const verb = effectOfLine(line);
  if (verb === "puts a job in line" && lines.test(line)) return null;
  if (verb === "calls another service" && ownFetch.test(line) && !otherCalls.test(line)) return null;
  return verb;
}

/** The host that a line calls, as far as an address stands on it. */
export function hostOf(text: string): string | null {
  const host = /https?:\/\/((?:[\w-]+\.)+[a-z]{2,})/i.exec(text)?.[1];
  return host === undefined || /^(?:www\.)?example\./.test(host) ? null : host;
}
