import type { Socket } from "node:net";
import { Writable, type Readable } from "node:stream";

import type { ServerChannel } from "ssh2";

import type { Logger } from "#server/platform/log/logger.ts";

/** What a command reads and writes. */
export interface SshStreams {
  stdin: Readable;
  stdout: Writable;
  /** Shows the client a line of text. */
  send(line: string): void;
  /** Shows whether data moves. */
  socket: Socket;
  /** Aborted when nobody waits any more. */
  signal: AbortSignal;
}

/** One command of somebody who has proved a key. */
export interface SshCommand extends SshStreams {
  /** As the client sent it: text of a stranger, for no shell. */
  text: string;
  variables: ReadonlyMap<string, string>;
  fingerprint: string;
}

/** Several times what a client may send before the window is extended. */
const maxUnreadBytes = 16 * 1024 * 1024;
const unreadCheckMs = 1_000;
const failedStatus = 1;

/** Runs a command on a channel, sends the client its exit status and closes the channel. Never rejects. */
export async function runOnChannel(
  { channel, socket, log }: { channel: ServerChannel; socket: Socket; log: Logger },
  run: (streams: SshStreams) => Promise<number>,
): Promise<void> {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  channel.on("error", leave).once("close", leave);
  socket.once("close", leave);
  // The library takes more than it offered to take from a client that does not keep to the offer.
  const watch = setInterval(() => channel.readableLength > maxUnreadBytes && socket.destroy(), unreadCheckMs);
  let status = failedStatus;
  try {
    const stdout = createOutput(channel, socket);
    const report = (line: string): void => void channel.stderr.write(`${line}\n`);
    status = await run({ stdin: channel, stdout, send: report, socket, signal: gone.signal });
  } catch (error) {
    log.error({ error }, "an SSH command failed");
  } finally {
    clearInterval(watch);
    socket.off("close", leave);
  }
  if (gone.signal.aborted) return;
  channel.exit(status);
  channel.end();
}

/**
 * The channel as a stream that also waits for the socket: the library itself keeps what a client lets it send and does
 * not read in memory, however much that is.
 */
function createOutput(channel: ServerChannel, socket: Socket): Writable {
  return new Writable({
    highWaterMark: 256 * 1024,
    write(chunk: Buffer, _encoding, done) {
      channel.write(chunk, (error) => {
        if (error || !socket.writableNeedDrain) done(error);
        else socket.once("drain", () => done());
      });
    },
  });
}
