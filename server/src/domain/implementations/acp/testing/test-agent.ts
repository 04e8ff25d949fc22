/**
 * A coding agent for tests. It runs behind walls, speaks the Agent Client Protocol through the library's own agent side, and does
 * what the model answers: a list of actions as JSON. `stall` never answers; `--no-load` opens no session again, and
 * `--lost-sessions` says so only when it is asked.
 */
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";

import * as acp from "@agentclientprotocol/sdk";

import type { AgentAction } from "./agent-action.ts";

const options = process.argv.slice(2);
const memory = path.join(process.env["HOME"] ?? "", "session");
let cancelled = false;
let tools: acp.McpServer[] = [];
let calls = 0;

const app = acp
  .agent({ name: "test-agent" })
  .onRequest(acp.methods.agent.initialize, async () => {
    if (options.includes("stall")) await new Promise(() => undefined);
    return {
      protocolVersion: acp.PROTOCOL_VERSION,
      agentCapabilities: { loadSession: !options.includes("--no-load") },
    };
  })
  .onRequest(acp.methods.agent.session.new, async ({ params }) => {
    tools = params.mcpServers;
    await writeFile(memory, "begun");
    return { sessionId: "session-1" };
  })
  .onRequest(acp.methods.agent.session.load, async ({ params, client }) => {
    if (options.includes("--lost-sessions")) throw acp.RequestError.invalidParams({ sessionId: params.sessionId });
    tools = params.mcpServers;
    // As the protocol has it, all that was said is told once more.
    await client.notify(acp.methods.client.session.update, {
      sessionId: params.sessionId,
      update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "As I said before." } },
    });
    await writeFile(memory, `loaded ${params.sessionId}`);
    return {};
  })
  .onRequest(acp.methods.agent.session.prompt, async ({ params, client }) => {
    const text = params.prompt.map((part) => (part.type === "text" ? part.text : "")).join("");
    const { sessionId } = params;
    const tell = (update: acp.SessionUpdate) => client.notify(acp.methods.client.session.update, { sessionId, update });
    const say = (words: string) =>
      tell({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: words } });
    for (const action of await askModel(`${text}\n\nSession: ${await readFile(memory, "utf8").catch(() => "none")}`)) {
      const stop = await act(action, { client, sessionId, tell, say });
      if (stop !== null) return { stopReason: stop };
    }
    return { stopReason: cancelled ? "cancelled" : "end_turn" };
  })
  .onNotification(acp.methods.agent.session.cancel, () => void (cancelled = true));
const connection = app.connect(
  acp.ndJsonStream(
    Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
    Readable.toWeb(process.stdin) as unknown as ReadableStream<Uint8Array>,
  ),
);
await connection.closed;
process.exit(0);

interface Doing {
  client: acp.AgentContext;
  sessionId: string;
  tell: (update: acp.SessionUpdate) => Promise<void>;
  say: (words: string) => Promise<void>;
}

/** Answers why the turn ends; null where it goes on. */
async function act(action: AgentAction, doing: Doing): Promise<acp.StopReason | null> {
  const { tell, say } = doing;
  switch (action.do) {
    case "say":
      await say(action.text);
      return null;
    case "plan":
      await tell({
        sessionUpdate: "plan",
        entries: action.entries.map((content) => ({ content, priority: "medium", status: "pending" })),
      });
      return null;
    case "write":
      await mkdir(path.dirname(path.resolve("/work", action.path)), { recursive: true }).catch(() => undefined);
      await writeFile(path.resolve("/work", action.path), action.text).catch((error: Error) => say(error.message));
      return null;
    case "run":
      await useTool(action.command, doing, () => runCommand(action.command));
      return null;
    case "use":
      await useTool(action.tool, doing, () => callTool(action.tool, action.input));
      return null;
    case "ask":
    case "request":
      await askClient(action, doing);
      return null;
    case "call": {
      const answers = await Promise.all(Array.from({ length: action.times }, () => callModel("once more")));
      await say(`Calls: ${answers.map(({ status }) => status).join(" ")}`);
      return null;
    }
    case "flood":
      for (let at = 0; at < action.lines; at += 1) process.stdout.write(`${action.text}\n`);
      return null;
    case "begin-tool":
      await tell({ sessionUpdate: "tool_call", toolCallId: "endless", title: action.title, status: "in_progress" });
      return null;
    case "stall":
      await new Promise(() => undefined);
      return null;
    case "exit":
      // Dies once, as by accident.
      if (existsSync(path.join(process.env["HOME"] ?? "", "died"))) return null;
      await writeFile(path.join(process.env["HOME"] ?? "", "died"), "");
      process.stderr.write("segmentation fault\n");
      process.exit(action.code);
      return null;
    case "end":
      return action.reason;
  }
}

async function askClient(
  action: Extract<AgentAction, { do: "ask" | "request" }>,
  { client, sessionId, say }: Doing,
): Promise<void> {
  if (action.do === "ask") {
    const toolCall = { toolCallId: "ask", title: action.title };
    const asked = { sessionId, toolCall, options: action.options };
    const answer = await client.request(acp.methods.client.session.requestPermission, asked);
    return say(`Answer: ${JSON.stringify(answer)}`);
  }
  await client.request(action.method, action.params).then(
    (answer) => say(`Given: ${JSON.stringify(answer)}`),
    (error: Error) => say(`Refused: ${error.message}`),
  );
}

async function useTool(title: string, { tell, say }: Doing, work: () => Promise<string>): Promise<void> {
  calls += 1;
  const toolCallId = `tool-${calls}`;
  await tell({ sessionUpdate: "tool_call", toolCallId, title, status: "in_progress", kind: "execute" });
  const result = await work();
  await tell({ sessionUpdate: "tool_call_update", toolCallId, status: "completed" });
  await say(result);
}

function runCommand(command: string): Promise<string> {
  return new Promise((resolve) => {
    execFile("/bin/sh", ["-c", command], { cwd: "/work", maxBuffer: 10_000_000 }, (_error, stdout, stderr) =>
      resolve(`${stdout}${stderr}`),
    );
  });
}

async function callModel(prompt: string): Promise<Response> {
  return await fetch(`${process.env["OPENAI_BASE_URL"]}/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${process.env["OPENAI_API_KEY"]}`, "content-type": "application/json" },
    body: JSON.stringify({
      model: process.env["MODEL_NAME"],
      stream: true,
      messages: [{ role: "user", content: prompt }],
    }),
  });
}

async function askModel(prompt: string): Promise<AgentAction[]> {
  const response = await callModel(prompt);
  const text = await response.text();
  if (!response.ok) return [{ do: "say", text: `The model said ${response.status}: ${text}` }];
  const pieces = text
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice("data: ".length)) as { choices?: { delta?: { content?: string } }[] })
    .map(({ choices }) => choices?.[0]?.delta?.content ?? "");
  return JSON.parse(pieces.join("")) as AgentAction[];
}

/** Speaks with the first tool server that it was given, as the Model Context Protocol has it. */
async function callTool(name: string, input: Record<string, unknown>): Promise<string> {
  const [given] = tools;
  if (given === undefined || !("command" in given)) return "no tools";
  const server = spawn(given.command, given.args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "test-agent", version: "1" };
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  await lines.next();
  send({ method: "notifications/initialized" });
  send(
    name === "list"
      ? { id: 2, method: "tools/list" }
      : { id: 2, method: "tools/call", params: { name, arguments: input } },
  );
  const answer = await lines.next();
  server.kill();
  return String(answer.value);
}
