import { sql } from "drizzle-orm";

import { findUserByEmail } from "#server/domain/users/find-user-by-email.ts";
import { createCtx } from "#server/http/request/request-ctx.ts";
import type { RunningCairn } from "#server/main/start/start-cairn.ts";
import { isSignInElsewhere } from "#server/platform/oidc/own-issuer.ts";

import { newDemoState, readDemoState, writeDemoState, type DemoState } from "./demo-account.ts";
import { seedDemo } from "./seed-demo.ts";
import { seedRepository } from "./seed-repository.ts";

const loopbackHosts = new Set(["127.0.0.1", "localhost", "::1"]);

/**
 * Gives an empty installation on this machine something to look at: the demo, or the given repository. A start that was
 * interrupted continues with the same account. Returns the account to sign in with; null where nothing was ever seeded.
 */
export async function seedFirstStart(
  running: RunningCairn,
  wanted: { hasDemo: boolean; repositoryPath: string | null },
): Promise<DemoState | null> {
  const { services, isEmbedded } = running;
  const { dataDir, host } = services.settings.server;
  if (!isEmbedded || !loopbackHosts.has(host)) return null;
  // People sign in elsewhere: the demo's account is nobody there, and its password is not for that server to see.
  if (isSignInElsewhere(services.settings.addresses)) return null;
  const known = await readDemoState(dataDir);
  if (known?.isSeeded) return (await findUserByEmail(services, known.email)) ? known : null;
  const isWanted = wanted.hasDemo || wanted.repositoryPath !== null;
  if (!known && !(isWanted && (await isEmpty(services)))) return null;
  const state = known ?? newDemoState();
  await writeDemoState(dataDir, state);
  const ctx = createCtx(services, {
    actor: { kind: "anonymous" },
    requestId: "first-start",
    signal: new AbortController().signal,
  });
  if (wanted.repositoryPath !== null) await seedRepository(ctx, state, wanted.repositoryPath);
  else await seedDemo(ctx, state);
  const seeded = { ...state, isSeeded: true };
  await writeDemoState(dataDir, seeded);
  return seeded;
}

async function isEmpty({ wholeDb }: RunningCairn["services"]): Promise<boolean> {
  const { rows } = await wholeDb.execute(sql`select 1 from users limit 1`);
  return rows.length === 0;
}
