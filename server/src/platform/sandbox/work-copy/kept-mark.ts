import { readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";

import { z } from "zod";

/** Beside the parts of a work copy, where no command sees it. */
export const markFile = "kept.json";
/** Whoever goes on with what a dead server did begins within minutes. */
const keptForMs = 60 * 60_000;

const markSchema = z.object({ key: z.string(), note: z.string(), commit: z.string() });

/** What a work copy is kept for. */
type KeptMark = z.infer<typeof markSchema>;

/** Written as a whole or not at all, whenever the server is killed. */
export async function writeMark(directory: string, mark: KeptMark): Promise<void> {
  const file = path.join(directory, markFile);
  await writeFile(`${file}.new`, JSON.stringify(mark));
  await rename(`${file}.new`, file);
}

/** Null where it is kept for nobody. */
export async function readMark(directory: string): Promise<KeptMark | null> {
  const text = await readFile(path.join(directory, markFile), "utf8").catch(() => null);
  return text === null ? null : markSchema.parse(JSON.parse(text));
}

/** Whether somebody may still take it over. */
export async function isKept(directory: string): Promise<boolean> {
  const found = await stat(path.join(directory, markFile)).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs < keptForMs;
}
