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
 * `onUsable` hears of it as soon as it is of use, while what waits for runs is still made.
 */
export async function seedFirstStart(
  running: RunningCairn,
  wanted: { hasDemo: boolean; repositoryPath: string | null; onUsable?: (account: DemoState) => void },
): Promise<DemoState | null> {
  const { services, isEmbedded } = running;
  const { onUsable = () => undefined } = wanted;
  const { dataDir, host } = services.settings.server;
  if (!isEmbedded || !loopbackHosts.has(host)) return null;
  // People sign in elsewhere: the demo's account is nobody there, and its password is not for that server to see.
  if (isSignInElsewhere(services.settings.addresses)) return null;
  const known = await readDemoState(dataDir);
  if (known?.isSeeded) {
    const account = (await findUserByEmail(services, known.email)) ? known : null;
    if (account) onUsable(account);
    return account;
  }
  const isWanted = wanted.hasDemo || wanted.repositoryPath !== null;
  if (!known && !(isWanted && (await isEmpty(services)))) return null;
  const state = known ?? newDemoState();
  await writeDemoState(dataDir, state);
  const ctx = createCtx(services, {
    actor: { kind: "anonymous" },
    requestId: "first-start",
    signal: new AbortController().signal,
  });
  if (wanted.repositoryPath === null) await seedDemo(ctx, state, () => onUsable(state));
  else {
    await seedRepository(ctx, state, wanted.repositoryPath);
    onUsable(state);
  }
  const seeded = { ...state, isSeeded: true };
  await writeDemoState(dataDir, seeded);
  return seeded;
}

async function isEmpty({ wholeDb }: RunningCairn["services"]): Promise<boolean> {
  const { rows } = await wholeDb.execute(sql`select 1 from users limit 1`);
  return rows.length === 0;
}
