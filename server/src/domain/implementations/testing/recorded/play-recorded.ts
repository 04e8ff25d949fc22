/**
 * A coding agent as it was recorded: `node play-recorded.ts TAPE`. The tape (`opencode.json`) holds what OpenCode 1.18.33 wrote as
 * `opencode acp` behind the walls, word by word but for long outputs, repeated states and what only its own screens read. Its
 * calls of the model are made again, with whatever the vendor answers, and its edits are done as its own messages tell them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

interface Tape {
  initialize: object;
  session: { sessionId: string };
  /** One call of the model, and what was told after it. */
  turns: { updates: Update[] }[];
}

interface Update {
  status?: string;
  content?: unknown;
}

interface Diff {
  type: "diff";
  path: string;
  oldText: string;
  newText: string;
}

const tape = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Tape;
const send = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

for await (const line of createInterface(process.stdin)) {
  const { id, method } = JSON.parse(line) as { id?: number; method?: string };
  if (id === undefined) continue;
  if (method === "session/prompt") await play();
  const { initialize, session } = tape;
  const results: Record<string, object> = { initialize, "session/new": session };
  send({ id, result: results[method ?? ""] ?? { stopReason: "end_turn" } });
}

async function play(): Promise<void> {
  const { sessionId } = tape.session;
  for (const { updates } of tape.turns) {
    await callModel();
    for (const update of updates) {
      if (update.status === "completed") for (const diff of listDiffs(update.content)) edit(diff);
      send({ method: "session/update", params: { sessionId, update } });
    }
  }
}

function listDiffs(content: unknown): Diff[] {
  return Array.isArray(content) ? (content as Diff[]).filter(({ type }) => type === "diff") : [];
}

function edit({ path, oldText, newText }: Diff): void {
  const before = readFileSync(path, "utf8");
  if (!before.includes(oldText)) throw new Error(`${path} has no ${oldText}`);
  writeFileSync(
    path,
    before.replace(oldText, () => newText),
  );
}

async function callModel(): Promise<void> {
  const response = await fetch(`${process.env["OPENAI_BASE_URL"]}/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${process.env["OPENAI_API_KEY"]}`, "content-type": "application/json" },
    body: JSON.stringify({
      model: process.env["MODEL_NAME"],
      stream: true,
      messages: [{ role: "user", content: "As recorded." }],
    }),
  });
  await response.text();
}
