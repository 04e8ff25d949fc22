import { AppError } from "@cairn/contract/errors";
import { sql } from "drizzle-orm";

import type { Ctx } from "#server/ctx.ts";
import { findUserByEmail } from "#server/domain/users/find-user-by-email.ts";
import { createCtx } from "#server/http/request/request-ctx.ts";
import type { RunningCairn } from "#server/main/start/start-cairn.ts";
import { isSignInElsewhere } from "#server/platform/oidc/own-issuer.ts";

import { signInAgain, type ApiClient } from "./api-client.ts";
import { newDemoState, readDemoState, writeDemoState, type DemoState } from "./demo-account.ts";
import { finishDemo, seedDemo } from "./seed-demo.ts";
import { seedRepository } from "./seed-repository.ts";

const loopbackHosts = new Set(["127.0.0.1", "localhost", "::1"]);

/**
 * Gives an empty installation on this machine something to look at: the demo, or the given repository. A start that was
 * interrupted continues with the same account. Returns the account to sign in with; null where nothing was ever seeded.
 * `onUsable` hears of it as soon as it is of use, while what waits for runs is still made; from then on nothing throws, in
 * this start and in later ones.
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
  const isWanted = wanted.hasDemo || wanted.repositoryPath !== null;
  const ctx = createCtx(services, {
    actor: { kind: "anonymous" },
    requestId: "first-start",
    signal: new AbortController().signal,
  });
  if (known?.isUsable || known?.isSeeded) {
    if (!(await findUserByEmail(services, known.email))) return null;
    onUsable(known);
    return known.isSeeded ? known : await finish(ctx, known, () => signInAgain(services.settings.addresses, known));
  }
  if (!isWanted || !(known || (await isEmpty(services)))) return null;
  const state = known ?? newDemoState();
  await writeDemoState(dataDir, state);
  const { repositoryPath } = wanted;
  const client = repositoryPath === null ? await seedDemo(ctx, state) : null;
  if (repositoryPath !== null) await seedRepository(ctx, state, repositoryPath);
  const usable = { ...state, isUsable: true, isSeeded: client === null };
  await writeDemoState(dataDir, usable);
  onUsable(usable);
  return client === null ? usable : await finish(ctx, usable, async () => client);
}

/**
 * People work in it by now, who may remove what is still to be worked on or change its password: that ends nothing but this.
 * Only what may go better another time is left for the next start.
 */
async function finish(ctx: Ctx, state: DemoState, signIn: () => Promise<ApiClient>): Promise<DemoState> {
  try {
    await finishDemo(ctx, await signIn());
  } catch (error) {
    ctx.log.warn({ error }, "the demo can be used, but reviews and decisions of its team are missing");
    if (!(error instanceof AppError) || error.isRetryable) return state;
  }
  const seeded = { ...state, isSeeded: true };
  try {
    await writeDemoState(ctx.settings.server.dataDir, seeded);
  } catch (error) {
    ctx.log.warn({ error }, "that the demo is complete could not be written down");
  }
  return seeded;
}

async function isEmpty({ wholeDb }: RunningCairn["services"]): Promise<boolean> {
  const { rows } = await wholeDb.execute(sql`select 1 from users limit 1`);
  return rows.length === 0;
}
