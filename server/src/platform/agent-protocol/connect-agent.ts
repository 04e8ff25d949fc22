import { Readable, Writable } from "node:stream";

import * as acp from "@agentclientprotocol/sdk";
import { AppError } from "@cairn/contract/errors";

import { type AgentEvent, readUpdate, toTitle } from "./agent-event.ts";

/** A program that the agent starts and speaks the Model Context Protocol with. */
interface AgentToolServer {
  name: string;
  /** Program first. */
  command: readonly [string, ...string[]];
}

interface AgentConnectionOptions {
  stdin: Writable;
  stdout: Readable;
  onEvent: (event: AgentEvent) => void;
  /** It asked whether it may do this, and was told that it may. */
  onAsked: (what: string) => void;
}

export interface AgentSession {
  /** Its name in this agent's own records. */
  sessionId: string;
  /** Works on the text until its turn is over. Answers why it ended it. Rejects when the agent is gone. */
  prompt(text: string): Promise<acp.StopReason>;
}

interface ConnectedAgent {
  openSession(wanted: SessionOptions): Promise<AgentSession>;
  /**
   * Opens a session of a former process of it again; null where it cannot. What was said there before is told once more by it,
   * and not passed on.
   */
  loadSession(wanted: SessionOptions & { sessionId: string }): Promise<AgentSession | null>;
  close(): void;
}

interface SessionOptions {
  folder: string;
  tools: readonly AgentToolServer[];
  /** How it signs in where it wants to; null: it does not. */
  signInBy: string | null;
}

/** One line of the protocol; whoever sends more has gone mad. */
const maxMessageBytes = 16_000_000;

/**
 * Speaks the Agent Client Protocol with a program. It is offered no files and no terminal of ours: it works behind walls, with
 * those it has there, and may do there what it likes.
 */
export async function connectAgent(options: AgentConnectionOptions): Promise<ConnectedAgent> {
  const client = acp.client({ name: "cairn" }).onRequest(acp.methods.client.session.requestPermission, ({ params }) => {
    options.onAsked(toTitle(params.toolCall.title));
    return { outcome: allow(params.options) };
  });
  const replay = { isOn: false };
  const onEvent = (event: AgentEvent) => options.onEvent(replay.isOn ? { type: "other" } : event);
  const connection = client.connect(openStream({ ...options, onEvent }));
  // Whoever waits for an answer gets the reason.
  connection.closed.catch(() => undefined);
  const { agent } = connection;
  const { methods } = acp;
  const { protocolVersion, agentCapabilities } = await agent.request(methods.agent.initialize, {
    protocolVersion: acp.PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: "cairn", version: "0.1.0" },
  });
  if (protocolVersion !== acp.PROTOCOL_VERSION) {
    const message = `It speaks version ${protocolVersion} of the Agent Client Protocol; this server speaks ${acp.PROTOCOL_VERSION}.`;
    throw new AppError("unprocessable", { message });
  }
  const prepare = async ({ folder, tools, signInBy }: SessionOptions) => {
    if (signInBy !== null) await agent.request(methods.agent.authenticate, { methodId: signInBy });
    const mcpServers = tools.map(({ name, command: [command, ...args] }) => ({ name, command, args, env: [] }));
    return { cwd: folder, mcpServers };
  };
  const inSession = (sessionId: string): AgentSession => ({
    sessionId,
    async prompt(text) {
      const asked = { sessionId, prompt: [{ type: "text" as const, text }] };
      return (await agent.request<acp.PromptResponse>(methods.agent.session.prompt, asked)).stopReason;
    },
  });
  return {
    async openSession(wanted) {
      const opened = await agent.request<acp.NewSessionResponse>(methods.agent.session.new, await prepare(wanted));
      return inSession(opened.sessionId);
    },
    async loadSession({ sessionId, ...wanted }) {
      if (agentCapabilities?.loadSession !== true) return null;
      const prepared = await prepare(wanted);
      replay.isOn = true;
      try {
        await agent.request(methods.agent.session.load, { ...prepared, sessionId });
        return inSession(sessionId);
      } catch {
        // Whether it forgot the session or is gone: the next request tells.
        return null;
      } finally {
        replay.isOn = false;
      }
    },
    close: () => connection.close(),
  };
}

/** Everything that it may reach it may change: the walls decide, and no question of an agent moves them. */
function allow(options: readonly acp.PermissionOption[]): acp.RequestPermissionOutcome {
  const kinds: readonly acp.PermissionOptionKind[] = ["allow_always", "allow_once"];
  const chosen = kinds.flatMap((kind) => options.find((option) => option.kind === kind) ?? [])[0];
  return chosen === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: chosen.optionId };
}

/**
 * The library tells standard error of whatever it cannot read, and agents of all ages send what it does not know. So updates are read
 * here, and of the rest it gets only requests and the answers that it waits for.
 */
function openStream({ stdin, stdout, onEvent }: AgentConnectionOptions): acp.Stream {
  const output = Writable.toWeb(stdin) as WritableStream<Uint8Array>;
  const input = Readable.toWeb(stdout) as unknown as ReadableStream<Uint8Array>;
  const stream = acp.ndJsonStream(output, input, { maxMessageBytes });
  const asked = new Set<unknown>();
  const isForLibrary = (message: object) => {
    if (!("id" in message)) return false;
    if ("method" in message) return typeof message.method === "string";
    return asked.delete(message.id) && ("result" in message || "error" in message);
  };
  const incoming = new TransformStream<acp.AnyMessage, acp.AnyMessage>({
    transform(message, controller) {
      const isUpdate = "method" in message && message.method === acp.methods.client.session.update;
      if (isUpdate) onEvent(readUpdate(message.params));
      else if (isForLibrary(message)) controller.enqueue(message);
    },
  });
  const outgoing = new TransformStream<acp.AnyMessage, acp.AnyMessage>({
    transform(message, controller) {
      if ("method" in message && "id" in message) asked.add(message.id);
      controller.enqueue(message);
    },
  });
  // Whoever waits learns of a broken pipe by the end of the process.
  outgoing.readable.pipeTo(stream.writable).catch(() => undefined);
  return { readable: stream.readable.pipeThrough(incoming), writable: outgoing.writable };
}
