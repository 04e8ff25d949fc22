import { ableModel } from "#server/platform/models/able-model.ts";
import { textOfMessage } from "#server/platform/models/message-text.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";

const diagram = /^(?:flowchart|graph|sequenceDiagram|erDiagram|classDiagram|stateDiagram)/;

/** A model that repeats its input and counts its calls. */
export function echoFacts(): ModelPort & { readonly calls: number } {
  let calls = 0;
  return {
    name: "Replay",
    capabilities: async () => ableModel,
    get calls() {
      return calls;
    },
    async *stream({ messages }) {
      calls += 1;
      const [, facts = ""] = /<facts>\n([\s\S]*?)\n<\/facts>/.exec(textOfMessage(messages[0]?.content ?? "")) ?? [];
      const text = diagram.test(facts) ? (facts.split("\n\n")[0] ?? "") : facts;
      yield { type: "text", text };
      yield { type: "finish", inputTokens: 0, outputTokens: 0 };
    },
  };
}
