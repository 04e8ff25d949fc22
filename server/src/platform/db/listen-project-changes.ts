import type { Logger } from "#server/platform/log/logger.ts";

import { listenChannel } from "./listen-channel.ts";

/**
 * Says which projects' logs have grown (migration 0010), once the change is committed; without an id after a lost
 * connection, when it may have been any. Throws when the first connection cannot be made.
 */
export async function listenProjectChanges(parts: {
  connectionString: string;
  log: Logger;
  onChange(projectId?: string): void;
}): Promise<{ close(): Promise<void> }> {
  const { connectionString, log } = parts;
  return await listenChannel({
    connectionString,
    log,
    channel: "cairn_project_changes",
    subject: "project changes",
    onPayload: (projectId) => parts.onChange(projectId),
    onReopened: () => parts.onChange(),
  });
}
