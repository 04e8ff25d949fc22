import { endSession } from "#web/lib/auth/session.ts";
import { findSignOutAddress } from "#web/lib/auth/sign-in-server.ts";

/** Signs this browser out and opens an address. It is a full page load: nothing of this user stays in memory. */
export async function signOutTo(address: string): Promise<void> {
  await endSession().catch(() => {
    // The server could not be reached; the cookie then expires by itself.
  });
  location.assign(await findSignOutAddress(address));
}
