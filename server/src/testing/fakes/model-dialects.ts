/** How the vendors' streaming protocols write the same answer. */
export interface Dialect {
  /** What comes before everything else. */
  begin(usage: FakeUsage): string;
  text(piece: string): string;
  toolCalls(calls: readonly FakeCall[]): string;
  /** The end in good order. */
  end(reason: "stop" | "tools" | "length", usage: FakeUsage): string;
}

export interface FakeCall {
  id: string;
  name: string;
  /** JSON, or what a bad model takes for it. */
  arguments: string;
}

export interface FakeUsage {
  promptTokens: number;
  completionTokens: number;
}

const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;

export const openAi: Dialect = {
  begin: () => "",
  text: (piece) => openAiChunk({ content: piece }, null),
  toolCalls: (calls) => calls.map(openAiCall).join(""),
  end(reason, { promptTokens, completionTokens }) {
    const reasons = { stop: "stop", tools: "tool_calls", length: "length" };
    const usage = {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    };
    const counted = event({ id: "1", model: "fake", choices: [], usage });
    return `${openAiChunk({}, reasons[reason])}${counted}data: [DONE]\n\n`;
  },
};

function openAiChunk(delta: object, finishReason: string | null): string {
  return event({ id: "1", model: "fake", choices: [{ index: 0, delta, finish_reason: finishReason }] });
}

/** Arguments come in two halves, as real vendors send them. */
function openAiCall(call: FakeCall, index: number): string {
  const half = Math.ceil(call.arguments.length / 2);
  const first = { name: call.name, arguments: call.arguments.slice(0, half) };
  const rest = { index, function: { arguments: call.arguments.slice(half) } };
  return (
    openAiChunk({ tool_calls: [{ index, id: call.id, type: "function", function: first }] }, null) +
    openAiChunk({ tool_calls: [rest] }, null)
  );
}

const named = (value: { type: string } & Record<string, unknown>) => `event: ${value.type}\n${event(value)}`;

export const anthropic: Dialect = {
  begin({ promptTokens }) {
    const usage = { input_tokens: promptTokens, output_tokens: 0 };
    const message = { id: "1", type: "message", role: "assistant", model: "fake", content: [], usage };
    return named({ type: "message_start", message });
  },
  text: (piece) => anthropicBlock(0, { type: "text", text: "" }, { type: "text_delta", text: piece }),
  toolCalls: (calls) =>
    calls
      .map(({ id, name, arguments: json }, at) =>
        anthropicBlock(
          at + 1,
          { type: "tool_use", id, name, input: {} },
          { type: "input_json_delta", partial_json: json },
        ),
      )
      .join(""),
  end(reason, { completionTokens }) {
    const reasons = { stop: "end_turn", tools: "tool_use", length: "max_tokens" };
    const delta = { stop_reason: reasons[reason], stop_sequence: null };
    const counted = named({ type: "message_delta", delta, usage: { output_tokens: completionTokens } });
    return `${counted}${named({ type: "message_stop" })}`;
  },
};

function anthropicBlock(index: number, block: object, delta: object): string {
  const start = named({ type: "content_block_start", index, content_block: block });
  const piece = named({ type: "content_block_delta", index, delta });
  return `${start}${piece}${named({ type: "content_block_stop", index })}`;
}

const response = { id: "resp_1", object: "response", model: "fake", output: [] };

/** OpenAI's newer protocol. */
export const responses: Dialect = {
  begin: () => named({ type: "response.created", response: { ...response, status: "in_progress" } }),
  text(piece) {
    const item = { type: "message", id: "msg_1", role: "assistant", status: "completed" };
    const done = { ...item, content: [{ type: "output_text", text: piece, annotations: [] }] };
    return [
      named({ type: "response.output_item.added", output_index: 0, item: { ...item, content: [] } }),
      named({ type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0, delta: piece }),
      named({ type: "response.output_item.done", output_index: 0, item: done }),
    ].join("");
  },
  toolCalls: (calls) =>
    calls
      .map(({ id, name, arguments: json }, at) => {
        const item = { type: "function_call", id: `fc_${id}`, call_id: id, name, arguments: json, status: "completed" };
        return named({ type: "response.output_item.done", output_index: at, item });
      })
      .join(""),
  end(_reason, { promptTokens, completionTokens }) {
    const usage = {
      input_tokens: promptTokens,
      output_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    };
    return named({ type: "response.completed", response: { ...response, status: "completed", usage } });
  },
};

export const google: Dialect = {
  begin: () => "",
  text: (piece) => event({ candidates: [{ content: { role: "model", parts: [{ text: piece }] } }] }),
  toolCalls: (calls) => event({ candidates: [{ content: { role: "model", parts: calls.map(googleCall) } }] }),
  end(reason, { promptTokens, completionTokens }) {
    const finishReason = reason === "length" ? "MAX_TOKENS" : "STOP";
    const usageMetadata = { promptTokenCount: promptTokens, candidatesTokenCount: completionTokens };
    return event({ candidates: [{ content: { role: "model", parts: [{ text: "" }] }, finishReason }], usageMetadata });
  },
};

function googleCall({ name, arguments: json }: FakeCall): object {
  return { functionCall: { name, args: JSON.parse(json) as object } };
}
