import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import type { EntriesRule, TriggerFramework } from "./trigger-framework.ts";
import { TriggerNames } from "./trigger-names.ts";
import { isCronText } from "./trigger-values.ts";

/** Literal maps and lists that say when jobs run. */
export class ScheduleEntries extends TriggerNames {
  protected readonly done = new Set<SyntaxNode>();

  /** Maps of schedules: assigned to a name, given by a name, or known by their keys. */
  protected visitEntries(node: SyntaxNode, call: CallView | null): void {
    for (const framework of this.frameworks) {
      const { settings, entries = [] } = framework;
      if (settings !== undefined)
        for (const [name, value] of this.namedValues(node, call))
          if (name !== null && Object.hasOwn(settings, name))
            for (const rule of [settings[name] ?? []].flat()) this.readSchedules(framework, rule, { value, node });
      if (entries.length === 0 || this.done.has(node) || !this.isProven(framework)) continue;
      const map = this.view.entriesOf(node);
      const rule = map === null ? undefined : entries.find(({ needs }) => needs.every((key) => map.has(key)));
      if (map !== null && rule !== undefined) this.readEntry(framework, { rule, key: null, node, of: partOf(map) });
    }
  }

  /** `$listen = [BoatSold::class => [Congratulate::class]]`. */
  protected visitListeners(body: SyntaxNode): void {
    for (const { name: framework, listeners = [] } of this.frameworks)
      for (const { name, value } of listeners.length === 0 ? [] : this.view.fieldsOf(body)) {
        const entries =
          !listeners.includes(name) || value === null ? null : this.view.entriesOf(this.view.unwrap(value));
        for (const [event, given] of entries ?? [])
          for (const item of this.view.itemsOf(this.view.unwrap(given)) ?? [given])
            this.addListener({ framework, event: className(event), item });
      }
  }

  private addListener({ framework, event, item }: { framework: string; event: string; item: SyntaxNode }): void {
    const listener = className(this.view.textOf(item, () => "…") ?? this.s.textOf(item));
    if (!/^\w{1,100}$/.test(listener) || !/^[\w.]{1,100}$/.test(event)) return;
    const [startLine, endLine] = [this.s.line(item), this.s.endLine(item)];
    this.add({
      kind: "event-listener", name: listener, schedule: null, topic: event, framework, handler: null, about: null,
      startLine, endLine, on: null, job: listener, where: null, isNamedByFile: false, isBase: false,
    }); // prettier-ignore
  }

  private namedValues(node: SyntaxNode, call: CallView | null): [string | null, SyntaxNode][] {
    const assigned = this.view.assignmentsOf(node) ?? [];
    return [
      ...assigned.map(({ target, value }): [string | null, SyntaxNode] => [this.settingName(target), value]),
      ...(call?.named ?? []),
      ...(this.view.entriesOf(node) ?? []),
    ];
  }

  /** `app.conf.beat_schedule`, also of `app.conf.beat_schedule["tidy"]`. */
  private settingName(target: SyntaxNode): string | null {
    return this.lastName(this.isElement(target) ? this.s.firstChild(target) : target);
  }

  private isElement(node: SyntaxNode): boolean {
    return /^(?:subscript|element_reference)$/.test(this.s.type(node));
  }

  private readSchedules(
    framework: TriggerFramework,
    rule: EntriesRule,
    { value, node }: { value: SyntaxNode; node: SyntaxNode },
  ): void {
    const own = this.view.unwrap(value);
    const entries = this.view.entriesOf(own);
    for (const item of this.view.itemsOf(own) ?? []) this.readItem(framework, rule, this.view.unwrap(item));
    if (entries === null) return;
    if (typeof rule.schedule === "string" && entries.has(rule.schedule)) {
      const target = this.view.assignmentsOf(node)?.[0]?.target ?? -1;
      const key = this.isElement(target) ? this.values.text(this.s.children(target)[1]) : null;
      this.readEntry(framework, { rule, key, node: own, of: partOf(entries) });
      return;
    }
    for (const [key, inner] of entries) this.readItem(framework, rule, this.view.unwrap(inner), key);
  }

  /** `{"0 3 * * *", Tidy}` or a map. */
  private readItem(framework: TriggerFramework, rule: EntriesRule, node: SyntaxNode, key: string | null = null): void {
    if (typeof rule.schedule === "number") {
      const items = this.view.itemsOf(node);
      const text = this.values.text(items?.[rule.schedule]);
      if (items !== null && text !== null && isCronText(text))
        this.readEntry(framework, {
          rule,
          key,
          node,
          of: (part) => (typeof part === "number" ? items[part] : undefined),
        });
      return;
    }
    const map = this.view.entriesOf(node);
    if (map !== null) this.readEntry(framework, { rule, key, node, of: partOf(map) });
  }

  private readEntry(
    framework: TriggerFramework,
    at: {
      rule: EntriesRule;
      key: string | null;
      node: SyntaxNode;
      of: (part: string | number) => SyntaxNode | undefined;
    },
  ): void {
    const { rule, key, node, of } = at;
    if (this.done.has(node)) return;
    this.done.add(node);
    const job = this.jobText(of(rule.job));
    const schedule = this.values.schedule(of(rule.schedule)) ?? this.cronIn(node);
    const name = (rule.name === undefined ? null : this.values.text(of(rule.name))) ?? key ?? job;
    if (name === null || job === null || schedule === null) return;
    this.add({
      kind: "schedule", name, schedule, topic: null, framework: framework.name, handler: null, about: null,
      startLine: this.s.line(node), endLine: this.s.endLine(node), on: null, job, where: null, isNamedByFile: false,
      isBase: false,
    }); // prettier-ignore
  }

  /** A program may keep the text of cron under another name, for its own function to read. */
  private cronIn(node: SyntaxNode): string | null {
    const text = [...(this.view.entriesOf(node)?.values() ?? [])]
      .map((value) => this.view.textOf(this.view.unwrap(value), () => "…"))
      .find((one) => one !== null && isCronText(one));
    return text ? `${text}\u0001\u0001` : null;
  }

  /** `{Boats.Tidy, :run, []}` is "Boats.Tidy.run". */
  private jobText(given: SyntaxNode | undefined): string | null {
    const parts = given === undefined ? null : this.view.itemsOf(this.view.unwrap(given));
    const texts = parts?.slice(0, 2).map((part) => this.values.name(part)) ?? [];
    return texts.length === 2 && texts.every((text) => text !== null) ? texts.join(".") : this.values.name(given);
  }
}

/** `BoatSold` of `\App\Events\BoatSold::class` and of `App\Listeners\BoatSold@handle`. */
function className(written: string): string {
  return written.replace(/::class$|@\w+$/, "").replace(/^.*\\/, "");
}

function partOf(map: ReadonlyMap<string, SyntaxNode>): (part: string | number) => SyntaxNode | undefined {
  return (part) => (typeof part === "string" ? map.get(part) : undefined);
}
