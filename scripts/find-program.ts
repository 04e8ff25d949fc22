import { access } from "node:fs/promises";
import path from "node:path";

/** Whether a program is in a folder of PATH. */
export async function hasProgram(name: string): Promise<boolean> {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const found = await Promise.all(
    folders.map((folder) =>
      access(path.join(folder, name)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
