import { io, type Socket } from "socket.io-client";

/** A page of a product that is connected and has heard where the log of changes stands. */
export async function openProjectSocket(page: {
  address: string;
  projectId: string;
  accessToken: string | null;
}): Promise<Socket> {
  const { address, projectId, accessToken } = page;
  const options = { transports: ["websocket"], auth: { token: accessToken }, forceNew: true };
  const socket = io(`${address}/v1/projects/${projectId}`, options);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once("reload", () => resolve());
  socket.once("connect_error", reject);
  await promise;
  return socket;
}
