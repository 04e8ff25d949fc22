import type { AnswerContext } from "#server/engine/answer-context/answer-context.ts";
import type { Codebase } from "#server/engine/answer-context/answer-event.ts";
import { citationPlaceholder, type Statement } from "#server/engine/evidence/cited-text.ts";
import type { QuestionPart } from "#server/engine/intent/interpret-question.ts";
import { layWordsFor } from "#server/engine/intent/lay-words.ts";
import { stemsOf } from "#server/engine/intent/words.ts";
import { gatherSettings, type SettingFact } from "#server/engine/retrieval/find-settings.ts";
import { linesOf, shownPath, type StatementBlock } from "#server/engine/statements/statements.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fence } from "#server/engine/text/quoting.ts";

const asksToSwitchOff =
  /\b(?:can|could|may|how (?:do|can|could)|is)\b.*\b(?:that|it|this|them|one|these)\b.*\b(?:turn\w*|switch\w*|be|disabl\w*)\b.*\b(?:off|disabled|stopped|avoided|allowed)\b|\b(?:turn|switch|disable) (?:it|that|this|them) off\b/i;
const asksForDefaults =
  /\b(?:if|when|where) (?:we|i|you|nothing|one)(?: set| is set)? ?nothing\b|\bby default\b|\bdefaults?\b|\bnothing is set\b/i;
const asksHowLong = /\bhow long\b|\btime ?out\b|\btime limit\b/i;
const ofTime =
  /(?:^|_)(?:TIMEOUT|DURATION|LIFETIME|TTL|EXPIR\w*|DELAY|INTERVAL|MAX_TIME|DEADLINE|SECONDS|MINUTES|HOURS|DAYS)(?:_|$)/i;
/** A setting that is on or off: by its name, or by what it is compared with. */
const ofSwitch =
  /(?:^|_)(?:ALLOW\w*|DISABLE\w*|ENABLE\w*|SKIP|NO|USE|BLOCK\w*)(?:_|$)|(?:_(?:ENABLED|DISABLED|ALLOWED))$/i;
const comparesWithSwitch = /["'](?:true|false|1|0|on|off|yes|no)["']|\bbool\w*\(/i;
const maxFiles = 5;
const maxTold = 4;
const around = 3;

/**
 * A later half of a message that asks what only can be told of the place or the settings that the half before was answered with: whether
 * it can be switched off, what counts where nothing is set, how long. Empty for any other half, and where nothing is found there.
 */
export async function explainSecondHalf(
  context: AnswerContext,
  part: QuestionPart,
  earlier: readonly StatementBlock[],
): Promise<StatementBlock[]> {
  if (earlier.length === 0) return [];
  const { text } = part;
  if (asksToSwitchOff.test(text)) return await tellSwitches(context, part, earlier);
  const isOfTime = asksHowLong.test(text) && part.names.length === 0;
  if (!isOfTime && !asksForDefaults.test(text)) return [];
  const named = await settingsIn(context, earlier);
  if (named.length < fewestSettings) return [];
  const wanted = isOfTime ? named.filter(({ fact }) => ofTime.test(fact.name)) : named;
  const told = await Promise.all(wanted.slice(0, maxSettings).map((one) => defaultOf(context, one)));
  const items = told.filter((one) => one !== null);
  return items.length === 0 ? [] : [{ heading: null, statements: items }];
}

const fewestSettings = 1;
const maxSettings = 8;

/** The settings that the half before named, in its order. */
async function settingsIn(context: AnswerContext, earlier: readonly StatementBlock[]): Promise<SettingFact[]> {
  const text = earlier.flatMap(({ statements }) => statements.map((one) => one.text)).join("\n");
  const spans = new Set([...text.matchAll(/`([^`\n]{3,60})`/g)].map(([, name = ""]) => name));
  const all = (await gatherSettings(context, "")).filter(({ fact }) => spans.has(fact.name));
  return all.toSorted((a, b) => text.indexOf(`\`${a.fact.name}\``) - text.indexOf(`\`${b.fact.name}\``));
}

/** "`WORKERS` is `1` where nothing is set", or the lines that work it out; null where neither is known. */
async function defaultOf(context: AnswerContext, one: SettingFact): Promise<Statement | null> {
  const { name, defaultValue, line } = one.fact;
  const place = `${shownPath(context, one)}, line ${line}`;
  if (defaultValue !== null && defaultValue !== "")
    return { text: `- ${codeSpan(name)} is ${codeSpan(defaultValue)} where nothing is set (${place}).`, evidence: [linesOf(one, line)] }; // prettier-ignore
  const worked = await workedOutBy(context, one);
  if (worked === null) return null;
  return {
    text: `- ${codeSpan(name)} is worked out where nothing is set (${shownPath(context, one)}, lines ${worked.from}–${worked.to}) ${citationPlaceholder}:\n\n${fence(worked.lines, context.facts(one)?.language ?? null)}`,
    evidence: [linesOf(one, worked.from, worked.to)],
  };
}

const maxWorked = 9;

/** The function that the reading names as its default: `os.getenv("X", default_x())`; null where it names none. */
async function workedOutBy(
  context: AnswerContext,
  one: SettingFact,
): Promise<{ from: number; to: number; lines: string[] } | null> {
  const lines = await context.lines(one);
  const reading = lines.slice(one.fact.line - 1, one.fact.line + 3).join(" ");
  const called = [...reading.matchAll(/\b([a-z_]\w{4,})\(/gi)].map(([, name = ""]) => name);
  const symbol = context
    .facts(one)
    ?.symbols.find(({ name, kind }) => called.includes(name) && /function|method/.test(kind));
  if (symbol === undefined) return null;
  const to = Math.min(symbol.endLine, symbol.startLine + maxWorked);
  return { from: symbol.startLine, to, lines: lines.slice(symbol.startLine - 1, to) };
}

/** Settings that are on or off, called after what was asked, and read in the files that the half before named. */
async function tellSwitches(
  context: AnswerContext,
  part: QuestionPart,
  earlier: readonly StatementBlock[],
): Promise<StatementBlock[]> {
  const asked = new Set(part.terms.flatMap(({ stem }) => [stem, ...layWordsFor(stem, part.text).stems]));
  const evidence = earlier.flatMap(({ statements }) => statements.flatMap((one) => one.evidence));
  const paths = [...new Set(evidence.map(({ path }) => path))].slice(0, maxFiles);
  const found: { codebase: Codebase; path: string; line: number; name: string; at: number }[] = [];
  for (const codebase of context.codebases)
    for (const { name, sites } of codebase.index.settings()) {
      const site = sites.find(({ path, source }) => source === "read" && paths.includes(path));
      if (site === undefined || !stemsOf(name).some((root) => asked.has(root))) continue;
      const lines = await context.lines({ codebase, path: site.path });
      const reading = lines.slice(site.line - 1, site.line + 2).join(" ");
      if (!ofSwitch.test(name) && !comparesWithSwitch.test(reading)) continue;
      found.push({ codebase, path: site.path, line: site.line, name, at: paths.indexOf(site.path) });
    }
  const told = found.toSorted((a, b) => a.at - b.at).slice(0, maxTold);
  const statements = await Promise.all(
    told.map(async (one): Promise<Statement> => {
      const lines = await context.lines(one);
      const symbol = context.facts(one)?.symbols.find(({ startLine, endLine, kind }) => /function|method/.test(kind) && startLine <= one.line && one.line <= endLine && endLine - startLine <= maxWorked); // prettier-ignore
      const from = symbol?.startLine ?? Math.max(1, one.line - 1);
      const to = symbol?.endLine ?? Math.min(lines.length, one.line + around);
      return {
        text: `${codeSpan(one.name)} decides about it there (${shownPath(context, one)}, lines ${from}–${to}) ${citationPlaceholder}:\n\n${fence(lines.slice(from - 1, to), context.facts(one)?.language ?? null)}`,
        evidence: [linesOf(one, from, to)],
      };
    }),
  );
  return statements.length === 0 ? [] : [{ heading: null, statements }];
}
