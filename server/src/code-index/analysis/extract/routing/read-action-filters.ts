import type { CallView, CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { ActionFilterFact, FilteredClassFact } from "#server/code-index/ports/facts.ts";

import type { ActionFilterRules } from "./action-filter-rules.ts";
import { isActionGuard, letsEverybodyIn } from "./guard-names.ts";

const maxClasses = 50;
const maxFilters = 200;
const maxDepth = 20;
const maxTextLength = 120;
const maxBodyLength = 4_000;
/** `plug :require_user when action in [:new, :create]`. */
const whenAction =
  /\bwhen\s+(not\s*\(?\s*)?action\s+(not\s+)?(?:in\s+(?:\[([^\]]*)\]|~w[([{/|]([^)\]}/|]*)[)\]}/|]a?)|==\s*:(\w+))/;

/** Of the classes of a file, what they say to run before their methods. */
export function readActionFilters(view: CodeView, rules: ActionFilterRules): FilteredClassFact[] {
  const reader = new FilterReader(view, rules);
  reader.visitAll(0, { names: [], type: null, options: new Map(), depth: 0 });
  return reader.found.filter(
    ({ name, filters, checks }) => filters.length > 0 || checks.length > 0 || rules.classes.test(name),
  );
}

interface FilterContext {
  /** Of the classes and modules around it. */
  names: readonly string[];
  type: FilteredClassFact | null;
  /** Of `with_options` around it. */
  options: ReadonlyMap<string, SyntaxNode>;
  depth: number;
}

/** The methods that a filter is for; null where that cannot be read. */
type ForActions = Pick<ActionFilterFact, "only" | "except"> | null;

class FilterReader {
  readonly found: FilteredClassFact[] = [];
  private readonly view: CodeView;
  private readonly rules: ActionFilterRules;

  constructor(view: CodeView, rules: ActionFilterRules) {
    this.view = view;
    this.rules = rules;
  }

  visitAll(node: SyntaxNode, place: FilterContext): void {
    if (place.depth > maxDepth) return;
    const inner = { ...place, depth: place.depth + 1 };
    for (const child of this.view.s.children(node)) this.visit(child, inner);
  }

  private visit(node: SyntaxNode, place: FilterContext): void {
    const { view } = this;
    const type = view.classOf(node);
    if (type !== null) {
      const names = [...place.names, type.name];
      const separator = type.name.includes(".") || view.s.type(node) === "call" ? "." : "::";
      const fact = { name: names.join(separator), bases: this.textsOf(type.bases), filters: [], checks: [] };
      if (this.found.length < maxClasses) this.found.push(fact);
      this.visitAll(type.body, { ...place, names, type: fact });
      return;
    }
    if (view.functionOf(node) !== null) {
      this.addCheck(node, place.type);
      return;
    }
    const call = view.callOf(node);
    if (place.type === null) return;
    const name = call === null ? this.view.nameOf(node) : null;
    if (name !== null) this.addOwnWord(node, name, { type: place.type, named: place.options });
    if (call === null) return;
    this.visitCall(node, call, { ...place, type: place.type });
  }

  private textsOf(nodes: readonly SyntaxNode[]): string[] {
    return nodes.map((one) => this.view.s.textOf(one)).filter((text) => /^[\w:.]{1,200}$/.test(text));
  }

  private visitCall(node: SyntaxNode, call: CallView, place: FilterContext & { type: FilteredClassFact }): void {
    const word = this.view.nameOf(call.callee) ?? "";
    const meaning = Object.hasOwn(this.rules.words, word) ? this.rules.words[word] : undefined;
    if (meaning !== undefined) this.addFilters(node, { word, meaning, call }, place);
    else if (call.block !== undefined && this.rules.blocks.test(word)) {
      const body = this.view.functionOf(call.block)?.body;
      if (body !== undefined) this.visitAll(body, { ...place, options: new Map([...place.options, ...call.named]) });
    } else {
      // `private def require_admin`, or a word of the program's own: `verify_session_before only: :index`.
      for (const one of call.args) this.addCheck(one, place.type);
      this.addOwnWord(node, word, { type: place.type, named: new Map([...place.options, ...call.named]) });
    }
  }

  private addOwnWord(
    node: SyntaxNode,
    word: string,
    { type, named }: { type: FilteredClassFact; named: ReadonlyMap<string, SyntaxNode> },
  ): void {
    if (letsEverybodyIn(word) && type.filters.length < maxFilters) {
      const skip = { filter: word, text: "", line: this.view.s.line(node), isSkip: "sign-in" } as const;
      type.filters.push({ ...skip, ...this.actionsOf(node, named) });
      return;
    }
    const actions = isActionGuard(word) ? this.actionsOf(node, named) : null;
    if (actions === null || type.filters.length >= maxFilters) return;
    type.filters.push({ filter: word, text: word, line: this.view.s.line(node), isOwnWord: true, ...actions });
  }

  private addFilters(
    node: SyntaxNode,
    { word, meaning, call }: { word: string; meaning: "before" | "skip" | "itself"; call: CallView },
    { type, options }: FilterContext & { type: FilteredClassFact },
  ): void {
    const named = new Map([...options, ...call.named]);
    const actions = this.actionsOf(node, named);
    const line = this.view.s.line(node);
    const names = meaning === "itself" ? [word] : this.filtersIn(node, call);
    for (const filter of names) {
      if (type.filters.length >= maxFilters) return;
      if (meaning === "skip") type.filters.push({ filter, text: "", line, isSkip: true, ...actions });
      else if (actions !== null && (meaning === "itself" || isActionGuard(filter)))
        type.filters.push({ filter, text: this.written(filter, named), line, ...actions });
    }
  }

  /** The names of what is run; of a function without a name, what it calls first that asks. */
  private filtersIn(node: SyntaxNode, call: CallView): string[] {
    const { s } = this.view;
    const [first] = call.args;
    const isPlug =
      first !== undefined && call.block === undefined && s.type(node) === "call" && !this.hasSymbols(first);
    if (isPlug) {
      const name = /^\(?\s*\{?:?([A-Za-z_][\w.?!]{0,120})(?:\}|\s*,\s*:(\w+)\s*\})?/.exec(s.textOf(first));
      const text = name?.[2] ?? name?.[1];
      if (text !== undefined && !/^(?:proc|lambda|fn)$/.test(text)) return [text];
    }
    const given = [...call.args, ...(call.block === undefined ? [] : [call.block])];
    return given.flatMap((one) => {
      const name = this.view.textOf(one, () => "");
      if (name !== null) return [name];
      const called =
        s
          .textOf(one)
          .slice(0, 400)
          .match(/[a-z_]\w{0,80}[?!]?/g) ?? [];
      return called.filter((word) => isActionGuard(word)).slice(0, 1);
    });
  }

  private hasSymbols(node: SyntaxNode): boolean {
    return /symbol|string|lambda|block/.test(this.view.s.type(node));
  }

  private actionsOf(node: SyntaxNode, named: ReadonlyMap<string, SyntaxNode>): ForActions {
    const only = named.get("only");
    const except = named.get("except");
    const text = this.view.s.textOf(node).slice(0, maxBodyLength);
    if (/\bwhen\s+(?:not\b|action\b|is_)/.test(text)) {
      const [, before, not, list, words, one] = whenAction.exec(text) ?? [];
      const written = list ?? words ?? one;
      if (written === undefined) return null;
      const actions = written.match(/\w+/g) ?? [];
      return before === undefined && not === undefined ? { only: actions } : { except: actions };
    }
    const [onlyNames, exceptNames] = [this.namesIn(only), this.namesIn(except)];
    if (onlyNames === null || exceptNames === null) return null;
    return { ...(only !== undefined && { only: onlyNames }), ...(except !== undefined && { except: exceptNames }) };
  }

  /** Null where one of them cannot be read. */
  private namesIn(node: SyntaxNode | undefined): string[] | null {
    if (node === undefined) return [];
    const inner = this.view.unwrap(node);
    const texts = (this.view.itemsOf(inner) ?? [inner]).map((one) => this.view.textOf(one, () => ""));
    return texts.every((one) => one !== null) ? texts : null;
  }

  private written(filter: string, named: ReadonlyMap<string, SyntaxNode>): string {
    const conditions = ["if", "unless"].flatMap((key) => {
      const value = named.get(key);
      return value === undefined ? [] : [`${key}: ${this.view.s.textOf(value)}`];
    });
    return [filter, ...conditions].join(", ").replace(/\s+/g, " ").slice(0, maxTextLength);
  }

  /** Several of one name may be clauses of one function. */
  private addCheck(node: SyntaxNode, type: FilteredClassFact | null): void {
    const method = this.view.functionOf(node);
    const name = method?.name;
    if (type === null || method === null || !name || !isActionGuard(name)) return;
    const body = this.view.s.textOf(method.body).slice(0, maxBodyLength);
    const mayStop = this.rules.stops.test(body.replace(/^\s*#.*$|\s#\s.*$/gm, ""));
    const known = type.checks.find((one) => one.name === name);
    if (known !== undefined) known.mayStop ||= mayStop;
    else if (type.checks.length < maxFilters) type.checks.push({ name, mayStop });
  }
}
