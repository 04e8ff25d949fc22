import type { Socket } from "socket.io";

/** A listener that reads this much slower than is sent is let go; it reads what it missed when it comes again. */
const maxWaitingBytes = 4_000_000;

/** What Socket.IO does not show of its connection. */
interface Connection {
  writeBuffer: readonly { data?: unknown }[];
  transport: { socket?: { bufferedAmount: number; terminate(): void } };
}

/** Whether too much is buffered for this reader; it is then disconnected. Call it before sending more. */
export function cutIfSlow(socket: Pick<Socket, "conn" | "disconnect">): boolean {
  if (waitingBytes(socket) <= maxWaitingBytes) return false;
  // Saying goodbye would wait behind everything else that is not read.
  (socket.conn as unknown as Connection).transport.socket?.terminate();
  socket.disconnect(true);
  return true;
}

/** Bytes that wait in our own line and in that of the operating system. */
function waitingBytes({ conn }: Pick<Socket, "conn">): number {
  const { writeBuffer, transport } = conn as unknown as Connection;
  const inLine = writeBuffer.reduce(
    (sum, { data }) => sum + (typeof data === "string" ? Buffer.byteLength(data) : 0),
    0,
  );
  return inLine + (transport.socket?.bufferedAmount ?? 0);
}
