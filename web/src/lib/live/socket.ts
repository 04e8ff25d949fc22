import type { Socket } from "socket.io-client";

import { currentAccessToken } from "#web/lib/auth/session.ts";
import { runtimeConfig } from "#web/lib/config/runtime-config.ts";

const connectTimeoutMs = 10_000;

/**
 * Connects to a namespace of the server as the signed-in user. There is no automatic reconnect: the caller knows what
 * was missed and how to load it again. `auth` goes to the namespace beside the token.
 */
export async function openSocket(namespace: string, auth: Record<string, unknown> = {}): Promise<Socket> {
  const [{ io }, token] = await Promise.all([import("socket.io-client"), currentAccessToken()]);
  return io(runtimeConfig().apiHost + namespace, {
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    timeout: connectTimeoutMs,
    auth: { ...auth, token },
  });
}
