import { statfs } from "node:fs/promises";

import { sql } from "drizzle-orm";

import type { BuiltServices } from "./build-services.ts";

/** Below this nothing new is cloned; the operator should know before it is 0. */
const leastFreeBytes = 1024 ** 3;

interface PartReadiness {
  isReady: boolean;
  /** False: the rest works without it, so no load balancer should turn away from this server. */
  isNeeded?: boolean;
  /** Why it is not ready. */
  reason?: string;
  /** What an operator should know of a part that is. */
  note?: string;
}

interface Checked extends Pick<BuiltServices, "services" | "runtimeRole"> {
  /** Why git is not served over SSH although it should be; null when all is well. */
  sshNote: string | null;
}

/** What /readyz says of each part, with the reason where one is not ready. */
export async function checkReadiness(built: Checked): Promise<Record<string, PartReadiness>> {
  return {
    database: await checkDatabase(built),
    disk: await checkDisk(built.services.settings.server.dataDir),
    // Everything else works without it, so no load balancer should turn away from this server.
    ssh: { isReady: true, ...(built.sshNote === null ? {} : { note: built.sshNote }) },
    model: await checkModel(built),
    sandbox: await checkSandbox(built),
  };
}

async function checkDatabase({
  services,
  runtimeRole,
}: Pick<BuiltServices, "services" | "runtimeRole">): Promise<PartReadiness> {
  try {
    await services.wholeDb.execute(sql`select 1`);
    return { isReady: true, ...(runtimeRole.note === null ? {} : { note: runtimeRole.note }) };
  } catch {
    return { isReady: false, reason: "The database does not answer" };
  }
}

/** Without its model the server does all but answer. */
async function checkModel({ services }: Pick<BuiltServices, "services">): Promise<PartReadiness> {
  const reasons = (await services.model?.capabilities())?.reasons ?? [];
  return { isReady: true, ...(reasons.length === 0 ? {} : { note: reasons.join(" ") }) };
}

/** What is switched off on purpose is no trouble. */
async function checkSandbox({ services }: Pick<Checked, "services">): Promise<PartReadiness> {
  const check = await services.sandbox.check();
  if (check.isUsable) return { isReady: true };
  if (services.settings.runs.sandbox === "off") return { isReady: true, note: check.reason };
  return { isReady: false, isNeeded: false, reason: check.reason };
}

async function checkDisk(directory: string): Promise<PartReadiness> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize >= leastFreeBytes) return { isReady: true };
  return { isReady: false, reason: "Less than 1 GB is free in the data directory" };
}
