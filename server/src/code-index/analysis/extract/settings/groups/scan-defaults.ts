import { literalIn } from "#server/code-index/analysis/extract/settings/scan-readings.ts";
import { constantIn } from "#server/code-index/analysis/extract/settings/setting-entry.ts";
import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { SettingDefaults } from "#server/code-index/ports/setting-facts.ts";

import { lastName } from "./class-nodes.ts";

/** Files without any of this are not parsed for it. */
const mayGive: Readonly<Record<string, RegExp>> = {
  go: /\b(?:\w*[dD]efault\w*\s*=\s*&?(?:\w+\.)?[A-Z]\w*\{|func (?:\([^)\n]*\) )?(?:\w*[dD]efault\w*|New\w*(?:Config|Configuration|Settings|Options))\()/,
  rust: /\bimpl\s+(?:\w+::)*Default\s+for\s+\w/,
};

/** Whether a file may give values to the fields of classes by default. */
export function mayGiveDefaults({ language, text }: SourceText): boolean {
  const pattern = Object.hasOwn(mayGive, language ?? "") ? mayGive[language ?? ""] : undefined;
  return pattern?.test(text) === true;
}

const maxDefaults = 300;
const maxValues = 400;
const maxDepth = 8;
const telling = /[dD]efault|^New\w*(?:Config|Configuration|Settings|Options)$/;

/**
 * `var DefaultTide = Tide{Port: 80}`, `func NewConfig() *Config { return &Config{…} }`, `func (c *Config)
 * SetDefaults()`, `impl Default for Tide`.
 */
export function scanDefaults(view: CodeView): SettingDefaults[] {
  const made: SettingDefaults[] = [];
  const assigned: SettingDefaults[] = [];
  const walk: { node: SyntaxNode; owner: string | null; isTelling: boolean }[] = [
    { node: 0, owner: null, isTelling: false },
  ];
  for (let next = walk.pop(); next !== undefined && made.length < maxDefaults; next = walk.pop()) {
    const { node } = next;
    let { owner, isTelling } = next;
    const own = view.functionOf(node);
    if (own?.name != null) {
      owner = own.owner;
      isTelling = telling.test(own.name);
      if (isTelling && own.owner !== null)
        assigned.push(...assignedIn(view, own.body, { owner: own.owner, self: own.self }));
    }
    for (const { target } of view.assignmentsOf(node) ?? [])
      isTelling ||= telling.test(view.s.textOf(target).slice(0, 80));
    const literal = isTelling ? literalAt(view, node, owner) : null;
    if (literal === null)
      walk.push(
        ...view.s
          .children(node)
          .toReversed()
          .map((child) => ({ node: child, owner, isTelling })),
      );
    else made.push(...readLiteral(view, literal, owner));
  }
  return [...sharedValues(made), ...assigned].filter(({ values }) => values.length > 0);
}

/** Where a class is made in several ways, what all of them say. */
function sharedValues(made: readonly SettingDefaults[]): SettingDefaults[] {
  return [...Map.groupBy(made, ({ group }) => group)].map(([group, all]) => {
    const others = all.slice(1).map(({ values }) => new Map(values));
    const shared = (all[0]?.values ?? []).filter(([path, value]) => others.every((one) => one.get(path) === value));
    return { group, values: shared };
  });
}

interface StructLiteral {
  type: string;
  fields: ReadonlyMap<string, SyntaxNode>;
}

function literalAt(view: CodeView, node: SyntaxNode, owner: string | null): StructLiteral | null {
  const made = view.literalOf?.(node);
  if (made != null) return { type: lastName(view.s.textOf(made.callee)), fields: made.named };
  if (view.s.type(node) !== "struct_expression") return null;
  const fields = view.entriesOf(node);
  const written = lastName(view.s.textOf(view.s.child(node, "name")));
  const type = written === "Self" ? owner : written;
  return fields === null || type === null ? null : { type, fields };
}

/** The literal with all that stands in it, and each literal within it by its own type. */
function readLiteral(view: CodeView, literal: StructLiteral, owner: string | null): SettingDefaults[] {
  const inner: SettingDefaults[] = [];
  const valuesOf = ({ type, fields }: StructLiteral, depth: number): SettingDefaults["values"] => {
    const values = [...fields].flatMap(([name, node]): SettingDefaults["values"] => {
      const value = view.unwrap(node);
      const deeper = depth < maxDepth ? literalAt(view, value, owner) : null;
      // What is embedded goes by the name of its type.
      if (deeper !== null) return valuesOf(deeper, depth + 1).map(([path, one]) => [`${name}.${path}`, one]);
      const written = valueIn(view.s.textOf(node));
      return written === null ? [] : [[name, written]];
    });
    inner.push({ group: type, values: values.slice(0, maxValues) });
    return values;
  };
  valuesOf(literal, 0);
  return inner;
}

/** `c.Mail.Port = 25` in a method that fills what is missing. */
function assignedIn(
  view: CodeView,
  body: SyntaxNode,
  { owner, self }: { owner: string; self: string | null },
): SettingDefaults[] {
  const values: SettingDefaults["values"] = [];
  const walk = [body];
  for (let node = walk.pop(); node !== undefined && values.length < maxValues; node = walk.pop()) {
    for (const { target, value } of view.assignmentsOf(node) ?? []) {
      const [first, ...path] = view.s.textOf(target).split(".");
      const written = first === self && path.length > 0 ? valueIn(view.s.textOf(value)) : null;
      if (written !== null && path.every((one) => /^\w+$/.test(one))) values.push([path.join("."), written]);
    }
    walk.push(...view.s.children(node));
  }
  return [{ group: owner, values }];
}

/** A literal, a length of time as it is written, or a member of an enumeration. */
function valueIn(written: string): string | null {
  const text = written.trim().slice(0, 200);
  const literal =
    literalIn(text) ?? literalIn(/^(?:Some|PathBuf::from|\w+::new|\w+::from)\((.*)\)$/s.exec(text)?.[1] ?? "");
  if (literal !== null) return literal;
  if (/^Duration::from_\w+\([\d_]+\)$/.test(text)) return text;
  return /^(?:[A-Z]\w*::)+([A-Z]\w*)$/.exec(text)?.[1] ?? constantIn(text);
}
