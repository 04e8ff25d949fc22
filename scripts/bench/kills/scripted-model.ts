import type { AgentAction } from "../../../server/src/domain/implementations/acp/testing/agent-action.ts";
import { byRound, callTools } from "../../../server/src/domain/implementations/testing/agent-world.ts";
import {
  type ModelRequestSeen,
  type ModelServer,
  startModelServer,
} from "../../../server/src/testing/fakes/model-server.ts";

/** Long enough to be killed in. */
const thinkMs = 150;

/** What the server's own agent is told to do, reply by reply. */
const replies = [
  callTools(["read_file", { path: "src/tides.ts" }], ["search_text", { pattern: "low" }]),
  callTools(["edit_file", { path: "src/tides.ts", old_text: "low = 2", new_text: "low = 0.4" }]),
  callTools(["run", { name: "test" }]),
  callTools(["create_file", { path: "docs/tides.md", content: "# Tides\n\nLow tide is 0.4.\n" }]),
  callTools(["finish", { summary: "Low tide is 0.4, and the documents say so." }]),
];
/** Entries of a transcript with all of these: the task, each reply, and the result of each call. */
export const agentTurns = 12;

/** What the coding agent's program is told to do, whether it begins or goes on. */
const actions: readonly AgentAction[] = [
  { do: "say", text: "I read the tides." },
  { do: "run", command: "sleep 0.3; cat src/tides.ts" },
  { do: "write", path: "docs/tides.md", text: "Low tide is 0.4.\n" },
  { do: "run", command: "sleep 0.3; sed -i 's/low = 2/low = 0.4/' src/tides.ts; cat src/tides.ts" },
  { do: "say", text: "Done." },
];

/** A model that works on every run, of both kinds of agents, and remembers nothing of the calls before. */
export async function startScriptedModel(): Promise<ModelServer> {
  const model = await startModelServer();
  const next = byRound(replies.map((reply) => ({ ...reply, pauseMs: thinkMs })));
  const pieces = [JSON.stringify(actions)];
  model.script((request) => {
    if (isOfAgent(request)) return next(request);
    if (isOfCodingAgent(request)) return { kind: "drip", pieces, pauseMs: thinkMs };
    return { kind: "text", pieces: ["Hello"] };
  });
  return model;
}

/** Whether the server's own agent asks: it alone has a tool that ends its work. */
export function isOfAgent({ body }: ModelRequestSeen): boolean {
  return JSON.stringify(body.tools ?? []).includes('"finish"');
}

/** Whether the program of a coding agent asks, which says at which session it is. */
export function isOfCodingAgent({ body }: ModelRequestSeen): boolean {
  return JSON.stringify(body.messages).includes("Session: ");
}
