import { lstat, opendir } from "node:fs/promises";
import path from "node:path";

/** What the files below a folder hold, in bytes; 0 where it does not exist. What goes meanwhile counts nothing. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  const entries = await opendir(folder, { recursive: true }).catch(() => null);
  if (entries === null) return 0;
  try {
    for await (const entry of entries) {
      if (!entry.isFile()) continue;
      const found = await lstat(path.join(entry.parentPath, entry.name)).catch(() => null);
      bytes += found?.size ?? 0;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return bytes;
}
