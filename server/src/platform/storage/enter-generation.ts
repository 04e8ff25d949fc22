import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const fileName = "generation";

/**
 * Makes a folder of derived data ready for this generation: what another one built is thrown away, what an interrupted
 * run of this one built is kept. The mark lies in the folder itself, so that both can only be lost together. Whoever
 * still reads the old content goes on reading it: its files live until they are closed.
 */
export async function enterGeneration(directory: string, generation: number): Promise<void> {
  const mark = path.join(directory, fileName);
  const built = await readFile(mark, "utf8").catch(() => "0");
  if (Number(built) === generation) return;
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  await mkdir(directory, { recursive: true });
  await writeFile(mark, String(generation));
}
