import { lineAt, matchesInCode, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { PrefixFact } from "#server/code-index/ports/facts.ts";

import type { PrefixCall } from "./prefix-calls.ts";
import { unknownPart } from "./unknown-part.ts";

const maxCalls = 50;
const maxMadeLength = 600;
const maxFollowed = 3;

/** The paths that calls of a file put in front of what its program serves. */
export function readPrefixCalls(
  source: SourceText,
  rules: readonly { name: string; calls: readonly PrefixCall[] }[],
): PrefixFact[] {
  return rules.flatMap(({ name, calls }) => calls.flatMap((call) => readCalls(source, name, call)));
}

function readCalls(source: SourceText, framework: string, call: PrefixCall): PrefixFact[] {
  const found: PrefixFact[] = [];
  for (const { match, offset } of matchesInCode(source, call.pattern)) {
    const { path: written = "", of = "" } = match.groups ?? {};
    const made = whereMade(source.text, of);
    if (found.length >= maxCalls || call.holds?.test(made) === false) continue;
    const path = pathIn(written);
    const line = lineAt(source, offset);
    const parts = [...new Set(call.ofClass === true ? classesIn(source.text, of) : partsIn(source.text, made, call))];
    if (call.ofClass === true && parts.length === 0) continue;
    const isOfAll = call.mayBePart === undefined || call.ofAll?.test(made) === true;
    if (parts.length > 0) found.push(...parts.map((below) => ({ path, framework, line, below })));
    else found.push({ path: isOfAll ? path : unknownPart, framework, line });
  }
  return found;
}

/** The expression with those behind the names in it: `holder` is `new ServletHolder(container)`. */
function whereMade(text: string, given: string): string {
  let made = given.slice(0, maxMadeLength);
  let name = /^\s*(\w+)\s*$/.exec(made)?.[1];
  for (let at = 0; at < maxFollowed && name !== undefined; at += 1) {
    const from = text.search(new RegExp(`\\b${name}\\s*=(?!=)`));
    const value = from < 0 ? "" : (/^[^;]*/.exec(text.slice(from, from + maxMadeLength))?.[0] ?? "");
    if (value === "") break;
    made += ` ${value}`;
    name = /=\s*(\w+)\s*$/.exec(value)?.[1];
  }
  return made;
}

function pathIn(written: string): string {
  if (written === "") return "";
  const text = /^"([^"]*)"$/.exec(written)?.[1];
  if (text !== undefined) return text.replace(/\/\*+$/, "").replaceAll(/\$\{[^{}]*\}/g, unknownPart);
  return `\u0001${written.split(".").slice(-2).join(".")}\u0001`;
}

/** The class of `new BoatApi()`, or of the variable by its declaration: `Optional<BoatApi> boats`. */
function classesIn(text: string, given: string): string[] {
  const [, made, name] = /^\s*(?:new\s+(?:[a-z]\w*\.)*(\w+)\s*\(|(\w+)\s*(?:$|[,).]))/.exec(given) ?? [];
  if (made !== undefined) return [`&${made}`];
  if (name === undefined) return [];
  const declared = new RegExp(
    `\\b([A-Z]\\w{0,100})(?:>{1,3})?\\s+${name}\\b(?!\\s*\\()|\\b${name}\\s*=\\s*(?:new\\s+)?([A-Z]\\w{0,100})\\(`,
  );
  const [, type, value] = declared.exec(text) ?? [];
  return type === undefined && value === undefined ? [] : [`&${type ?? value}`];
}

/** Of what is made, and of the calls on the names in it: `config.packages("ferry.web")`. */
function partsIn(text: string, made: string, { ofPart }: PrefixCall): string[] {
  if (ofPart === undefined) return [];
  const names = [...made.matchAll(/[(,]\s*([a-z]\w{0,60})\s*[),]/g)].map(([, name = ""]) => name).slice(0, maxFollowed);
  const said = names.flatMap((name) => {
    const from = text.search(new RegExp(`\\b${name}\\s*\\.\\s*packages\\(`));
    return from < 0 ? [] : (/^[^;]*/.exec(text.slice(from, from + maxMadeLength))?.[0] ?? []);
  });
  return [made, ...said].flatMap((one) =>
    [...one.matchAll(ofPart)].flatMap(({ groups }) => groups?.["below"] ?? groups?.["mark"]?.replace(/^/, "@") ?? []),
  );
}
