import type { CallView, CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

import { BlockRecorder } from "./block-recorder.ts";
import type { BlockRules } from "./block-rules.ts";
import type { ListedCallRules } from "./listed-call-rules.ts";
import { plainPattern } from "./plain-pattern.ts";
import { below, openBlock, within } from "./route-block.ts";
import { unknownPart } from "./unknown-part.ts";

const maxDepth = 20;
const maxGuardLength = 120;

/** What a file tells a function that knows whole routes. */
export function scanListedCalls(view: CodeView, rules: ListedCallRules & { framework: string }): RoutingFacts {
  const scan = new ListedCallScan(view, rules);
  scan.collect();
  return scan.finish();
}

class ListedCallScan extends BlockRecorder {
  private readonly rules: ListedCallRules & { framework: string };
  /** Texts by the last part of their names; null where a name has several. */
  private readonly texts = new Map<string, string | null>();

  constructor(view: CodeView, rules: ListedCallRules & { framework: string }) {
    super(view);
    this.rules = rules;
  }

  collect(): void {
    for (let node = 0; node < this.s.size; node += 1) {
      for (const { target, value } of this.view.assignmentsOf(node) ?? []) this.keep(this.nameIn(target), value);
      const type = this.view.classOf(node);
      if (type !== null)
        for (const { name, value } of this.view.fieldsOf(type.body)) if (value !== null) this.keep(name, value);
    }
  }

  /** `$this->namespace`, `self::NAMESPACE`, `$namespace`. */
  private nameIn(node: SyntaxNode): string | null {
    return /(?:^|->|::|\$)\$?(\w+)$/.exec(this.s.textOf(this.view.unwrap(node)).slice(-80))?.[1] ?? null;
  }

  private keep(name: string | null, value: SyntaxNode): void {
    const text = this.view.textOf(this.view.unwrap(value), () => unknownPart);
    if (name === null || text === null) return;
    const known = this.texts.get(name);
    this.texts.set(name, known === undefined || known === text ? text : null);
  }

  private textIn(given: SyntaxNode, depth = 0): string {
    const node = this.view.unwrap(given);
    if (depth > maxDepth) return unknownPart;
    const text = this.view.textOf(node, (part) => this.textIn(part, depth + 1));
    if (text !== null) return text;
    const sum = this.view.sumOf(node);
    if (sum !== null) return sum.map((part) => this.textIn(part, depth + 1)).join("");
    const name = this.view.callOf(node) === null ? this.nameIn(node) : null;
    return name === null ? unknownPart : (this.texts.get(name) ?? this.constantIn(node, name));
  }

  /** Of another file, put in by its name: `Harbour::REST_NAMESPACE`, or `$this->namespace` of a base. */
  private constantIn(node: SyntaxNode, name: string): string {
    const written = this.s.textOf(node);
    const owner = /(\w+)::\w+$/.exec(written)?.[1];
    if (owner !== undefined && !/^(?:self|static|parent)$/.test(owner)) return `\u0001${owner}.${name}\u0001`;
    return /^(?:\$this->|self::|static::|parent::)/.test(written) ? `\u0001${name}\u0001` : unknownPart;
  }

  private visitCall(call: CallView, node: SyntaxNode): void {
    const { rules } = this;
    const parts = rules.path.map((at) => call.args[at]);
    const given = call.args[rules.routes];
    if (given === undefined) return;
    const path = parts.reduce(
      (prefix, part) => below(prefix, plainPattern(part === undefined ? unknownPart : this.textIn(part))),
      rules.prefix,
    );
    for (const entries of this.mapsIn(given)) {
      const guard = entries.get(rules.keys.guard);
      const guards = guard === undefined || rules.open.test(this.s.textOf(guard)) ? [] : [this.guardIn(guard)];
      const block = within(openBlock("routes", noBlocks), { guards });
      const handler = entries.get(rules.keys.handler);
      for (const method of this.methodsIn(entries.get(rules.keys.methods)))
        this.addBlockRoute(block, {
          method,
          path,
          handler: handler === undefined ? null : this.callbackIn(handler),
          node,
        });
    }
  }

  /** One map, or those of a list; entries with a name are about all of them. */
  private mapsIn(given: SyntaxNode): ReadonlyMap<string, SyntaxNode>[] {
    const node = this.view.unwrap(given);
    const own = this.view.entriesOf(node);
    if (own?.has(this.rules.keys.methods) === true || own?.has(this.rules.keys.handler) === true) return [own];
    return this.s.children(node).flatMap((item) => {
      const children = this.s.children(item);
      const map = children.length === 1 ? this.view.entriesOf(this.view.unwrap(children[0] ?? -1)) : null;
      return map?.has(this.rules.keys.handler) === true ? [map] : [];
    });
  }

  private methodsIn(given: SyntaxNode | undefined): readonly string[] {
    if (given === undefined) return [this.rules.otherwise];
    const items = this.view.itemsOf(this.view.unwrap(given)) ?? [given];
    const found = items.flatMap((item) => {
      const text = this.view.textOf(this.view.unwrap(item), () => "");
      if (text !== null) return text.split(/[\s,]+/).map((one) => one.toUpperCase());
      const name = this.nameIn(item) ?? "";
      return Object.hasOwn(this.rules.constants, name) ? (this.rules.constants[name] ?? []) : [];
    });
    const known = found.filter((one) => /^[A-Z]{3,7}$/.test(one));
    return known.length > 0 ? known : ["ANY"];
  }

  /** `[$this, "list"]`, `"list_boats"`, `[Boats::class, "list"]`. */
  private callbackIn(given: SyntaxNode): string | null {
    const node = this.view.unwrap(given);
    const last = this.view.itemsOf(node)?.at(-1);
    return this.view.textOf(this.view.unwrap(last ?? node), () => "");
  }

  private guardIn(given: SyntaxNode): { name: string; line: number } {
    const name = this.view.functionOf(this.view.unwrap(given)) === null ? this.callbackIn(given) : null;
    return { name: (name ?? this.rules.keys.guard).slice(0, maxGuardLength), line: this.s.line(given) };
  }

  finish(): RoutingFacts {
    const { rules } = this;
    for (let node = 0; node < this.s.size; node += 1) {
      const call = this.view.callOf(node);
      if (call !== null && this.s.textOf(call.callee).replace(/^\\/, "") === rules.call) this.visitCall(call, node);
    }
    if (this.facts.routes.length > 0)
      this.addRouter("routes", { framework: rules.framework, isRoot: true, path: "", node: 0 });
    const kept = [...this.texts].flatMap(([name, text]) =>
      text !== null && partName.test(name) ? [[name, text] as const] : [],
    );
    return { ...this.facts, constants: Object.fromEntries(kept) };
  }
}

/** What other files may build paths of. */
const partName = /namespace|rest_?base|version|route/i;

const noBlocks: BlockRules = { openings: [], words: {}, handlers: "none" };
