import type { ClassView, CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { SettingField } from "#server/code-index/ports/setting-facts.ts";

const maxClasses = 300;

/** All classes of a file, those within others too, in order. */
export function classesIn(view: CodeView): { own: ClassView; node: SyntaxNode }[] {
  const found: { own: ClassView; node: SyntaxNode }[] = [];
  const walk: SyntaxNode[] = [0];
  for (let node = walk.pop(); node !== undefined && found.length < maxClasses; node = walk.pop()) {
    const own = view.classOf(node);
    if (own !== null) found.push({ own, node });
    // Bodies of functions declare nothing that others fill.
    if (own !== null || view.functionOf(node) === null) walk.push(...view.s.children(node).toReversed());
  }
  return found;
}

/** A field of which nothing is known but its name and type. */
export function plainField(name: string, type: string | null, line: number): SettingField {
  return {
    name,
    given: [],
    type,
    defaultValue: null,
    isRequired: null,
    allowed: [],
    comment: null,
    prefix: null,
    line,
  };
}

/** The last part of a name: `settings.Base` is `Base`. */
export function lastName(text: string): string {
  return /(\w+)(?:[[<].*)?$/s.exec(text)?.[1] ?? text;
}

/** `JournalMode.WAL` is the member of an enumeration; null for anything else. */
export function memberConstant(written: string): string | null {
  return /^(?:[A-Z]\w*\.)+([A-Z]\w*)$/.exec(written.trim())?.[1] ?? null;
}

/** `json:"a" env:"B,required"` by key. */
export function parseTag(tag: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const match of tag.slice(0, 2000).matchAll(/([\w-]+):"((?:\\.|[^"\\])*)"/g))
    found.set(match[1] ?? "", match[2] ?? "");
  return found;
}
