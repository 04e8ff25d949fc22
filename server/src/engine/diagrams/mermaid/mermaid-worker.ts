import { parentPort } from "node:worker_threads";

/** What the thread says: that it begins to read, then what came of it. */
export type MermaidAnswer = { kind: "begun" } | { kind: "read" } | { kind: "refused"; message: string };

/** Its sanitizer wants a page to attach to, though parsing alone never uses it. */
Object.assign(globalThis, {
  window: { document: { nodeType: 9, createElement: () => ({}) }, Element: Object },
});
const { default: mermaid } = await import("mermaid");

function print(answer: MermaidAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer);
}

async function read(source: string): Promise<void> {
  print({ kind: "begun" });
  try {
    await mermaid.parse(source);
    print({ kind: "read" });
  } catch (error) {
    print({ kind: "refused", message: error instanceof Error ? error.message : String(error) });
  }
}

parentPort?.on("message", (source: string) => void read(source));
