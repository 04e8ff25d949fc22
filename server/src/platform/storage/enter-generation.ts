import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const fileName = "generation";

/**
 * Prepares a folder of derived data for this generation: the data of another one is deleted, the data of an interrupted
 * run of this one is kept. The mark is in the folder itself, so that both can only be lost together. Readers
 * of the old content can continue: its files live until they are closed.
 */
export async function enterGeneration(directory: string, generation: number): Promise<void> {
  const mark = path.join(directory, fileName);
  const built = await readFile(mark, "utf8").catch(() => "0");
  if (Number(built) === generation) return;
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  await mkdir(directory, { recursive: true });
  await writeFile(mark, String(generation));
}
