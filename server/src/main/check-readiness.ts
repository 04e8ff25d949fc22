import { statfs } from "node:fs/promises";

import { sql } from "drizzle-orm";

import type { Services } from "../http/request-ctx.ts";

/** Below this nothing new is cloned; the operator should know before it is 0. */
const leastFreeBytes = 1024 ** 3;

/** What /readyz says of each part, with the reason where one is not ready. */
export async function checkReadiness(
  services: Services,
): Promise<Record<string, { isReady: boolean; reason?: string }>> {
  return { database: await checkDatabase(services), disk: await checkDisk(services.settings.server.dataDir) };
}

async function checkDatabase({ db }: Services): Promise<{ isReady: boolean; reason?: string }> {
  try {
    await db.execute(sql`select 1`);
    return { isReady: true };
  } catch {
    return { isReady: false, reason: "The database does not answer" };
  }
}

async function checkDisk(directory: string): Promise<{ isReady: boolean; reason?: string }> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize >= leastFreeBytes) return { isReady: true };
  return { isReady: false, reason: "Less than 1 GB is free in the data directory" };
}
