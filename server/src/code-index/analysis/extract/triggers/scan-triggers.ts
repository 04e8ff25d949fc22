import type { CallView, ClassView, CodeView, FunctionView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import type { TriggerDeclarations } from "#server/code-index/ports/triggers.ts";

import { ownJob } from "./frameworks/own-jobs.ts";
import { ScheduleEntries } from "./schedule-entries.ts";
import type { RulePart, TriggerFramework, TriggerRule } from "./trigger-framework.ts";
import type { TriggerDetails, TriggerSite } from "./trigger-reader.ts";
import { isAnySchedule } from "./trigger-values.ts";

const maxBaseLength = 200;
/** Bases that may make a class one that starts work. */
const inheritable =
  /(?:Job|Worker|Consumer|Listener|Handler|Task|Command|Cmd|Service|Runner|Processor|Subscriber|Notification|Mail(?:able|er)?)(?:Base|Interface|Impl)?$|Queu|Background|Schedul|^Base/;
/** Bases that programs write themselves for what is done later, and the methods that do it. */
const ownJobBase =
  /^I?(?:Base|Abstract|Application|System)?(?:(?:Background|Scheduled|Cron|Periodic|Recurring|Queued?|Async|Sync)?(?:Job|Worker)(?:Base|Runner|Handler|Processor|Interface)?|(?:Background|Scheduled|Cron|Periodic|Recurring)(?:Task|Process)(?:Base)?)$|^(?:Base|Abstract)(?:Task|Processor)$/;
const ownFields = {
  NAME: "name", JOB_NAME: "name", JOB_TYPE: "name", TASK_NAME: "name", QUEUE: "topic", QUEUE_NAME: "topic",
  cron: "schedule", CRON: "schedule", schedule: "schedule", SCHEDULE: "schedule", cron_expression: "schedule",
} as const; // prettier-ignore
const ownWork = /^(?:do|run|handle|execute|perform|process|work|do_?work|call)(?:async|internal|job)?$/i;
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

class TriggerScan extends ScheduleEntries {
  apply(): void {
    for (let node = 0; node < this.s.size; node += 1) {
      if (this.view.isTest?.(node) === true) node = this.lastIn(node);
      if (this.done.has(node)) continue;
      const decorated = this.view.decoratedOf(node);
      if (decorated !== null) this.visitDecorated(decorated.decorators, decorated.definition);
      const type = this.view.classOf(node) ?? this.view.implementationOf?.(node) ?? null;
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

  private lastIn(node: SyntaxNode): SyntaxNode {
    const end = this.s.end(node);
    let last = node;
    while (last + 1 < this.s.size && this.s.start(last + 1) < end) last += 1;
    return last;
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
      const isFound = this.tryRules("decorators", { node: decorator, callee, call, target });
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
          startLine: this.s.line(node), endLine: this.s.endLine(target?.node ?? node), on: null, job: null, where: null, isNamedByFile: false, isBase: false,
        }); // prettier-ignore
      }
  }

  private visitClass(node: SyntaxNode, view: ClassView): void {
    const target: Target = { name: this.nameInModules(node, view.name), node, view };
    this.visitDecorated(ownDecorators(view), node);
    this.visitListeners(view.body);
    for (const { name, classes = [] } of this.frameworks)
      for (const rule of classes) this.record({ framework: name, rule, node, call: null, target, on: null });
    let isKnown = false;
    const before = this.facts.triggers.length;
    for (const base of view.bases) {
      const written = this.s.textOf(base).slice(0, maxBaseLength);
      const [, name = "", types = ""] = /^([\w.:\\]+)\s*(?:[<[(]([^]*)[>\])])?/.exec(written) ?? [];
      const baseTypes = /^([\w.]+)/.exec(types)?.[1]?.replace(/^.*\./, "") ?? null;
      const isFound = this.tryRules("bases", { node, callee: base, call: null, target, name, baseTypes });
      isKnown ||= isFound;
      // What its base extends may be said in another file.
      if (!isKnown && this.facts.triggers.length === before) this.inherit(node, target, name);
    }
  }

  /** Only the whole repository says what the base is; where it does not, its own name may. */
  private inherit(node: SyntaxNode, target: Target, base: string): void {
    const last = /\w+$/.exec(base)?.[0];
    if (last === undefined || target.name === null || !inheritable.test(last) || !("bases" in target.view)) return;
    const own = ownJobBase.test(last) ? this.ownJobIn(target.view.body) : null;
    this.add({
      kind: own?.schedule === undefined ? "job" : "schedule", name: own?.name ?? target.name, schedule: own?.schedule ?? null,
      topic: own?.topic ?? null, framework: own === null ? "" : ownJob, handler: target.name, about: null,
      startLine: this.s.line(node), endLine: this.s.endLine(node), on: `<${last}`, job: null, where: null,
      isNamedByFile: false, isBase: target.view.isAbstract === true,
    }); // prettier-ignore
  }

  /** What a class with a base of the program's own says of the work; null where it does none. */
  private ownJobIn(body: SyntaxNode): TriggerDetails | null {
    const found = this.fieldsIn(body, ownFields);
    const isWorking = this.methodsOf(body).some(({ name }) => ownWork.test(name ?? ""));
    if (found.schedule !== undefined && !isAnySchedule(found.schedule)) delete found.schedule;
    return isWorking || found.name !== undefined ? found : null;
  }

  private visitCall(node: SyntaxNode, call: CallView): void {
    const callee = this.view.unwrap(call.callee);
    const isFound = this.tryRules("calls", { node, callee, call, target: null });
    const name = isFound ? null : this.lastName(callee);
    if (name !== null)
      for (const { name: framework, sentTypes } of this.frameworks)
        if (sentTypes?.test(name) === true && this.view.memberOf(callee) === null)
          this.publish({
            topic: name,
            framework,
            on: null,
            startLine: this.s.line(node),
            endLine: this.s.endLine(node),
          });
  }

  private visitLiteral(node: SyntaxNode, call: CallView): void {
    this.tryRules("literals", { node, callee: call.callee, call, target: null });
  }

  private tryRules(
    part: RulePart,
    at: Pick<TriggerSite, "node" | "call" | "target"> & {
      callee: SyntaxNode;
      name?: string;
      baseTypes?: string | null;
    },
  ): boolean {
    const name = at.name ?? this.lastName(at.callee);
    if (name === null) return false;
    for (const framework of this.frameworks) {
      for (const rule of rulesOf(framework, part, name)) {
        const proof = this.prove(framework, rule, at.callee);
        if (proof === null) continue;
        const { node, call, target, baseTypes = null } = at;
        if (this.record({ framework: framework.name, rule, node, call, target, on: proof.on, baseTypes })) {
          if (proof.on === null && rule.where === undefined) return true;
          if (rule.where === undefined) break;
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

  /** `Boats::Tidy` of `module Boats; class Tidy`. */
  private nameInModules(node: SyntaxNode, own: string): string {
    const mark = this.view.moduleMark;
    if (mark === undefined || own.startsWith(mark)) return own.slice(own.startsWith("::") ? 2 : 0);
    let name = own;
    for (
      let parent = this.s.parent(node), depth = 0;
      parent > 0 && depth < 40;
      parent = this.s.parent(parent), depth += 1
    ) {
      const type = this.view.classOf(parent);
      if (type !== null) name = `${type.name}${mark}${name}`;
    }
    return name.length > maxBaseLength ? own : name;
  }

  finish(): TriggerDeclarations {
    return { ...this.facts, objects: Object.fromEntries(this.objects), constants: Object.fromEntries(this.shared) };
  }
}

function ownDecorators(view: FunctionView | ClassView): readonly SyntaxNode[] {
  const { decorators } = view as { decorators?: readonly SyntaxNode[] };
  return decorators ?? [];
}

/** Of the name, or of the end of a longer one: `Sidekiq::Job` of `::Sidekiq::Job`; else of names like it. */
function rulesOf(framework: TriggerFramework, part: RulePart, name: string): readonly TriggerRule[] {
  const rules = framework[part] ?? {};
  const own = Object.hasOwn(rules, name) ? rules[name] : undefined;
  const found =
    own ?? Object.entries(rules).find(([key]) => name.endsWith(key) && /[.:\\]$/.test(name.slice(0, -key.length)))?.[1];
  if (found !== undefined) return [found].flat();
  return (framework.namedLike ?? []).flatMap((one) => (one.part === part && one.name.test(name) ? one.rule : []));
}
