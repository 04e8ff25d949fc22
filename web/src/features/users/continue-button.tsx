import { useState } from "react";

import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import type { ButtonVariant } from "#web/ui/action/button.tsx";
import { Banner } from "#web/ui/feedback/banner.tsx";

interface ContinueButtonProps {
  label: string;
  variant?: ButtonVariant;
  /** Leaves for the authorization server; what it throws is shown above the button. */
  onStart: () => Promise<void>;
}

/** A button that leaves for the authorization server; it stays busy while the browser navigates. */
export function ContinueButton({ label, variant = "primary", onStart }: ContinueButtonProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const start = () => {
    setIsLeaving(true);
    setFailure(undefined);
    onStart().catch((error: unknown) => {
      setIsLeaving(false);
      setFailure(errorMessage(error));
    });
  };
  return (
    <>
      {failure && (
        <div role="alert" className="mb-4">
          <Banner tone="danger" title="Could not start the sign-in">
            {failure}
          </Banner>
        </div>
      )}
      <Button variant={variant} size="lg" className="w-full" isBusy={isLeaving} onClick={start}>
        {label}
      </Button>
    </>
  );
}
