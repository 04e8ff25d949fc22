import type { RunTarget } from "#server/domain/implementations/store/starting.store.ts";

import { describeGrant } from "./push-to-github.ts";

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
      return canPush ? null : describeGrant(connection);
    case "url":
    case "ssh":
    case "path":
      return `This server pushes to repositories that it hosts and to those of a connected GitHub account. “${slug}” is read by its address alone.`;
  }
}
