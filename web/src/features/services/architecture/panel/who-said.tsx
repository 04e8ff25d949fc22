import type { Said } from "@cairn/contract/architecture";
import { displayName } from "@cairn/contract/auth";

import { RelativeTime } from "#web/ui/display/relative-time.tsx";

/** Who said something of a connection, and when. */
export function WhoSaid({ said: { by, at } }: { said: Said }) {
  return (
    <>
      <span className="wrap-anywhere">{by ? displayName(by) : "somebody who is gone"}</span>, <RelativeTime date={at} />
    </>
  );
}
