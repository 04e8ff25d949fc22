import type { ReactNode } from "react";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { requireSecureCrypto } from "#web/lib/auth/pkce.ts";
import { usePageTitle } from "#web/lib/navigation/page-title.ts";
import { CenteredCard } from "#web/ui/layout/centered-card.tsx";

/** Shows the sign-in screen only in a secure context; otherwise explains what to do. */
export function SecureSignIn({ children }: { children: ReactNode }) {
  const reason = insecureReason();
  return reason === undefined ? children : <InsecureScreen reason={reason} />;
}

function InsecureScreen({ reason }: { reason: string }) {
  usePageTitle("Sign-in is not possible here");
  return <CenteredCard title="Sign-in is not possible here" text={reason} />;
}

function insecureReason(): string | undefined {
  try {
    requireSecureCrypto();
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}
