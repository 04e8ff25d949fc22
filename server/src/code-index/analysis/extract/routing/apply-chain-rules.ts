import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

import { BlockRecorder } from "./block-recorder.ts";
import type {
  ChainGroupRule,
  ChainResourcesRule,
  ChainRouteRule,
  ChainRule,
  ChainRules,
  FolderRule,
  ListedRoutesRule,
  ProgramFilesRule,
} from "./chain-rules.ts";
import { expandResources } from "./expand-resources.ts";
import { below, within, type RouteBlock } from "./route-block.ts";
import { unknownPart } from "./unknown-part.ts";

/** One call of a chain, or an entry of a literal map that means the same. */
export interface ChainLink {
  name: string;
  args: readonly SyntaxNode[];
  node: SyntaxNode;
}

/** The call of a chain that declares, and what the others say of its resources. */
interface Declaring {
  link: ChainLink;
  call: CallView;
  options: ReadonlyMap<string, readonly SyntaxNode[]>;
}

const maxGuardLength = 120;

/** What the calls of a chain mean. */
export abstract class ChainRuleApplier extends BlockRecorder {
  protected abstract readonly rules: ChainRules;
  protected abstract readonly framework: string;

  /** Reads the body of a function. */
  protected abstract visitBlock(body: SyntaxNode, block: RouteBlock): void;

  protected ruleOf(name: string): ChainRule | undefined {
    return Object.hasOwn(this.rules.words, name) ? this.rules.words[name] : undefined;
  }

  protected applyChain(
    declaring: ChainLink & { call: CallView },
    others: readonly ChainLink[],
    block: RouteBlock,
  ): void {
    const rule = this.ruleOf(declaring.name);
    if (rule === undefined) return;
    const said = [...others, ...this.entryLinks(declaring)];
    const inner = said.reduce((outer, link) => this.applySaying(link, outer), within(block, {}));
    const options = new Map(
      said
        .filter(({ name }) => /^(?:option|methods|path)$/.test(this.ruleOf(name)?.kind ?? ""))
        .map(({ name, args }) => [name, args]),
    );
    const at: Declaring = { link: declaring, call: declaring.call, options };
    if (rule.kind === "route") this.applyRoute(rule, at, inner);
    else if (rule.kind === "resources") this.applyResources(rule, at, inner);
    else if (rule.kind === "group") this.applyGroup(rule, at, inner);
    else if (rule.kind === "load") this.loadFile(declaring.args[0], "", { node: declaring.node, block: inner });
    else if (rule.kind === "files") this.applyFiles(rule, at, inner);
    else if (rule.kind === "folder") this.applyFolder(rule, at, inner);
    else if (rule.kind === "listed") this.applyListed(rule, at, inner);
  }

  /** `["prefix" => "admin", "middleware" => ["auth"]]` among the arguments. */
  private entryLinks({ args, node }: ChainLink): ChainLink[] {
    return args.flatMap((one) =>
      [...(this.view.entriesOf(this.view.unwrap(one)) ?? [])].map(([name, value]) => ({
        name,
        args: [this.view.unwrap(value)],
        node,
      })),
    );
  }

  private applySaying(link: ChainLink, block: RouteBlock): RouteBlock {
    const rule = this.ruleOf(link.name);
    const [first = -1] = link.args;
    if (rule?.kind === "path" && first >= 0)
      return within(block, { path: below(block.path, this.pathOf(first) ?? unknownPart) });
    if (rule?.kind === "controller" || rule?.kind === "handler")
      return within(block, { controller: this.handlerIn(first, { ...block, controller: null }) ?? block.controller });
    if (rule?.kind === "unguard") {
      const left = new Set(this.namesOf(link.args));
      return { ...block, guards: block.guards.filter(({ name }) => !left.has(name)) };
    }
    if (rule?.kind !== "guard" && rule?.kind !== "ownGuard") return block;
    const written =
      rule.kind === "ownGuard" ? [`${link.name}:${this.namesOf(link.args).join(",")}`] : this.namesOf(link.args);
    const guards = written
      .filter((name) => rule.kind === "ownGuard" || this.rules.guards.test(name))
      .map((name) => ({ name: name.slice(0, maxGuardLength), line: this.s.line(link.node) }));
    return { ...block, guards: [...block.guards, ...guards] };
  }

  /** Texts, and names of classes: `Authenticate::class`. */
  private namesOf(given: readonly SyntaxNode[]): string[] {
    return given.flatMap((one) => {
      const node = this.view.unwrap(one);
      const items = this.view.itemsOf(node);
      if (items !== null) return items.flatMap((item) => this.nameIn(item) ?? []);
      return this.nameIn(node) ?? [];
    });
  }

  private nameIn(node: SyntaxNode): string | null {
    return this.pathOf(node)?.replaceAll("\u0001", "") ?? this.className(node);
  }

  private className(given: SyntaxNode): string | null {
    const member = this.view.memberOf(this.view.unwrap(given));
    return member?.name === "class" ? this.view.nameOf(this.view.unwrap(member.object)) : null;
  }

  /** `BoatController::class`, "BoatController". */
  private controllerName(node: SyntaxNode): string | null {
    return node < 0 ? null : (this.className(node) ?? this.view.textOf(this.view.unwrap(node), () => ""));
  }

  private handlerIn(given: SyntaxNode | undefined, { controller }: RouteBlock): string | null {
    if (given === undefined) return controller?.includes("@") === true ? controller : null;
    const node = this.view.unwrap(given);
    const [first, second] = this.view.itemsOf(node) ?? [];
    if (first !== undefined) {
      const action = second === undefined ? null : this.view.textOf(this.view.unwrap(second), () => "");
      const of = this.controllerName(first);
      return of === null || action === null ? of : `${of}@${action}`;
    }
    const text = this.view.textOf(node, () => "");
    if (text !== null) return controller === null || text.includes("@") ? text : `${controller}@${text}`;
    return this.className(node) ?? (this.view.entriesOf(node) === null ? null : controller);
  }

  private applyRoute(rule: ChainRouteRule, { call, link, options }: Declaring, block: RouteBlock): void {
    const given = this.argument(call, rule.path);
    if (given === undefined) return;
    const path = this.below(block.path, this.pathOf(given) ?? unknownPart);
    const handler =
      rule.handler === undefined ? block.controller : this.handlerIn(this.argument(call, rule.handler), block);
    const said = [...options].flatMap(([name, given]) =>
      this.ruleOf(name)?.kind === "methods" ? given.flatMap((one) => this.textsOf(one)) : [],
    );
    for (const method of said.length > 0 ? said : this.methodsOf(call, rule))
      this.addBlockRoute(block, { method, path, handler, node: link.node });
  }

  private applyResources(rule: ChainResourcesRule, at: Declaring, block: RouteBlock): void {
    const [name = -1, controller = -1] = at.link.args;
    const entries = rule.isMap === true ? this.view.entriesOf(this.view.unwrap(name)) : null;
    if (entries !== null)
      for (const [one, value] of entries) this.addResource(rule, at, { block, name: one, controller: value });
    const text = entries === null && rule.isMap === undefined ? this.pathOf(name) : null;
    if (text !== null) this.addResource(rule, at, { block, name: text, controller });
  }

  private addResource(
    rule: ChainResourcesRule,
    { link, options }: Declaring,
    { block, name, controller }: { block: RouteBlock; name: string; controller: SyntaxNode },
  ): void {
    const list = (option: string): string[] | null => {
      const given = options.get(option);
      return given === undefined ? null : given.flatMap((one) => this.textsOf(one));
    };
    const parameters = this.parametersOf(options);
    const parts = name.replace(/^\//, "").split(".");
    const last = parts.at(-1) ?? name;
    let path = block.path;
    for (const part of parts.slice(0, -1))
      path = expandResources(rule.style, {
        ...plainResource,
        name: segment(part),
        path: below(path, part),
        parameter: parameters.get(part) ?? null,
      }).nested;
    const left = [
      ...Object.entries(rule.optional ?? {}).flatMap(([option, actions]) => (options.has(option) ? [] : actions)),
      ...Object.entries(rule.without ?? {}).flatMap(([option, actions]) => (options.has(option) ? actions : [])),
    ];
    const expanded = expandResources(rule.style, {
      ...plainResource,
      name: segment(last),
      path: options.has("path") ? path : this.below(path, last, true),
      isSingle: rule.isSingle === true,
      only: list("only"),
      except: [...(list("except") ?? []), ...left],
      parameter: parameters.get(last) ?? null,
      shallowPath: options.has("shallow") && parts.length > 1 ? below(block.path, last) : null,
    });
    const of = this.controllerName(controller);
    for (const { action, method, path: whole } of expanded.routes)
      this.addBlockRoute(block, {
        method,
        path: whole,
        handler: of === null ? null : `${of}@${action}`,
        node: link.node,
      });
  }

  /** With parameters and names as paths have them. */
  private below(prefix: string, path: string, isName = false): string {
    const { placeholders, spelling } = this.rules;
    const named = placeholders === undefined ? path : path.replaceAll(placeholders, "{$1}");
    return below(prefix, isName && spelling === "dashed" ? dashed(named) : named);
  }

  /** `parameters(["boats" => "ship"])`. */
  private parametersOf(options: Declaring["options"]): ReadonlyMap<string, string> {
    const [given = -1] = options.get("parameters") ?? [];
    return this.pathNames(given < 0 ? undefined : given);
  }

  private applyGroup(rule: ChainGroupRule, { link, call, options }: Declaring, around: RouteBlock): void {
    if (rule.without?.test(this.pathOf(link.args[0] ?? -1) ?? "") === true) return;
    const given = rule.path === undefined ? undefined : this.argument(call, rule.path);
    const path = given === undefined ? "" : (this.pathOf(given) ?? unknownPart);
    const isTold = rule.isName === true && options.has("path");
    const block = isTold ? around : within(around, { path: this.below(around.path, path, rule.isName === true) });
    for (const one of link.args) {
      const node = this.view.unwrap(one);
      const method = this.view.functionOf(node);
      if (method !== null) this.visitBlock(method.body, block);
      else if (given === undefined && this.view.entriesOf(node) === null)
        this.loadFile(node, "", { node: link.node, block });
    }
  }

  protected loadFile(given: SyntaxNode | undefined, path: string, at: { node: SyntaxNode; block: RouteBlock }): void {
    for (const one of given === undefined ? [] : (this.view.itemsOf(this.view.unwrap(given)) ?? [given])) {
      const file = this.view.fileOf?.(one) ?? null;
      if (file !== null) this.mountBlock(at.block, { path, child: `${file}#routes`, node: at.node });
    }
  }

  private applyFolder(rule: FolderRule, { call, link: { args, node } }: Declaring, block: RouteBlock): void {
    const named = this.pathOf(args[0] ?? -1);
    const type = this.pathAt(call, rule.type);
    if (named === null) return;
    if (type === null) this.loadFile(args[0], "", { node, block });
    else if (/^(?:attribute|annotation)s?$/.test(type))
      this.facts.prefixes.push({ path: block.path, framework: this.framework, line: this.s.line(node), below: named });
  }

  private applyFiles(rule: ProgramFilesRule, { call, link: { node } }: Declaring, block: RouteBlock): void {
    for (const [name, value] of call.named) {
      const file = Object.hasOwn(rule.files, name) ? rule.files[name] : undefined;
      const given = file?.pathIn === undefined ? undefined : call.named.get(file.pathIn);
      const path = given === undefined ? file?.path : (this.pathOf(given) ?? unknownPart);
      if (path !== undefined) this.loadFile(value, path, { node, block });
      const route = rule.routes.includes(name) ? this.pathOf(value) : null;
      if (route !== null)
        this.addBlockRoute(block, { method: "GET", path: below(block.path, route), handler: null, node });
      const method = this.view.functionOf(this.view.unwrap(value));
      if (method !== null) this.visitBlock(method.body, block);
    }
  }

  private applyListed({ parts }: ListedRoutesRule, { call, link }: Declaring, block: RouteBlock): void {
    const options = this.view.entriesOf(this.view.unwrap(call.args[0] ?? -1)) ?? new Map<string, SyntaxNode>();
    for (const [option, { isOn, routes }] of Object.entries(parts)) {
      const given = options.get(option);
      const written = given === undefined ? "" : this.s.textOf(given).toLowerCase();
      if (written === "" ? !isOn : written !== "true") continue;
      for (const route of routes) {
        const [method = "", path = ""] = route.split(" ");
        this.addBlockRoute(block, { method, path: below(block.path, path), handler: null, node: link.node });
      }
    }
  }
}

const plainResource = {
  isSingle: false,
  only: null,
  except: [],
  parameter: null,
  singularName: null,
  pathNames: new Map<string, string>(),
  shallowPath: null,
} as const;

/** "boat-types" of "BoatTypes" and "boat_types". */
function dashed(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
}

/** The name of what is below a path: "admin/boats" are boats. */
function segment(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
