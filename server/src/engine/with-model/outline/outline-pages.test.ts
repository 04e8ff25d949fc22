import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { board } from "#server/engine/pages/testing/board.ts";
import { indexFiles, type IndexedFiles } from "#server/engine/pages/testing/index-files.ts";
import type { PageSubject } from "#server/engine/sections/section-template.ts";
import { connectModel } from "#server/platform/models/connect-model.ts";
import type { ModelPort } from "#server/platform/models/model-port.ts";
import { Secret } from "#server/platform/secrets/secret.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";
import { startModelServer, type ModelServer } from "#server/testing/fakes/model-server.ts";

import { outlinePages } from "./outline-pages.ts";

let server: ModelServer;
let model: ModelPort;
let repository: IndexedFiles;
let subject: PageSubject;
const signal = new AbortController().signal;

beforeAll(async () => {
  server = await startModelServer();
  const { models } = parseSettings({ MODEL_PROVIDER: "openai-compatible", MODEL_NAME: "fake", MODEL_BASE_URL: server.baseUrl }); // prettier-ignore
  const deadlines = { connectTimeoutMs: 2_000, idleTimeoutMs: 2_000 };
  const connected = connectModel({ ...models, ...deadlines, apiKey: new Secret("sk-canary") });
  if (!connected) throw new Error("no model");
  model = connected;
  repository = await indexFiles("board", board);
  subject = { name: "Board", scopes: [openScope(repository, "/")], service: null, services: [] };
});
afterAll(async () => {
  await repository.remove();
  await server.close();
});
beforeEach(() => {
  server.requests.length = 0;
});

const page = (title: string, question = "How is a delay announced to passengers?") => ({
  title,
  question,
  sections: [{ title: "What happens", prompt: "Follow a report of a delay to what passengers are told." }],
});

async function outline(...replies: (string | { pages: unknown[] })[]) {
  const texts = replies.map((reply) => (typeof reply === "string" ? reply : JSON.stringify(reply)));
  server.script(texts.map((text) => ({ kind: "text", pieces: [text] })));
  const missing = [{ title: "Sign-in and permissions", question: "How are requests authenticated?" }];
  const known = { titles: ["System overview", "Data"], missing, flows: ["How reporting a delay works"] };
  return await outlinePages(subject, known, { model, signal });
}

it("is asked for with the tree, the README, documents and names of facts, and what is there already", async () => {
  await outline({ pages: [page("Delays"), page("Reports")] });
  const turn = String(server.requests[0]?.body.messages[1]?.content);
  expect(turn).toMatch(/Board shows passengers.*docs\/decisions\/0001.*POST \/sailings.*reports.*PORT/s);
  expect(turn).toMatch(/How reporting a delay works.*there already: System overview; Data\.\n\n/s);
  expect(turn).toMatch(
    /will not be unless you plan them:\n- Sign-in and permissions: How are requests authenticated\?$/,
  );
  expect(turn).not.toMatch(/s3cretpw|abcdefgh/);
  expect(turn.length).toBeLessThan(16_000);
});

it("keeps pages of the right shape, each once, about what the code has", async () => {
  const proposed = [page("Delays"), page("delays!"), page("Data"), page("Zebra herding", "Quagga okapi gnu?"), { title: "x" }, page("Reports <b>")];
  const pages = await outline({ pages: proposed });
  expect(pages?.map(({ title }) => title)).toEqual(["Delays", "Reports b"]);
}); // prettier-ignore

it("holds usual pages that are missing beside the others, under their own titles", async () => {
  const names = ["Delays", "Reports", "Sailings", "Tokens", "Crews", "Limits", "Ports", "Notes", "Health"];
  const pages = await outline({ pages: [...names.map((name) => page(name)), page("sign-in and Permissions")] });
  expect(pages?.map(({ title }) => title)).toEqual([...names.slice(0, 8), "Sign-in and permissions"]);
});

it("keeps addresses as they are where they are asked for, and no markup in headings", async () => {
  const [first] = (await outline({ pages: [{ ...page("Delays <b>"), question: "How is `POST /sailings/<id>/delay` announced [1]?" }, page("Reports")] })) ?? [];
  expect(first).toMatchObject({ title: "Delays b", question: "How is `POST /sailings/<id>/delay` announced [1]?" });
}); // prettier-ignore

it("is asked for once more, then the built-in plan has to do", async () => {
  expect(await outline("Gladly!", { pages: [page("Delays"), page("Reports")] })).toHaveLength(2);
  expect(JSON.stringify(server.requests[1]?.body.messages.at(-1))).toContain("no JSON of the wanted shape");
  server.requests.length = 0;
  expect(await outline({ pages: [page("Delays")] }, "Sorry.")).toBeNull();
  expect(server.requests).toHaveLength(2);
});
