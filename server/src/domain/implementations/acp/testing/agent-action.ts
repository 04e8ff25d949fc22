import type { PermissionOption, StopReason } from "@agentclientprotocol/sdk";

/** What the test agent does next. */
export type AgentAction =
  | { do: "say"; text: string }
  | { do: "plan"; entries: string[] }
  | { do: "write"; path: string; text: string }
  /** A line for the shell; what it writes is said. */
  | { do: "run"; command: string }
  /** A tool of the server; `list` names them. */
  | { do: "use"; tool: string; input: Record<string, unknown> }
  | { do: "ask"; title: string; options: PermissionOption[] }
  /** Anything else of the protocol. */
  | { do: "request"; method: string; params: object }
  /** Calls the model so often at once. */
  | { do: "call"; times: number }
  | { do: "flood"; lines: number; text: string }
  | { do: "begin-tool"; title: string }
  | { do: "stall" }
  | { do: "exit"; code: number }
  | { do: "end"; reason: StopReason };
