import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";

import { AppError } from "@cairn/contract/errors";

const maxHeadBytes = 16 * 1024;
/** Those of git's own headers that are passed on. */
const passedHeaders = new Set(["content-type", "cache-control", "expires", "pragma"]);

/**
 * Copies an answer in the form of CGI (headers, an empty line, the body) to a client, as fast as it takes it, and
 * leaves the answer open. Leaves the output alone when the client goes away. Throws `unavailable` when there is no
 * whole head.
 */
export async function relayAnswer(output: Readable, response: ServerResponse): Promise<void> {
  const { status, headers } = parseHead(await readHead(output));
  for (const [name, value] of headers) response.setHeader(name, value);
  response.writeHead(status);
  output.pipe(response, { end: false });
  await finished(output, { writable: false });
}

/** Leaves everything after the empty line to be read. */
function readHead(output: Readable): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let bytes = Buffer.alloc(0);
  const stop = () => void output.off("readable", check).off("end", fail).off("close", fail);
  const fail = () => {
    stop();
    reject(new AppError("unavailable", { message: "Git gave no answer. Please try again." }));
  };
  const check = () => {
    for (let chunk = readChunk(output); chunk !== null; chunk = readChunk(output)) {
      bytes = Buffer.concat([bytes, chunk]);
      const end = bytes.indexOf("\r\n\r\n");
      if (end === -1 && bytes.length > maxHeadBytes) return fail();
      if (end === -1) continue;
      stop();
      if (bytes.length > end + 4) output.unshift(bytes.subarray(end + 4));
      return resolve(bytes.toString("latin1", 0, end));
    }
  };
  output.on("readable", check).on("end", fail).on("close", fail);
  return promise;
}

function readChunk(output: Readable): Buffer | null {
  return output.read() as Buffer | null;
}

function parseHead(head: string): { status: number; headers: [string, string][] } {
  const lines = head.split("\r\n").map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const status = lines.find(([name]) => name === "status")?.[1];
  return {
    status: status === undefined ? 200 : Number.parseInt(status, 10),
    headers: lines.filter(([name]) => passedHeaders.has(name)),
  };
}
