import { once } from "node:events";
import { mkdtemp, open, rm, symlink } from "node:fs/promises";
import { connect, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** A socket that listens in a folder. */
export interface FolderSocket {
  /** Resolves when nobody listens any more and its file is gone. */
  close(): Promise<void>;
}

/**
 * Has a server listen in a folder. The kernel takes no more than 107 bytes for the path of a socket, macOS 103, and folders of work
 * copies are deeper; so it is told by a shorter way. No other socket may have that name: when it closes, Node removes it by the
 * same path, which may lead elsewhere by then.
 */
export async function listenInFolder(server: Server, folder: string, name: string): Promise<FolderSocket> {
  await byShortPath(folder, async (short) => {
    server.listen(path.join(short, name));
    await once(server, "listening");
  });
  return {
    async close() {
      const closed = once(server, "close");
      server.close();
      await closed;
      await rm(path.join(folder, name), { force: true });
    },
  };
}

/** Whether somebody on this machine listens there: the kernel knows, whoever was killed. */
export async function isListening(folder: string, name: string): Promise<boolean> {
  const socket = await connectInFolder(folder, name).catch(() => null);
  socket?.destroy();
  return socket !== null;
}

/** Connects with whoever listens in a folder. */
export async function connectInFolder(folder: string, name: string): Promise<Socket> {
  return await byShortPath(folder, async (short) => {
    const socket = connect({ path: path.join(short, name), allowHalfOpen: true });
    try {
      await once(socket, "connect");
      // It may fail before whoever asked has it.
      return socket.on("error", () => undefined);
    } catch (error) {
      socket.destroy();
      throw error;
    }
  });
}

async function byShortPath<T>(folder: string, use: (short: string) => Promise<T>): Promise<T> {
  return process.platform === "linux" ? await byDescriptor(folder, use) : await byLink(folder, use);
}

async function byDescriptor<T>(folder: string, use: (short: string) => Promise<T>): Promise<T> {
  const handle = await open(folder);
  try {
    return await use(`/proc/self/fd/${handle.fd}`);
  } finally {
    await handle.close();
  }
}

/** Where there is no /proc: the folder for temporary files is not deep. */
export async function byLink<T>(folder: string, use: (short: string) => Promise<T>): Promise<T> {
  const place = await mkdtemp(path.join(tmpdir(), "c-"));
  try {
    const short = path.join(place, "f");
    await symlink(path.resolve(folder), short);
    return await use(short);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
