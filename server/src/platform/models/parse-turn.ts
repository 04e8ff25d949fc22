import type { CallOptions, CallPart } from "./count-call.ts";
import { readInput, type ToolCall } from "./run-tools.ts";

type AssistantContent = Extract<CallOptions["prompt"][number], { role: "assistant" }>["content"];
type WrittenPart = Extract<AssistantContent[number], { type: "text" | "reasoning" }>;
export type Finish = Extract<CallPart, { type: "finish" }>;

/** What a model said in one call, kept as it is said to it again in the next. */
export interface ModelTurn {
  readonly content: AssistantContent;
  readonly calls: readonly ToolCall[];
  /** Null where the vendor did not say that it ended. */
  readonly finish: Finish | null;
  see(part: CallPart): void;
}

/**
 * Vendors sign their models' reasoning and require the signature back: all metadata that comes with a part is sent
 * back with it.
 */
export function openTurn(): ModelTurn {
  const content: AssistantContent = [];
  const calls: ToolCall[] = [];
  const open = new Map<string, WrittenPart>();
  let finish: Finish | null = null;
  const begin = (type: WrittenPart["type"], id: string): WrittenPart => {
    const written: WrittenPart = { type, text: "" };
    open.set(`${type} ${id}`, written);
    content.push(written);
    return written;
  };
  const write = (kind: WrittenPart["type"], part: TurnPart) => {
    const known = part.type.endsWith("-start") ? undefined : open.get(`${kind} ${part.id}`);
    const written = known ?? begin(kind, part.id);
    written.text += part.delta ?? "";
    if (part.providerMetadata) written.providerOptions = part.providerMetadata;
  };
  const call = ({ toolCallId, toolName, providerMetadata, ...sent }: Extract<CallPart, { type: "tool-call" }>) => {
    const input = readInput(sent.input);
    calls.push({ vendorId: toolCallId, name: toolName, input });
    const signature = providerMetadata && { providerOptions: providerMetadata };
    content.push({ type: "tool-call", toolCallId, toolName, input: input ?? {}, ...signature });
  };
  return {
    get content() {
      return content.filter((part) => part.type !== "text" || part.text !== "");
    },
    calls,
    get finish() {
      return finish;
    },
    see(part) {
      if (part.type === "finish") finish = part;
      else if (part.type === "tool-call") call(part);
      else if (part.type === "text-start" || part.type === "text-delta" || part.type === "text-end")
        write("text", part);
      else if (isThought(part)) write("reasoning", part);
    },
  };
}

interface TurnPart {
  type: string;
  /** Used again by a later part of the same call. */
  id: string;
  delta?: string;
  providerMetadata?: WrittenPart["providerOptions"];
}

type Thought = Extract<CallPart, { type: "reasoning-start" | "reasoning-delta" | "reasoning-end" }>;

function isThought(part: CallPart): part is Thought {
  return part.type === "reasoning-start" || part.type === "reasoning-delta" || part.type === "reasoning-end";
}
