import type { CallView, ClassView, CodeView, FunctionView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { TriggerDeclarations } from "#server/code-index/ports/triggers.ts";

import type { EntriesRule, Rules, TriggerFramework, TriggerRule } from "./trigger-framework.ts";
import { TriggerNames } from "./trigger-names.ts";
import type { TriggerSite } from "./trigger-recorder.ts";
import { isCronText } from "./trigger-values.ts";

const maxBaseLength = 200;
/** What a file says of scheduled jobs, messages and commands. */
export function scanTriggers(view: CodeView, frameworks: readonly TriggerFramework[]): TriggerDeclarations {
  const scan = new TriggerScan(view, frameworks);
  scan.collect();
  scan.apply();
  return scan.finish();
}

interface Target {
  name: string | null;
  node: SyntaxNode;
  view: FunctionView | ClassView;
}

class TriggerScan extends TriggerNames {
  private readonly done = new Set<SyntaxNode>();

  apply(): void {
    for (let node = 0; node < this.s.size; node += 1) {
      if (this.done.has(node)) continue;
      const decorated = this.view.decoratedOf(node);
      if (decorated !== null) this.visitDecorated(decorated.decorators, decorated.definition);
      const type = this.view.classOf(node);
      if (type !== null) this.visitClass(node, type);
      const method = this.view.functionOf(node);
      if (method !== null) this.visitDecorated(ownDecorators(method), node);
      const call = this.view.callOf(node);
      if (call !== null) this.visitCall(node, call);
      const literal = this.view.literalOf?.(node);
      if (literal) this.visitLiteral(node, literal);
      this.visitEntries(node, call);
    }
  }

  private visitDecorated(decorators: readonly SyntaxNode[], definition: SyntaxNode): void {
    const view = this.view.functionOf(definition) ?? this.view.classOf(definition);
    const target: Target | null =
      view === null ? null : { name: this.qualified(definition, view.name), node: definition, view };
    for (const written of decorators) {
      const decorator = this.view.unwrap(written);
      // A view may give them both above the function and with it.
      if (this.done.has(decorator)) continue;
      this.done.add(decorator);
      const call = this.view.callOf(decorator);
      const callee = this.view.unwrap(call?.callee ?? decorator);
      const isFound = this.tryRules((one) => one.decorators, { node: decorator, callee, call, target });
      if (!isFound && call !== null) this.visitTimeChain(decorator, call, target);
    }
  }

  /** `@scheduler.add(every(1).day.at("18:00"), name="remind")` of a program's own decorator. */
  private visitTimeChain(node: SyntaxNode, call: CallView, target: Target | null): void {
    for (const framework of this.frameworks)
      for (const argument of framework.timeChains === undefined ? [] : call.args) {
        const root = this.rootName(argument);
        if (
          root === null ||
          !framework.timeChains?.includes(root) ||
          !framework.from?.test(this.locals.get(root) ?? "")
        )
          continue;
        const schedule = this.chainText(this.view.unwrap(argument), true);
        const name = this.values.text(call.named.get("name")) ?? target?.name ?? null;
        if (schedule === null || name === null) continue;
        this.add({
          kind: "schedule", name, schedule, topic: null, framework: framework.name, handler: target?.name ?? null, about: null,
          startLine: this.s.line(node), endLine: this.s.endLine(target?.node ?? node), on: null, job: null, where: null, isNamedByFile: false,
        }); // prettier-ignore
      }
  }

  private visitClass(node: SyntaxNode, view: ClassView): void {
    const target: Target = { name: view.name, node, view };
    this.visitDecorated(ownDecorators(view), node);
    for (const base of view.bases) {
      const written = this.s.textOf(base).slice(0, maxBaseLength);
      const [, name = "", types = ""] = /^([\w.:\\]+)\s*(?:[<[(]([^]*)[>\])])?/.exec(written) ?? [];
      const baseTypes = /^([\w.]+)/.exec(types)?.[1]?.replace(/^.*\./, "") ?? null;
      const isFound = this.tryRules((one) => one.bases, { node, callee: base, call: null, target, name, baseTypes });
      if (isFound) return;
      // What its base extends may be said in another file.
      this.inherit(node, target, name);
    }
  }

  private inherit(node: SyntaxNode, target: Target, base: string): void {
    const last = /\w+$/.exec(base)?.[0];
    if (
      last === undefined ||
      target.name === null ||
      !/(?:Job|Worker|Consumer|Listener|Handler|Task|Command|Cmd)$/.test(last)
    )
      return;
    this.add({
      kind: "job", name: target.name, schedule: null, topic: null, framework: "", handler: target.name, about: null,
      startLine: this.s.line(node), endLine: this.s.endLine(node), on: `<${last}`, job: null, where: null, isNamedByFile: false,
    }); // prettier-ignore
  }

  private visitCall(node: SyntaxNode, call: CallView): void {
    this.tryRules((one) => one.calls, { node, callee: this.view.unwrap(call.callee), call, target: null });
  }

  private visitLiteral(node: SyntaxNode, call: CallView): void {
    this.tryRules((one) => one.literals, { node, callee: call.callee, call, target: null });
  }

  private tryRules(
    part: (one: TriggerFramework) => Rules | undefined,
    at: Pick<TriggerSite, "node" | "call" | "target"> & {
      callee: SyntaxNode;
      name?: string;
      baseTypes?: string | null;
    },
  ): boolean {
    const name = at.name ?? this.lastName(at.callee);
    if (name === null) return false;
    for (const framework of this.frameworks) {
      const rules = rulesOf(part(framework), name);
      for (const rule of rules) {
        const proof = this.prove(framework, rule, at.callee);
        if (proof === null) continue;
        const { node, call, target, baseTypes = null } = at;
        if (this.record({ framework: framework.name, rule, node, call, target, on: proof.on, baseTypes })) {
          if (proof.on === null) return true;
          break;
        }
      }
    }
    return false;
  }

  /** Functions of a class are called by both names. */
  private qualified(node: SyntaxNode, name: string | null): string | null {
    if (name === null || this.view.classOf(node) !== null) return name;
    for (
      let parent = this.s.parent(node), depth = 0;
      parent > 0 && depth < 40;
      parent = this.s.parent(parent), depth += 1
    ) {
      const type = this.view.classOf(parent);
      if (type !== null) return `${type.name}.${name}`;
      if (this.view.functionOf(parent) !== null) return name;
    }
    return name;
  }

  /** Maps of schedules: assigned to a name, given by a name, or told by their keys. */
  private visitEntries(node: SyntaxNode, call: CallView | null): void {
    for (const framework of this.frameworks) {
      const { settings = {}, entries = [] } = framework;
      const named: [string | null, SyntaxNode][] = [
        ...(this.view.assignmentsOf(node) ?? []).map(
          ({ target, value }) => [this.settingName(target), value] as [string | null, SyntaxNode],
        ),
        ...(call?.named ?? []),
      ];
      for (const [name, value] of named)
        if (name !== null && Object.hasOwn(settings, name))
          this.readSchedules(framework, settings[name], { value, node });
      if (entries.length === 0 || this.done.has(node) || !this.isProven(framework)) continue;
      const map = this.view.entriesOf(node);
      const rule = map === null ? undefined : entries.find(({ needs }) => needs.every((key) => map.has(key)));
      if (map !== null && rule !== undefined) this.readEntry(framework, { rule, key: null, node, map });
    }
  }

  /** `app.conf.beat_schedule`, also of `app.conf.beat_schedule["tidy"]`. */
  private settingName(target: SyntaxNode): string | null {
    return this.lastName(this.s.type(target) === "subscript" ? this.s.firstChild(target) : target);
  }

  private readSchedules(
    framework: TriggerFramework,
    rule: EntriesRule | undefined,
    { value, node }: { value: SyntaxNode; node: SyntaxNode },
  ): void {
    const own = this.view.unwrap(value);
    const entries = this.view.entriesOf(own);
    if (rule === undefined || entries === null) return;
    if (entries.has(rule.schedule)) {
      const target = this.view.assignmentsOf(node)?.[0]?.target ?? -1;
      const key = this.s.type(target) === "subscript" ? this.values.text(this.s.children(target)[1]) : null;
      this.readEntry(framework, { rule, key, node: own, map: entries });
      return;
    }
    for (const [key, inner] of entries) {
      const map = this.view.entriesOf(this.view.unwrap(inner));
      if (map !== null) this.readEntry(framework, { rule, key, node: this.view.unwrap(inner), map });
    }
  }

  private readEntry(
    framework: TriggerFramework,
    at: { rule: EntriesRule; key: string | null; node: SyntaxNode; map: Map<string, SyntaxNode> },
  ): void {
    const { rule, key, node, map } = at;
    if (this.done.has(node)) return;
    this.done.add(node);
    const job = this.values.text(map.get(rule.job));
    let schedule = this.values.schedule(map.get(rule.schedule));
    if (schedule === null) {
      // A program may keep the text of cron under another name, for its own function to read.
      const text = [...map.values()]
        .map((value) => this.view.textOf(this.view.unwrap(value), () => "…"))
        .find((one) => one !== null && isCronText(one));
      schedule = text ? `${text}\u0001\u0001` : null;
    }
    const name = (rule.name === undefined ? null : this.values.text(map.get(rule.name))) ?? key ?? job;
    if (name === null || job === null || schedule === null) return;
    this.add({
      kind: "schedule", name, schedule, topic: null, framework: framework.name, handler: null, about: null,
      startLine: this.s.line(node), endLine: this.s.endLine(node), on: null, job, where: null, isNamedByFile: false,
    }); // prettier-ignore
  }

  finish(): TriggerDeclarations {
    return { ...this.facts, objects: Object.fromEntries(this.objects), constants: Object.fromEntries(this.constants) };
  }
}

function ownDecorators(view: FunctionView | ClassView): readonly SyntaxNode[] {
  const { decorators } = view as { decorators?: readonly SyntaxNode[] };
  return decorators ?? [];
}

/** Of the name, or of the end of a longer one: `Sidekiq::Job` of `::Sidekiq::Job`. */
function rulesOf(rules: Rules | undefined, name: string): readonly TriggerRule[] {
  if (rules === undefined) return [];
  const own = Object.hasOwn(rules, name) ? rules[name] : undefined;
  const found =
    own ?? Object.entries(rules).find(([key]) => name.endsWith(key) && /[.:\\]$/.test(name.slice(0, -key.length)))?.[1];
  return found === undefined ? [] : [found].flat();
}
