import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port nobody listens on at this moment. It lies below those that systems give to outgoing connections, so that none
 * of these takes it before it is listened on, or between two starts.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = once(server, "listening").then(
      () => true,
      () => false,
    );
    server.listen(port, "127.0.0.1");
    if (!(await isFree)) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
