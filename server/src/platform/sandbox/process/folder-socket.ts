import { once } from "node:events";
import { type FileHandle, open, rm } from "node:fs/promises";
import { connect, type Server } from "node:net";
import path from "node:path";

/** A socket that listens in a folder. */
export interface FolderSocket {
  /** Resolves when nobody listens any more and its file is gone. */
  close(): Promise<void>;
}

/**
 * Has a server listen in a folder. The kernel takes no more than 107 bytes for the path of a socket, and folders of work copies
 * are deeper; so it is told by the open folder. No other socket may have that name: when it closes, Node removes it by the same
 * path, which may lead elsewhere by then.
 */
export async function listenInFolder(server: Server, folder: string, name: string): Promise<FolderSocket> {
  const handle = await open(folder);
  try {
    server.listen(shortPath(handle, name));
    await once(server, "listening");
  } finally {
    await handle.close();
  }
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
  const handle = await open(folder).catch(() => null);
  if (handle === null) return false;
  const socket = connect(shortPath(handle, name));
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
    await handle.close();
  }
}

function shortPath(folder: FileHandle, name: string): string {
  return `/proc/self/fd/${folder.fd}/${name}`;
}
