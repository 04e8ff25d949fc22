import { connect, createServer, type AddressInfo } from "node:net";

export interface HeldLine {
  /** Where clients connect. */
  port: number;
  close(): void;
}

/**
 * A line to the server at `port` of which each connection carries so many bytes there and loses all that follow, as if
 * they were still under way. What the server says passes.
 */
export async function openHeldLine(port: number, bytesPassed: number): Promise<HeldLine> {
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    let left = bytesPassed;
    client.on("data", (chunk) => {
      const passed = chunk.subarray(0, left);
      left -= passed.length;
      if (passed.length > 0) upstream.write(passed);
    });
    upstream.pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on("error", () => undefined);
      one.on("close", () => other.destroy());
    }
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
