import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

import { z } from "zod";

const fileName = "demo.json";

const demoStateSchema = z.object({
  email: z.string(),
  password: z.string(),
  /** Its sign-in was told: from then on it belongs to people, and no start makes anew what they removed. */
  isUsable: z.boolean().default(false),
  /** False while seeding has begun but not ended; the next start continues it. */
  isSeeded: z.boolean(),
});
export type DemoState = z.infer<typeof demoStateSchema>;

/** Null where no demo was ever begun on this data directory. */
export async function readDemoState(dataDirectory: string): Promise<DemoState | null> {
  const text = await readFile(path.join(dataDirectory, fileName), "utf8").catch(() => null);
  return text === null ? null : demoStateSchema.parse(JSON.parse(text));
}

/** Written as a whole or not at all, whenever the server is killed. */
export async function writeDemoState(dataDirectory: string, state: DemoState): Promise<void> {
  const file = path.join(dataDirectory, fileName);
  await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** A random password for this installation that satisfies the product's password rule. */
export function newDemoState(): DemoState {
  const password = `Ferry-${randomBytes(6).toString("hex")}-7`;
  return { email: "ada@northquay.example", password, isUsable: false, isSeeded: false };
}
