/**
 * The product with one repository (STORY_REPOSITORY), answering with a scripted model. Sends its facts
 * once it runs.
 */
import { seedFirstStart } from "../server/src/main/seed/seed-first-start.ts";
import { startCairn, stopOnSignals } from "../server/src/main/start/start-cairn.ts";
import { startModelServer, type ModelReply, type ModelRequestSeen } from "../server/src/testing/fakes/model-server.ts";
import { webDirectory } from "./web-directory.ts";

/** Two minutes of them, so that an answer is still being written whenever its reader comes back. */
const sentences = Array.from({ length: 2_000 }, (_, at) => `The tide turned ${at + 1} times. `);
let overloads = 0;

/** What the model says follows from the newest question. */
function replyTo({ body }: ModelRequestSeen): ModelReply {
  const sent = JSON.stringify(body);
  // What the server looks for first: that it uses tools and gives JSON.
  if (sent.includes("note_word")) {
    return { kind: "tool-calls", calls: [{ id: "1", name: "note_word", arguments: '{"word":"pier"}' }] };
  }
  if (sent.includes("Answer with this JSON object"))
    return { kind: "text", pieces: ['{"word": "pier", "letters": 4}'] };
  const output = JSON.stringify(body.messages.at(-1)?.content ?? "");
  const isWrappedUp = JSON.stringify(body.messages[0]?.content ?? "").includes("suggestions");
  if (isWrappedUp) {
    const suggestions = ["Which signs are printed at night?"];
    return { kind: "text", pieces: [JSON.stringify({ title: "Signs and tides", suggestions })] };
  }
  if (output.includes("turning tides")) return { kind: "drip", pieces: sentences, pauseMs: 60 };
  if (output.includes("overloaded")) {
    overloads += 1;
    // Each question is tried twice before a person hears of it.
    if (overloads <= 2) return { kind: "raw", status: 503, contentType: "application/json", body: "{}" };
    return { kind: "text", pieces: ["It works again."] };
  }
  // The answer to a clarifying question repeats the question.
  if (output.includes("Painted")) return { kind: "text", pieces: ["Painted signs hang ", "on the north quay."] };
  if (output.includes("ask me back")) {
    const questions = [{ text: "Which signs?", options: ["Printed", "Painted"], several: false }];
    return {
      kind: "tool-calls",
      calls: [{ id: "1", name: "ask_questions", arguments: JSON.stringify({ questions }) }],
    };
  }
  // Only what was read can be cited.
  if (output.includes("What is a sign?")) {
    return { kind: "tool-calls", calls: [{ id: "1", name: "read_file", arguments: '{"path":"README.md"}' }] };
  }
  return { kind: "text", pieces: ["A sign ", "is **printed** [1]."] };
}

const model = await startModelServer();
model.script(replyTo);
model.describe({ "/v1/models": { data: [{ id: "quay-model", max_model_len: 65_536 }] } });
const running = await startCairn({
  env: {
    ...process.env,
    MODEL_PROVIDER: "openai-compatible",
    MODEL_NAME: "quay-model",
    MODEL_BASE_URL: model.baseUrl,
    // First pages are no part of these stories.
    DOCS_MAX_TOKENS: "1",
  },
  webDirectory,
  parts: { server: true, worker: true },
});
stopOnSignals(running);
// Whoever started this may be killed before it can stop it.
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
const account = await seedFirstStart(running, { hasDemo: false, repositoryPath: process.env.STORY_REPOSITORY ?? null });
if (!account) throw new Error("The repository was not imported");
process.send?.({ address: running.address, email: account.email, password: account.password });
