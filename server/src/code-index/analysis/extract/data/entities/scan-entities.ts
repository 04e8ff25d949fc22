import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { DataFacts } from "#server/code-index/ports/data-facts.ts";

import type { EntityClass, EntityLibrary } from "./entity-library.ts";
import { EntityReader } from "./entity-reader.ts";

const maxHeaderLength = 2_000;

/** The classes of a file whose objects may be rows. */
export function scanEntities(view: CodeView, library: EntityLibrary, facts: DataFacts): void {
  const reader = new EntityReader(view, library.name, facts);
  const { s } = view;
  for (let node = 0; node < s.size; node += 1) {
    const cls = library.entity === undefined ? null : view.classOf(node);
    if (cls !== null && library.entity !== undefined) {
      const own = describeClass(reader, node, cls);
      const draft = library.entity(own, reader);
      if (draft !== null) reader.entity(cls.name, node, { bases: own.baseNames, ...draft });
    }
    const method = library.methods === undefined ? null : view.functionOf(node);
    if (method?.owner && library.methods !== undefined && Object.hasOwn(library.methods, method.name ?? ""))
      library.methods[method.name ?? ""]?.(method.owner, method.body, reader);
    if (library.calls === undefined || view.callOf(node) === null) continue;
    const name = reader.lastName(node) ?? "";
    if (Object.hasOwn(library.calls, name)) library.calls[name]?.(node, reader);
  }
}

function describeClass(reader: EntityReader, node: SyntaxNode, cls: ReturnType<CodeView["classOf"]> & {}): EntityClass {
  const { s } = reader.view;
  const start = Math.max(s.start(node), s.start(cls.body) - maxHeaderLength);
  return {
    ...cls,
    node,
    baseNames: cls.bases.map((base) => lastPart(s.textOf(base))),
    fields: reader.view.fieldsOf(cls.body),
    header: s.text.slice(start, s.start(cls.body)),
  };
}

/** `models.Model`, `Base[int]`, `::ApplicationRecord`, `declarative_base()`. */
function lastPart(text: string): string {
  return (
    /(\w+)$/.exec(
      text
        .slice(0, 200)
        .replace(/[<[({].*$/s, "")
        .trim(),
    )?.[1] ?? ""
  );
}
