import type { RunTarget } from "#server/domain/implementations/store/starting.store.ts";

import { describeGrant } from "./push-target.ts";

/**
 * Why a change to this repository will stay on this server, as a sentence; null where it will get a branch there. It may be
 * otherwise by the time that the change is done: whether it may push is asked then.
 */
export function whyKeptHere({
  slug,
  connection,
  canPush,
}: Pick<RunTarget, "slug" | "connection" | "canPush">): string | null {
  switch (connection.type) {
    case "internal":
      return null;
    case "github":
    case "url":
    case "ssh":
      return canPush ? null : describeGrant(connection);
    case "path":
      return `“${slug}” is read from a folder of this server's machine, and nothing is pushed there.`;
  }
}
