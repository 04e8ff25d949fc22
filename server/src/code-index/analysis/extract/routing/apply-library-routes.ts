import type { CallView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";
import { singular } from "#server/code-index/analysis/text/word-numbers.ts";

import { BlockRecorder } from "./block-recorder.ts";
import type { LibraryRoutesRule, ModelRoutesRule } from "./block-rules.ts";
import { below, within, type RouteBlock } from "./route-block.ts";

/** A word of a framework that is called. */
export interface CalledWord {
  node: SyntaxNode;
  call: CallView;
  name: string;
}

/** The routes that libraries bring with them. */
export abstract class LibraryRouteApplier extends BlockRecorder {
  /** Each part is a router of its own, which the class of the model mounts. */
  protected applyModelRoutes(rule: ModelRoutesRule, { node, call }: CalledWord, block: RouteBlock): void {
    const option = (key: string): SyntaxNode | undefined => call.named.get(key);
    const skipped = this.textsOf(option("skip") ?? -1);
    const only = this.listed(option("only"));
    const named = this.view.entriesOf(this.view.unwrap(option("controllers") ?? -1));
    const words = this.pathNames(option("path_names"));
    for (const one of call.args) {
      const name = this.pathOf(one);
      if (name === null || skipped.includes("all")) continue;
      const model = (this.pathAt(call, "class_name") ?? singular(name)).replace(/^.*::/, "");
      const gate = `${rule.word} ${classCase(model)}`;
      this.globals[gate] = gate;
      this.mount(block.router, below(block.path, this.pathAt(call, "path") ?? name), gate, node);
      for (const [part, { name: title = "", controller, routes }] of Object.entries(rule.parts)) {
        if (skipped.includes(title) || (only !== null && !only.includes(title))) continue;
        const key = `${gate} ${part}`;
        this.globals[key] = key;
        const own = named?.get(title);
        const handler = (own === undefined ? null : this.pathOf(own)) ?? controller;
        this.addParts({ ...block, router: key, path: "" }, { routes, handler, words, node });
      }
    }
  }

  protected applyLibraryRoutes(rule: LibraryRoutesRule, { node, call }: CalledWord, block: RouteBlock): void {
    const inner = call.block === undefined ? null : this.view.functionOf(call.block);
    const skipped = (inner === null ? [] : this.s.children(inner.body)).flatMap((one) => {
      const called = this.view.callOf(one);
      return called !== null && this.s.textOf(called.callee) === rule.skipWord
        ? called.args.flatMap((arg) => this.textsOf(arg))
        : [];
    });
    for (const [part, { controller, routes }] of Object.entries(rule.parts))
      if (!skipped.includes(part))
        this.addParts(within(block, { path: below(block.path, rule.path) }), {
          routes,
          handler: controller,
          words: new Map(),
          node,
        });
  }

  private addParts(
    block: RouteBlock,
    {
      routes,
      handler,
      words,
      node,
    }: { routes: readonly string[]; handler: string; words: ReadonlyMap<string, string>; node: SyntaxNode },
  ): void {
    for (const route of routes) {
      const [method = "", path = "", action = ""] = route.split(" ");
      const written = path.replaceAll(/\w+/g, (word) => words.get(word) ?? word);
      this.addBlockRoute(block, { method, path: below(block.path, written), handler: `${handler}#${action}`, node });
    }
  }
}

function classCase(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_whole, letter: string) => letter.toUpperCase());
}
