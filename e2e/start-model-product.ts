import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import type { DemoState } from "../server/src/main/seed/demo-account.ts";
import { seedFirstStart } from "../server/src/main/seed/seed-first-start.ts";
import { startCairn } from "../server/src/main/start/start-cairn.ts";
import { startModelServer, type ModelReply, type ModelRequestSeen } from "../server/src/testing/fakes/model-server.ts";
import { findFreePort } from "../server/src/testing/find-free-port.ts";

export interface ModelProduct {
  address: string;
  account: DemoState;
  stop(): Promise<void>;
}

/** The product with one repository on a data directory of its own, answering with a model that does as it is asked. */
export async function startModelProduct(parts: {
  repositoryPath: string;
  webDirectory: string;
}): Promise<ModelProduct> {
  const { repositoryPath, webDirectory } = parts;
  const directory = await mkdtemp(path.join(os.tmpdir(), "cairn-model-stories-"));
  const model = await startModelServer();
  model.script(replyTo);
  model.describe({ "/v1/models": { data: [{ id: "quay-model", max_model_len: 65_536 }] } });
  const running = await startCairn({
    env: {
      DATA_DIR: directory,
      PORT: String(await findFreePort()),
      SSH_PORT: "0",
      LOG_LEVEL: "error",
      RATE_LIMITS: "off",
      MODEL_PROVIDER: "openai-compatible",
      MODEL_NAME: "quay-model",
      MODEL_BASE_URL: model.baseUrl,
      // First pages are no part of these stories.
      DOCS_MAX_TOKENS: "1",
    },
    webDirectory,
    parts: { server: true, worker: true },
  });
  const account = await seedFirstStart(running, { hasDemo: false, repositoryPath });
  if (!account) throw new Error("The repository was not imported");
  return {
    address: running.address,
    account,
    async stop() {
      await running.stop();
      await model.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

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
  const said = JSON.stringify(body.messages.at(-1)?.content ?? "");
  const isWrappedUp = JSON.stringify(body.messages[0]?.content ?? "").includes("suggestions");
  if (isWrappedUp) {
    const suggestions = ["Which signs are printed at night?"];
    return { kind: "text", pieces: [JSON.stringify({ title: "Signs and tides", suggestions })] };
  }
  if (said.includes("turning tides")) return { kind: "drip", pieces: sentences, pauseMs: 60 };
  if (said.includes("overloaded")) {
    overloads += 1;
    // Each question is tried twice before a person hears of it.
    if (overloads <= 2) return { kind: "raw", status: 503, contentType: "application/json", body: "{}" };
    return { kind: "text", pieces: ["It works again."] };
  }
  // The answer to what was asked back repeats the question.
  if (said.includes("Painted")) return { kind: "text", pieces: ["Painted signs hang ", "on the north quay."] };
  if (said.includes("ask me back")) {
    const questions = [{ text: "Which signs?", options: ["Printed", "Painted"], several: false }];
    return {
      kind: "tool-calls",
      calls: [{ id: "1", name: "ask_questions", arguments: JSON.stringify({ questions }) }],
    };
  }
  return { kind: "text", pieces: ["A sign ", "is **printed** [1]."] };
}
