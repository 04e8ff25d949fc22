import { classesIn } from "#server/code-index/analysis/extract/settings/groups/class-nodes.ts";
import { literalIn } from "#server/code-index/analysis/extract/settings/scan-readings.ts";
import { commentBeside } from "#server/code-index/analysis/extract/settings/setting-comments.ts";
import { plainEntry } from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import { plainType } from "#server/code-index/analysis/extract/settings/setting-types.ts";
import type { CodeView, FieldView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

import { chainOf, type SchemaChain } from "./schema-chain.ts";
import { textsIn } from "./schema-values.ts";

const variable = /^[A-Z][A-Z0-9_]{2,80}$/;
const leastFields = 2;

/** Fields in capitals that decorators check: `@IsNotEmpty() SECRET_KEY = environment.SECRET_KEY ?? ""`. */
export function readValidatedClasses(view: CodeView, source: SourceText): SettingEntry[] {
  return classesIn(view).flatMap(({ own }) => {
    const fields = view.fieldsOf(own.body).filter(({ name }) => variable.test(name));
    if (fields.filter(({ decorators }) => decorators.length > 0).length < leastFields) return [];
    return fields.flatMap((field) => readField(view, source, field));
  });
}

function readField(
  view: CodeView,
  source: SourceText,
  { name, type, value, decorators, node }: FieldView,
): SettingEntry[] {
  const written = value === null ? null : view.s.textOf(value);
  // A value that is worked out of something else is none that is given from outside.
  const isTaken = written !== null && new RegExp(`\\.${name}\\b`).test(written);
  if (!isTaken && (decorators.length === 0 || (written !== null && literalIn(written) === null))) return [];
  const line = view.s.line(node);
  const entry = plainEntry(name, { kind: "variable", source: "declared", line });
  const checks = decorators.flatMap((one) => chainOf(view, one) ?? []);
  const isOptional = checks.some(({ root }) => root === "IsOptional");
  entry.type = (type === null ? null : plainType(type)) ?? typeOf(checks);
  entry.allowed = checks.flatMap(({ root, steps }) =>
    /^IsIn\b/.test(root) ? textsIn(view, steps[0]?.args ?? []) : [],
  );
  entry.defaultValue = written === null ? null : (literalIn(written) ?? standsIn(written));
  const isGiven = entry.defaultValue !== null || (written !== null && hasStandIn(written));
  entry.isRequired = !isGiven && decorators.length > 0 && !isOptional;
  entry.comment = commentBeside(source, Math.min(line, ...decorators.map((one) => view.s.line(one))));
  return [entry];
}

/** `@IsNumber()` by what is checked. */
function typeOf(checks: readonly SchemaChain[]): string | null {
  for (const { root } of checks) {
    const [, word = ""] = /^Is(\w+)$/.exec(root) ?? [];
    const type = /^(?:Int|Number|NumberString|Boolean|BooleanString|Url|Email|Port|Array|String)$/.test(word)
      ? plainType(word.replace(/String$/, "") || word)
      : null;
    if (type !== null) return type;
  }
  return null;
}

/** What is taken where the variable is missing, a product of numbers as the number that it is. */
function standsIn(written: string): string | null {
  const found =
    /(?:\?\?|\|\|)\s*("[^"\n]*"|'[^'\n]*'|-?\d[\w.]*(?:\s*\*\s*\d[\d_]*){0,4}|true|false)\s*(?:,\s*\d{1,2})?[,)\s]*$/.exec(
      written.slice(0, 1000),
    )?.[1];
  if (found === undefined) return null;
  if (!found.includes("*") || /^["']/.test(found)) return literalIn(found);
  return String(found.split("*").reduce((product, one) => product * Number(one.replaceAll("_", "").trim()), 1));
}

/** Whether something is taken where the variable is missing, known or not: `?? 30 * Day.seconds`. */
function hasStandIn(written: string): boolean {
  return /(?:\?\?|\|\|)\s*(?!""|''|``|undefined\b|null\b)\S/.test(written.slice(0, 1000));
}
