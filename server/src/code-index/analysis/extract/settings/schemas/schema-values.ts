import { literalIn } from "#server/code-index/analysis/extract/settings/scan-readings.ts";
import type { SchemaRule } from "#server/code-index/analysis/extract/settings/setting-library.ts";
import { plainType } from "#server/code-index/analysis/extract/settings/setting-types.ts";
import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { SettingEntry } from "#server/code-index/ports/setting-facts.ts";

import { chainOf, type SchemaStep } from "./schema-chain.ts";

/** What a schema says of one value. */
export type SchemaValue = Pick<SettingEntry, "type" | "defaultValue" | "isRequired" | "allowed" | "comment"> & {
  /** Whether it is written with the library at all. */
  isKnown: boolean;
};

export interface SchemaFile {
  view: CodeView;
  rule: SchemaRule;
  constants: ReadonlyMap<string, SyntaxNode>;
}

const maxDepth = 4;
/** Calls around another chain, which say something of it. */
const around = /^(?:preprocess|optional|nullish|nullable|pipe|lazy|fallback|withDefault|optionalWith)$/;

/** What the chain or call at a node says; null for what is no chain. */
export function readSchemaValue(file: SchemaFile, node: SyntaxNode, depth = 0): SchemaValue | null {
  const { view, rule, constants } = file;
  const chain = chainOf(view, node);
  if (chain === null || depth > maxDepth) return null;
  let value: SchemaValue = {
    type: null,
    defaultValue: null,
    isRequired: null,
    allowed: [],
    comment: null,
    isKnown: false,
  };
  if (rule.root.test(chain.root)) Object.assign(value, { isKnown: true, isRequired: rule.isRequired });
  else {
    const constant = constants.get(chain.root);
    const read = constant === undefined ? null : readSchemaValue(file, constant, depth + 1);
    if (read !== null) value = read;
  }
  for (const step of chain.steps) {
    const inner = around.test(step.name) ? innerValue(file, step, depth) : null;
    if (inner !== null) value = { ...inner, isKnown: true };
    readStep(file, step, value);
  }
  if (value.allowed.length > 0 && value.allowed.every((one) => switches.has(one)))
    Object.assign(value, { type: "boolean", allowed: [] });
  return value;
}

const switches = new Set(["true", "false", "1", "0"]);

function innerValue(file: SchemaFile, { args }: SchemaStep, depth: number): SchemaValue | null {
  for (const one of args) {
    const inner = readSchemaValue(file, one, depth + 1);
    if (inner?.isKnown === true) return inner;
  }
  return null;
}

function readStep({ view, rule }: SchemaFile, { name, args }: SchemaStep, value: SchemaValue): void {
  const { steps } = rule;
  const written = args.map((one) => view.s.textOf(one));
  if (steps.optional?.test(name) === true) value.isRequired = false;
  if (steps.required?.test(name) === true) value.isRequired = true;
  if (steps.fallback?.test(name) === true && written.length > 0) {
    const given = written[around.test(name) ? 1 : 0];
    if (given !== undefined) Object.assign(value, { defaultValue: literalIn(given), isRequired: false });
  }
  if (steps.allowed?.test(name) === true) value.allowed = textsIn(view, args);
  if (steps.comment?.test(name) === true) value.comment = textsIn(view, args)[0] ?? value.comment;
  value.type = typeBy(name, written[0] ?? "") ?? value.type;
  for (const one of args) readOptions({ view, rule }, one, value);
}

function readOptions({ view, rule }: Pick<SchemaFile, "view" | "rule">, node: SyntaxNode, value: SchemaValue): void {
  const { options } = rule;
  const entries = options === undefined ? null : view.entriesOf(view.unwrap(node));
  if (options === undefined || entries === null) return;
  const take = (key: string | undefined): SyntaxNode | undefined => entries.get(key ?? "");
  const fallback = take(options.fallback);
  if (fallback !== undefined) {
    value.defaultValue = literalIn(view.s.textOf(fallback));
    if (view.s.textOf(fallback) !== "null") value.isRequired = false;
  }
  const optional = take(options.optional);
  if (optional !== undefined && view.s.textOf(optional) === "true") value.isRequired = false;
  const allowed = take(options.allowed);
  if (allowed !== undefined) value.allowed = textsIn(view, [allowed]);
  const comment = take(options.comment);
  if (comment !== undefined) value.comment = textsIn(view, [comment])[0] ?? null;
}

/** Steps that tell the type by their name, or by what they do with the text. */
function typeBy(name: string, given: string): string | null {
  if (name === "transform" || name === "preprocess" || name === "custom") {
    if (/===?\s*["'](?:true|1|yes)["']/.test(given)) return "boolean";
    if (/\b(?:Number|parseInt|parseFloat)\b/.test(given)) return "number";
    return /\.split\(/.test(given) ? "list" : null;
  }
  if (name === "stringbool") return "boolean";
  if (name === "record") return "map";
  if (name === "enum" || name === "picklist") return "string";
  return /^[a-z]/.test(name) ? plainType(name) : null;
}

/** The texts that nodes are, or lists of them. */
export function textsIn(view: CodeView, nodes: readonly SyntaxNode[]): string[] {
  return nodes.flatMap((node) => {
    const inner = view.unwrap(node);
    const text = view.textOf(inner, () => "");
    return text === null
      ? (view.itemsOf(inner) ?? []).flatMap((one) => view.textOf(view.unwrap(one), () => "") ?? [])
      : [text];
  });
}
