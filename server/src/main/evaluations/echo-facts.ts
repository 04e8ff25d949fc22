import { ableModel } from "#server/platform/models/able-model.ts";
import { textOfMessage } from "#server/platform/models/message-text.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";

const diagram = /^(?:flowchart|graph|sequenceDiagram|erDiagram|classDiagram|stateDiagram)/;

/** A model that repeats the drafts of its input, finds nothing wrong, and counts its calls. */
export function echoFacts(): ModelPort & { readonly calls: number } {
  let calls = 0;
  return {
    name: "Replay",
    capabilities: async () => ableModel,
    get calls() {
      return calls;
    },
    async *stream({ messages, json }) {
      calls += 1;
      const drafts = textOfMessage(messages[0]?.content ?? "").matchAll(/<draft n="(\d+)">\n([\s\S]*?)\n<\/draft>/g);
      const sections = Array.from(drafts, ([, number, draft = ""]) => {
        const text = diagram.test(draft) ? (draft.split("\n\n")[0] ?? "") : draft;
        return `<section n="${number}">\n${text}\n</section>`;
      });
      yield { type: "text", text: json ? '{"problems": []}' : sections.join("\n") };
      yield { type: "finish", inputTokens: 0, outputTokens: 0 };
    },
  };
}
