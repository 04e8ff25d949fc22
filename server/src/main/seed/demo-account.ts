import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";

import { z } from "zod";

const fileName = "demo.json";

const demoStateSchema = z.object({
  email: z.string(),
  password: z.string(),
  /** False while seeding has begun but not ended; the next start continues it. */
  isSeeded: z.boolean(),
});
export type DemoState = z.infer<typeof demoStateSchema>;

/** Null where no demo was ever begun on this data directory. */
export async function readDemoState(dataDirectory: string): Promise<DemoState | null> {
  const text = await readFile(path.join(dataDirectory, fileName), "utf8").catch(() => null);
  return text === null ? null : demoStateSchema.parse(JSON.parse(text));
}

export async function writeDemoState(dataDirectory: string, state: DemoState): Promise<void> {
  await writeFile(path.join(dataDirectory, fileName), JSON.stringify(state), { mode: 0o600 });
}

/** A random password for this installation that satisfies the product's password rule. */
export function newDemoState(): DemoState {
  return { email: "ada@northquay.example", password: `Ferry-${randomBytes(6).toString("hex")}-7`, isSeeded: false };
}
