import { readdir, readFile } from "node:fs/promises";
import { connect, type AddressInfo, type Socket } from "node:net";
import path from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import { demoFile } from "#server/domain/demo/demo-file.ts";
import { serviceRoutes } from "#server/domain/services/services.routes.ts";
import { createApp } from "#server/http/app/create-app.ts";
import { listen, type Listening } from "#server/http/listen.ts";
import { createTestWorld, makeProject, type TestWorld } from "#server/testing/test-ctx.ts";

type Project = Awaited<ReturnType<typeof makeProject>>;

let world: TestWorld;
let listening: Listening;
let bundle: Buffer;

beforeAll(async () => {
  world = await createTestWorld();
  bundle = await readFile(demoFile("quay-signs.bundle"));
  const app = createApp({
    services: world.ctx,
    routes: serviceRoutes,
    authenticate: async (authorization) => {
      const userId = authorization?.replace(/^Bearer /, "");
      return userId ? { userId, grantId: "grant" } : null;
    },
    mounts: [],
    webDirectory: null,
    checkReadiness: async () => ({}),
  });
  listening = await listen({ host: "127.0.0.1", port: 0, app, oidc: null });
});
afterAll(async () => {
  await listening.close();
  await world.close();
});

const port = () => (listening.server.address() as AddressInfo).port;
const addressOf = ({ organizationId, projectId }: Project) =>
  `/v1/organizations/${organizationId}/projects/${projectId}/services/bundle`;

/** A sender whose first bytes have gone out and who sends no more. */
async function stall(at: Project): Promise<Socket> {
  const head = '--cut\r\ncontent-disposition: form-data; name="files"; filename="slow.bundle"\r\n\r\n';
  const lines = [
    `POST ${addressOf(at)} HTTP/1.1`,
    "host: localhost",
    `authorization: Bearer ${at.owner.userId}`,
    "content-type: multipart/form-data; boundary=cut",
    "content-length: 400000",
  ];
  const socket = connect(port(), "127.0.0.1");
  const sent = Promise.withResolvers<void>();
  socket.on("error", sent.reject);
  socket.write(`${lines.join("\r\n")}\r\n\r\n${head}`);
  socket.write(bundle.subarray(0, 4_000), () => sent.resolve());
  await sent.promise;
  return socket;
}

async function send(at: Project) {
  const form = new FormData();
  form.append("files", new Blob([new Uint8Array(bundle)]), "Quay Signs.bundle");
  const response = await fetch(`http://127.0.0.1:${port()}${addressOf(at)}`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${at.owner.userId}` },
  });
  return { status: response.status, body: (await response.json()) as { name?: string; message?: string } };
}

const listArriving = () => readdir(path.join(world.dataDirectory, "bundles")).catch(() => []);

it("reads a bundle that has arrived while others' arrive slowly, however many they are", async () => {
  const slow = await Promise.all([1, 2, 3].map(() => makeProject(world)));
  const sockets = await Promise.all(slow.map(stall));
  await expect.poll(listArriving).toHaveLength(3);
  const sent = await send(await makeProject(world));
  expect(sent).toMatchObject({ status: 200, body: { name: "Quay Signs" } });
  // The slow ones are still on their way; each of them alone is told so.
  expect(await listArriving()).toHaveLength(3);
  const [own] = slow;
  if (own) expect((await send(own)).body.message).toContain("of yours is on its way");
  for (const socket of sockets) socket.destroy();
  await expect.poll(listArriving).toEqual([]);
  if (own) expect((await send(own)).status).toBe(200);
});
