import { AppError } from "@cairn/contract/errors";
import type { Action } from "@cairn/contract/roles";

import { requireProject } from "#server/domain/members/require-project.ts";
import { findUser } from "#server/domain/users/find-user.ts";
import { createCtx, type Services } from "#server/http/request/request-ctx.ts";
import { concerns, type AccessChange } from "#server/platform/db/listen-access-changes.ts";
import { isGrantAlive } from "#server/platform/oidc/oidc-adapter.ts";

/** What a connected socket rests on. */
export interface SocketHolder {
  userId: string;
  /** The sign-in it came with. */
  grantId: string;
  /** Products it heard something of, by id. */
  heard: Map<string, WatchedProject>;
}

interface WatchedProject {
  organizationId: string;
  projectId: string;
}

interface OpenSocket {
  data: SocketHolder;
  disconnect(closesConnection: boolean): unknown;
}

const neverAborted = new AbortController().signal;

/**
 * Checks the sockets that a change of rights affects, and disconnects those whose person is signed out or may no longer
 * do `action` in a product they received events of. When the check fails they are disconnected too: a person with the
 * right connects again. Never rejects.
 */
export async function recheckSockets(
  sockets: Iterable<OpenSocket>,
  change: AccessChange,
  services: Services,
  action: Action = "chat.use",
): Promise<void> {
  const ask = askOnce();
  const isAllowed = async ({ userId, grantId, heard: received }: SocketHolder): Promise<boolean> => {
    const answers = [
      ask(`${userId} ${grantId}`, () => isSignedIn(services, { userId, grantId })),
      ...[...received.values()].map((target) =>
        ask(`${userId} ${target.projectId}`, () => isAllowedIn(services, { userId, target, action })),
      ),
    ];
    return (await Promise.all(answers)).every(Boolean);
  };
  const affected = [...sockets].filter(({ data }) => concerns(change, { ...data, projects: [...data.heard.values()] }));
  await Promise.all(
    affected.map(async (socket) => {
      try {
        if (await isAllowed(socket.data)) return;
      } catch (error) {
        services.log.warn({ error }, "the rights of a socket could not be asked for");
      }
      socket.disconnect(true);
    }),
  );
}

/** Whether the sign-in is still valid; the access token of the socket may have expired meanwhile. */
async function isSignedIn(services: Services, { userId, grantId }: { userId: string; grantId: string }) {
  const isAlive = await isGrantAlive(services.wholeDb, grantId, services.now());
  return isAlive && (await findUser(services, userId)) !== null;
}

async function isAllowedIn(
  services: Services,
  { userId, target, action }: { userId: string; target: WatchedProject; action: Action },
): Promise<boolean> {
  const actor = { kind: "user", userId } as const;
  const ctx = createCtx(services, { actor, requestId: services.newId(), signal: neverAborted });
  try {
    await requireProject(ctx, target, action);
    return true;
  } catch (error) {
    if (error instanceof AppError && (error.code === "not_found" || error.code === "forbidden")) return false;
    throw error;
  }
}

/** Many sockets of one person are one question. */
function askOnce(): (question: string, ask: () => Promise<boolean>) => Promise<boolean> {
  const requested = new Map<string, Promise<boolean>>();
  return (question, ask) => {
    const answer = requested.get(question) ?? ask();
    requested.set(question, answer);
    return answer;
  };
}
