import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import { plural, singular } from "#server/code-index/analysis/text/word-numbers.ts";

import { LibraryRouteApplier, type CalledWord } from "./apply-library-routes.ts";
import type { BlockMountRule, BlockRouteRule, BlockRule, ResourcesRule, ScopeRule } from "./block-rules.ts";
import { expandResources } from "./expand-resources.ts";
import { isActionGuard } from "./guard-names.ts";
import { below, within, type RouteBlock } from "./route-block.ts";
import { unknownPart } from "./unknown-part.ts";

/** What the words of frameworks mean in a block of routes. */
export abstract class BlockRuleApplier extends LibraryRouteApplier {
  /** Blocks that are put in by name. */
  private readonly concerns = new Map<string, SyntaxNode>();
  /** Whether what goes through them is asked who it is. */
  private readonly pipelines = new Map<string, boolean>();

  /** Reads the body of a block, or of a function. */
  protected abstract visitBlock(body: SyntaxNode, block: RouteBlock): void;

  protected apply(rules: BlockRule | readonly BlockRule[], word: CalledWord, block: RouteBlock): void {
    const rule = "kind" in rules ? rules : rules.find((one) => this.fits(one, word.call));
    if (rule === undefined) return;
    const call = { ...word.call, named: new Map([...block.options, ...word.call.named]) };
    if (rule.kind === "route") this.applyRoute(rule, { ...word, call }, block);
    else if (rule.kind === "scope") this.applyScope(rule, { ...word, call }, block);
    else if (rule.kind === "resources") this.applyResources(rule, { ...word, call }, block);
    else if (rule.kind === "mount") this.applyMount(rule, { ...word, call }, block);
    else if (rule.kind === "within") this.applyWithin(rule.of, word.call, block);
    else if (rule.kind === "modelRoutes") this.applyModelRoutes(rule, { ...word, call }, block);
    else if (rule.kind === "libraryRoutes") this.applyLibraryRoutes(rule, word, block);
    else if (rule.kind === "pipeline") this.applyPipeline(rule.word, call);
    else this.applyOther(rule.kind, { ...word, call }, block);
  }

  private fits(rule: BlockRule, call: CallView): boolean {
    return rule.kind === "route" && (this.pathAt(call, rule.path)?.startsWith("/") ?? false);
  }

  private applyOther(
    kind: "concern" | "concerns" | "draw" | "guard" | "options" | "version" | "prefix",
    { node, call }: CalledWord,
    block: RouteBlock,
  ): void {
    const [first = -1] = call.args;
    const text = first < 0 ? null : this.pathOf(first);
    if (kind === "concern" && text !== null && call.block !== undefined) this.concerns.set(text, call.block);
    if (kind === "concerns") for (const one of call.args) this.putIn(one, block);
    if (kind === "draw" && text !== null)
      for (const folder of ["./routes/", "./", ""])
        this.mountBlock(block, { path: "", child: `${folder}${text}#routes`, node });
    if (kind === "guard")
      for (const one of this.textsOf(first))
        if (this.pipelines.get(one) ?? isActionGuard(one)) block.guards.push({ name: one, line: this.s.line(node) });
    if (kind === "options") this.visitInner(call, within(block, { options: call.named }));
    if (kind === "prefix" && text !== null) block.path = below(text, block.path);
    // Grape puts the version into the path unless it is told otherwise.
    const using = call.named.get("using");
    const isPath = using === undefined || this.pathOf(using) === "path";
    if (kind === "version" && isPath)
      block.path = below(block.path, call.args.length === 1 && text !== null ? text : ":version");
  }

  /** One that only finds out who somebody is, lets everybody through. */
  private applyPipeline(word: string, { args, block }: CallView): void {
    const name = args[0] === undefined ? null : this.pathOf(args[0]);
    const method = block === undefined ? null : this.view.functionOf(block);
    if (name === null || method === null) return;
    const plugs = this.s.children(method.body).flatMap((node) => {
      const call = this.view.callOf(node);
      const isPlug = call !== null && this.view.nameOf(call.callee) === word && call.args[0] !== undefined;
      return isPlug ? [this.s.textOf(call.args[0] ?? -1).replace(/^:/, "")] : [];
    });
    this.pipelines.set(
      name,
      plugs.some((plug) => isActionGuard(plug) && !/(?:^|[.:_])authenticate$/i.test(plug)),
    );
  }

  private putIn(given: SyntaxNode, block: RouteBlock): void {
    for (const name of this.textsOf(given)) {
      const body = this.concerns.get(name);
      const method = body === undefined ? null : this.view.functionOf(body);
      if (method !== null) this.visitBlock(method.body, block);
    }
  }

  /** The block of a call; what it calls its router may have its words. */
  protected visitInner({ block: given }: CallView, block: RouteBlock): void {
    const method = given === undefined ? null : this.view.functionOf(given);
    if (method === null) return;
    const receivers = new Set([...block.receivers, ...method.parameters.map(({ name }) => name)]);
    this.visitBlock(method.body, { ...block, receivers });
  }

  private applyRoute(rule: BlockRouteRule, { node, call }: CalledWord, block: RouteBlock): void {
    if (rule.needsBlock === true && call.block === undefined) return;
    const at = this.placeOf(call, block);
    // Where the path is an argument by its position, one of that name is the handler's.
    const option = rule.path === undefined ? call.named.get("path") : undefined;
    const [pair] = call.pairs ?? [];
    const handlerNode = pair?.value ?? (rule.handler === undefined ? undefined : this.argument(call, rule.handler));
    for (const written of this.writtenPaths(rule, call)) {
      const path = option === undefined || pair !== undefined ? written : (this.pathOf(option) ?? written);
      const handler = this.handlerOf({ rule, call, written, node: handlerNode, block });
      for (const method of this.methodsOf(call, rule))
        this.addBlockRoute(block, {
          method: method === "ALL" || method === "*" ? "ANY" : method,
          path: below(below(at, path), rule.suffix ?? ""),
          handler,
          node,
          isPartly: rule.isPartly === true,
        });
    }
  }

  /** Of a route in a block of resources: of one of them, of all, or nested in one. */
  private placeOf({ named }: CallView, { resources, path }: RouteBlock): string {
    const on = named.get("on");
    const text = on === undefined ? null : this.pathOf(on);
    if (resources === null || text === null) return path;
    if (text === "member") return resources.member;
    return text === "new" ? below(resources.collection, "new") : resources.collection;
  }

  private writtenPaths(rule: BlockRouteRule, call: CallView): string[] {
    if (rule.isRoot === true) return [""];
    const [pair] = call.pairs ?? [];
    if (pair !== undefined) return [this.pathOf(pair.key) ?? unknownPart];
    if (rule.path !== undefined) {
      const node = this.argument(call, rule.path);
      return [node === undefined ? "" : (this.pathOf(node) ?? this.itemPaths(node) ?? unknownPart)];
    }
    return call.args.length === 0 ? [] : call.args.map((one) => this.pathOf(one) ?? unknownPart);
  }

  private applyScope(rule: ScopeRule, { node, call, name }: CalledWord, block: RouteBlock): void {
    const given = rule.path === undefined ? undefined : this.argument(call, rule.path);
    const first = given === undefined ? undefined : this.view.unwrap(given);
    const isModule = first !== undefined && /^[A-Z]/.test(this.s.textOf(first));
    const text = first === undefined || isModule ? "" : (this.pathOf(first) ?? this.nothing(first) ?? unknownPart);
    const path = rule.written === undefined || text === "" ? text : rule.written.replace("{}", text);
    const at = this.placeOf(call, block);
    const moduleNode = rule.module === undefined ? undefined : this.argument(call, rule.module);
    const controller = rule.controller === undefined ? undefined : this.argument(call, rule.controller);
    const inner = within(block, {
      path: below(at, path),
      ...(block.shallow !== null && { shallow: below(block.shallow, path) }),
      resources: path === "" ? block.resources : null,
      modules: this.modulesOf(moduleNode, block),
      ...(controller !== undefined && { controller: this.pathOf(controller) }),
      options: new Map([...block.options, ...[...call.named].filter(([key]) => key === "only" || key === "except")]),
    });
    if (rule.isGuard === true) {
      const of = this.textsOf(call.args[0] ?? -1).join(", ");
      inner.guards.push({ name: of === "" ? name : `${name} ${of}`, line: this.s.line(node) });
    }
    const asked = rule.guards === undefined ? undefined : call.named.get(rule.guards);
    if (asked !== undefined) inner.guards.push(...this.guardsIn(asked));
    this.visitInner(call, inner);
  }

  /** `[{UserAuth, :ensure_authenticated}]`: the last name of each says what is asked. */
  private guardsIn(node: SyntaxNode): { name: string; line: number }[] {
    const names = (this.view.itemsOf(this.view.unwrap(node)) ?? [node]).map((one) => {
      const text = this.s.textOf(one);
      return /^\{[^{}]*:(\w+)\s*\}$/.exec(text)?.[1] ?? text.replace(/^:/, "");
    });
    return names.filter((name) => isActionGuard(name)).map((name) => ({ name, line: this.s.line(node) }));
  }

  private applyWithin(
    of: "member" | "collection" | "new" | "nested" | "shallow",
    call: CallView,
    block: RouteBlock,
  ): void {
    const { resources } = block;
    if (of === "shallow") this.visitInner(call, within(block, { shallow: block.shallow ?? block.path }));
    if (resources === null || of === "shallow") return;
    const path = of === "new" ? below(resources.collection, "new") : resources[of];
    this.visitInner(call, within(block, { path, resources: of === "nested" ? null : resources }));
  }

  private applyResources(rule: ResourcesRule, { node, call }: CalledWord, block: RouteBlock): void {
    for (const { name, path, handler } of this.resourceNames(rule, call, block)) {
      const option = (key: string): string | null => {
        const value = call.named.get(key);
        return value === undefined ? null : this.pathOf(value);
      };
      const isShallow = block.shallow !== null || this.isTrue(call.named.get("shallow"));
      const at = this.placeOf(call, block);
      const whole = below(at, path);
      const isSingle = rule.isSingle === true || this.isTrue(call.named.get("singleton"));
      const expanded = expandResources(rule.style, {
        name,
        path: whole,
        isSingle,
        only: this.listed(call.named.get("only")),
        except: this.listed(call.named.get("except")) ?? [],
        parameter: option("param"),
        singularName: option("name") ?? null,
        pathNames: this.pathNames(call.named.get("path_names")),
        shallowPath: block.shallow === null ? null : below(block.shallow, path),
      });
      const modules = this.modulesOf(call.named.get("module"), block);
      const controller = option("controller") ?? handler ?? (isSingle && !/[^s]s$/.test(name) ? plural(name) : name);
      for (const { action, method, path: own } of expanded.routes) {
        const of =
          rule.path === undefined
            ? this.inModules(`${controller}#${action}`, { ...block, modules })
            : `${handler}.${action}`;
        this.addBlockRoute(block, { method, path: own, handler: of, node });
      }
      const inner = within(block, {
        path: expanded.nested,
        resources: expanded,
        shallow: isShallow ? (block.shallow ?? at) : null,
        modules,
        controller,
        options: new Map([...block.options].filter(([key]) => key !== "only" && key !== "except")),
      });
      const concerns = call.named.get("concerns");
      if (concerns !== undefined) this.putIn(concerns, inner);
      this.visitInner(call, inner);
    }
  }

  private resourceNames(
    rule: ResourcesRule,
    call: CallView,
    block: RouteBlock,
  ): { name: string; path: string; handler: string | null }[] {
    const option = call.named.get("path");
    const given = option === undefined ? null : (this.pathOf(option) ?? this.nothing(this.view.unwrap(option)));
    if (rule.path === undefined)
      return call.args.flatMap((one) => {
        const name = this.pathOf(one);
        return name === null ? [] : [{ name: name.replace(/^.*\//, ""), path: given ?? name, handler: null }];
      });
    const [path = -1, controller = -1] = call.args;
    const handler = controller < 0 ? null : this.moduleName(controller, block);
    const last = /(\w+?)(?:Controller)?$/.exec(handler ?? "")?.[1] ?? "";
    const name = last.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();
    return [{ name: singular(name), path: this.pathOf(path) ?? unknownPart, handler }];
  }

  private applyMount(rule: BlockMountRule, { node, call }: CalledWord, block: RouteBlock): void {
    const [pair] = call.pairs ?? [];
    const given = pair?.key ?? this.argument(call, rule.child);
    if (given === undefined) return;
    const at: SyntaxNode | undefined =
      pair?.value ?? (rule.path === undefined ? undefined : this.argument(call, rule.path));
    const path = at === undefined ? "" : (this.pathOf(at) ?? unknownPart);
    const name = this.moduleName(given, block);
    const child = name === null ? null : `^#${name}`;
    if (child !== null) this.mountBlock(block, { path, child, node });
    if (rule.isRoute !== true) return;
    this.addBlockRoute(block, {
      method: "ANY",
      path: below(below(block.path, path), "*"),
      handler: name ?? this.handlerName(given),
      node,
      isPartly: true,
      ...(child !== null && { unless: child }),
    });
  }
}
