import type { Logger } from "#server/platform/log/logger.ts";

import { listenChannel } from "./listen-channel.ts";

/** A right that may have been lost: everybody to whom all the given ids apply must be checked again. */
export interface AccessChange {
  /** Nobody knows what changed: the line to the database was down for a while. */
  all?: true;
  /** A sign-in that ended. */
  grantId?: string;
  /** With an organization: a membership that ended or has another role. Alone: an account that is gone. */
  userId?: string;
  organizationId?: string;
  /** A project that is gone, unless `isAboutTools`. */
  projectId?: string;
  /** What agents may do in the project was switched on or off. */
  isAboutTools?: true;
}

/** Somebody who holds something open. */
interface Holder {
  userId: string;
  /** Absent where it does not rest on one sign-in. */
  grantId?: string;
  /** What is held open shows something of these. */
  projects: readonly { organizationId: string; projectId: string }[];
}

/** Whether a change may be about this holder: each id it names is one of theirs. */
export function concerns(change: AccessChange, holder: Holder): boolean {
  const { grantId, userId, organizationId, projectId } = change;
  if (grantId !== undefined && grantId !== holder.grantId) return false;
  if (userId !== undefined && userId !== holder.userId) return false;
  if (organizationId === undefined) return true;
  return holder.projects.some(
    (held) => held.organizationId === organizationId && [undefined, held.projectId].includes(projectId),
  );
}

interface AccessListenerParts {
  connectionString: string;
  log: Logger;
  /** Called after the change was committed, by whichever process. Must not throw. */
  onChange(change: AccessChange): void;
}

/**
 * Reports the lost rights that the database's triggers notify of (migration 0003). Since nobody knows what was missed
 * while the connection was lost, `{ all: true }` follows. Throws when the first connection cannot be made.
 */
export async function listenAccessChanges(parts: AccessListenerParts): Promise<{ close(): Promise<void> }> {
  const { connectionString, log } = parts;
  return await listenChannel({
    connectionString,
    log,
    channel: "cairn_access",
    subject: "access changes",
    onPayload: (payload) => parts.onChange(JSON.parse(payload) as AccessChange),
    onReopened: () => parts.onChange({ all: true }),
  });
}
