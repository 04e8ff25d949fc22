/** What an agent tells of its work. All texts are its own: data, and never the truth about the change. */
export type AgentEvent =
  | { type: "said"; text: string }
  | { type: "thought" }
  /** A tool that it begins, or that goes on. */
  | { type: "tool"; id: string; title: string; state: "running" | "done" | "failed" }
  | { type: "plan"; entries: readonly { text: string; state: string }[] }
  /** It is alive, and nothing for people to read. */
  | { type: "other" };

const maxTextCharacters = 100_000;
const maxTitleCharacters = 300;
const maxPlanEntries = 50;

/** Reads an update of a session as agents of any version send it; what is not understood is `other`. */
export function readUpdate(params: unknown): AgentEvent {
  const update = toObject(toObject(params)["update"]);
  switch (update["sessionUpdate"]) {
    case "agent_message_chunk":
      return readSaid(toObject(update["content"]));
    case "agent_thought_chunk":
      return { type: "thought" };
    case "tool_call":
    case "tool_call_update":
      return readTool(update);
    case "plan":
      return { type: "plan", entries: readPlan(update["entries"]) };
    default:
      return { type: "other" };
  }
}

function readSaid({ type, text }: Record<string, unknown>): AgentEvent {
  if (type !== "text" || typeof text !== "string") return { type: "other" };
  return { type: "said", text: text.slice(0, maxTextCharacters) };
}

function readTool({ toolCallId: id, title, status }: Record<string, unknown>): AgentEvent {
  if (typeof id !== "string" || id.length > maxTitleCharacters) return { type: "other" };
  const state = status === "completed" ? "done" : status === "failed" ? "failed" : "running";
  return { type: "tool", id, title: toTitle(title), state };
}

function readPlan(entries: unknown): { text: string; state: string }[] {
  if (!Array.isArray(entries)) return [];
  return entries.slice(0, maxPlanEntries).map((entry) => {
    const { content, status } = toObject(entry);
    return { text: toTitle(content), state: typeof status === "string" ? status : "pending" };
  });
}

/** One line of it; empty where it is no text. */
export function toTitle(text: unknown): string {
  return typeof text === "string" ? text.replaceAll(/\s+/g, " ").trim().slice(0, maxTitleCharacters) : "";
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
