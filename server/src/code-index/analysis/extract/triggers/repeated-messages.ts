import type { CallView, CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { Syntax, SyntaxNode } from "#server/code-index/analysis/syntax/syntax.ts";

const maxText = 160;
const maxModuleHead = 1_000;
const maxFunction = 4_000;
/** From what gets a message to the function that sends it. */
const maxSteps = 4;
/** Messages and times of what happens once. */
const once = /back_?off|retry|time_?out|reconnect|cool_?down|elapsed|remaining|expire|promot|idle|shut_?down/i;
/** Processes of which there is one for each person who is connected. */
const connection = /\buse \w+, :(?:channel|live_view|live_component)\b|\bPhoenix\.(?:Channel|Live\w+|Socket)\b/;

interface ModuleFunction {
  node: SyntaxNode;
  name: string;
  text: string;
}

/** Messages that a process of Elixir sends itself later, whenever it gets them. */
export class RepeatedMessages {
  private readonly s: Syntax;
  private readonly view: CodeView;
  /** Each message of a module is one thing that is done again and again. */
  private readonly sent = new Set<string>();

  constructor(view: CodeView) {
    this.s = view.s;
    this.view = view;
  }

  /** `Process.send_after(self(), :tidy, 5000)` in the function of that node. */
  isSentAgain(call: CallView, around: SyntaxNode): boolean {
    const [, message = -1, time = -1] = call.args;
    const name = /:(\w+)/.exec(this.s.textOf(message).slice(0, maxText))?.[1];
    const module = this.moduleAround(around);
    if (name === undefined || module < 0) return false;
    if (once.test(`${name} ${this.s.textOf(time).slice(0, maxText)}`)) return false;
    const key = `${module} ${name}`;
    if (this.sent.has(key) || connection.test(this.s.textOf(module).slice(0, maxModuleHead))) return false;
    const isAgain = this.isReachedBy(name, around, module);
    if (isAgain) this.sent.add(key);
    return isAgain;
  }

  private moduleAround(node: SyntaxNode): SyntaxNode {
    let at = this.s.parent(node);
    while (at > 0 && this.view.classOf(at) === null) at = this.s.parent(at);
    return at > 0 || this.view.classOf(0) !== null ? at : -1;
  }

  /** Whether what gets the message is that function, or calls it in some steps. */
  private isReachedBy(message: string, around: SyntaxNode, module: SyntaxNode): boolean {
    const functions = this.functionsOf(module);
    const isHandler = new RegExp(`^def\\s+handle_info\\(\\s*\\{?\\s*:${message}\\b`);
    let reached = functions.filter(({ text }) => isHandler.test(text));
    for (let step = 0; step < maxSteps && reached.length > 0; step += 1) {
      if (reached.some(({ node }) => node === around)) return true;
      const called = new Set(
        reached.flatMap(({ text }) => Array.from(text.matchAll(/\b([a-z_]\w*)[!?]?\(/g), ([, name]) => name)),
      );
      reached = functions.filter(({ name }) => called.has(name) && name !== "handle_info");
    }
    return false;
  }

  private functionsOf(module: SyntaxNode): ModuleFunction[] {
    return this.s.children(this.view.classOf(module)?.body ?? module).flatMap((node) => {
      const name = this.view.functionOf(node)?.name ?? null;
      return name === null ? [] : [{ node, name, text: this.s.textOf(node).slice(0, maxFunction) }];
    });
  }
}
