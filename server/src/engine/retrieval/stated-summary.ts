/** A sentence in words that stands beside a route, with its line. */
export interface StatedSummary {
  text: string;
  line: number;
}

const mostBefore = 12;
const mostAfter = 30;
const longestLine = 1_000;
const longest = 200;

const text = String.raw`(?:"((?:[^"\\\n]|\\.){3,400})"|'((?:[^'\\\n]|\\.){3,400})')`;
/** The better first: a description is a sentence where a summary is a title. */
const stated: readonly RegExp[] = [
  new RegExp(String.raw`\.WithDescription\(\s*${text}\s*\)`),
  new RegExp(String.raw`\.WithSummary\(\s*${text}\s*\)`),
  new RegExp(String.raw`\[Endpoint(?:Description|Summary)\(\s*${text}\s*\)`),
  new RegExp(String.raw`\[SwaggerOperation\(\s*(?:(?:(?!\)\])[^])*?\bSummary\s*=\s*)?${text}`),
  new RegExp(String.raw`@Operation\(\s*(?:(?!\n\s*(?:public|@\w+Mapping))[^])*?\bsummary\s*=\s*${text}`),
  new RegExp(String.raw`@ApiOperation\(\s*(?:\{?[^(){}]*?\b(?:value|summary)\s*[=:]\s*)?${text}`),
  new RegExp(String.raw`@[\w.]+\((?:(?!\n\s*(?:async\s+)?def\s)[^])*?\b(?:operation_)?summary\s*=\s*${text}`),
  new RegExp(String.raw`\b(?:describeRoute|createRoute|schema)\b\s*[:(]\s*\{[^{}]*?\bsummary\s*:\s*${text}`),
];
/** Comments that are read by generators of documents. */
const inComment = /^\s*(?:\/\/|\*|#)\s*@Summary\s+(\S.{2,300})$/i;

/**
 * What is written for readers of the interface around a route: in the chain of calls that registers it, in the annotations of its
 * handler, or in a comment for a generator. Null where nothing is, and where it is put together while the program runs.
 */
export function statedSummary(lines: readonly string[], from: number, to: number): StatedSummary | null {
  const first = firstOfRoute(lines, from);
  const last = lastOfRoute(lines, Math.min(to, from + mostAfter));
  const around = lines.slice(first - 1, last).map((line) => (line.length > longestLine ? "" : line));
  const joined = around.join("\n");
  for (const pattern of stated) {
    const found = pattern.exec(joined);
    const said = found?.slice(1).find((one) => one !== undefined);
    if (found === null || said === undefined || /\$\{|\{\w*\}|\$"/.test(said)) continue;
    const before = joined.slice(0, found.index + found[0].length).split("\n").length;
    return { text: sentence(said), line: first + before - 1 };
  }
  const at = around.findIndex((line) => inComment.test(line));
  const said = inComment.exec(around[at] ?? "")?.[1];
  return said === undefined ? null : { text: sentence(said), line: first + at };
}

/** Annotations and comments that stand right before it. */
function firstOfRoute(lines: readonly string[], from: number): number {
  let first = from;
  while (first > 1 && from - first < mostBefore) {
    const line = (lines[first - 2] ?? "").trim();
    const isComment = /^(?:\/\/|\*|\/\*|#)/.test(line);
    if (line === "" || (!isComment && /[;{}]$|^(?:\}|\)\s*;)/.test(line) && !/^@.*\{$/.test(line))) break;
    if (!isComment && !/^[@[)\]},"'.]|,$|\($|^\w+\s*[=:]/.test(line)) break;
    first -= 1;
  }
  return first;
}

/** Calls that go on with what it returns. */
function lastOfRoute(lines: readonly string[], to: number): number {
  let last = to;
  while (last < lines.length && last - to < mostBefore && /^\s*(?:\.|\/\/)/.test(lines[last] ?? "")) last += 1;
  return last;
}

function sentence(said: string): string {
  const plain = said.replaceAll(/\\(.)/g, "$1").replaceAll(/\s+/g, " ").trim();
  const whole = plain.length > longest ? `${plain.slice(0, longest - 1).trimEnd()}…` : plain;
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}
