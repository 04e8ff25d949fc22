import { parentPort } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";

import { ParserBroken, parseFileGraph } from "#server/code-index/analysis/graph/languages/parse-file-graph.ts";
import type { FileGraph } from "#server/code-index/analysis/graph/model/file-graph.ts";

export interface GraphTask {
  text: string;
  language: string | null;
}

export interface GraphAnswer {
  /** In the order of the tasks; null for unreadable files. Fewer than the tasks when the parser crashed. */
  graphs: (FileGraph | null)[];
  isBroken: boolean;
}

/** Thread that reads files' names. It knows no git and no database. */
function serve(): void {
  const port = parentPort;
  if (port === null) return;
  port.on("message", (tasks: GraphTask[]) => {
    void answer(port, tasks);
  });
}

async function answer(port: MessagePort, tasks: readonly GraphTask[]): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
  port.postMessage(await readAll(tasks));
}

async function readAll(tasks: readonly GraphTask[]): Promise<GraphAnswer> {
  const graphs: (FileGraph | null)[] = [];
  for (const { text, language } of tasks) {
    try {
      graphs.push(await parseFileGraph(text, language));
    } catch (error) {
      graphs.push(null);
      // What our own reading throws says nothing about the parser; what the compiled parser throws does.
      const isParser = error instanceof ParserBroken || error instanceof WebAssembly.RuntimeError;
      if (isParser) return { graphs, isBroken: true };
    }
  }
  return { graphs, isBroken: false };
}

serve();
