import type { McpStatus } from "@cairn/contract/mcp";
import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { useEffect, useState } from "react";

import { formatRelativeDate } from "#web/lib/text/dates.ts";
import { Badge } from "#web/ui/display/badge.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { CopyField } from "#web/ui/form/copy-field.tsx";

import { SetupStep } from "./setup-step.tsx";

const helpAfterMs = 60_000;

interface TestStepProps {
  /** Undefined while it loads. */
  lastCall: McpStatus["lastCall"] | undefined;
  /** When this page was opened, in ms since 1970; a later call counts. */
  since: number;
}

/** Step 4: succeeds when the user's agent has called a tool since this page was opened. */
export function TestStep({ lastCall, since }: TestStepProps) {
  const isDone = wasCalled(lastCall, since);
  const isLate = useIsLate(!isDone);
  return (
    <SetupStep
      number={4}
      title="Test"
      aside={
        isDone ? (
          <Badge tone="success" icon={<CheckCircleIcon className="size-3.5" />}>
            Connected
          </Badge>
        ) : (
          <Badge icon={<Spinner className="size-3" />}>Waiting for the first call</Badge>
        )
      }
    >
      <CopyField label="Ask your agent" value="Use the tools of this product: which parts does it have?" />
      {isDone && lastCall && (
        <p className="text-success-text">
          {lastCall.client ?? "Your agent"} used {lastCall.tool}.
        </p>
      )}
      {!isDone && lastCall && (
        <p className="text-ink-3">The last call before this one was {formatRelativeDate(lastCall.at)}.</p>
      )}
      {!isDone && isLate && (
        <div>
          <p className="font-medium text-ink">Nothing has come yet. Look at these:</p>
          <ul className="mt-1 list-disc pl-5 text-ink-2">
            <li>The client was restarted, or its list of servers loaded again, after the change.</li>
            <li>It shows no sign-in that waits for you, and the key it sends is one of yours.</li>
            <li>The machine it runs on reaches the address of step 3.</li>
          </ul>
        </div>
      )}
      <Announcement>{isDone && "Connected: the first call has come"}</Announcement>
    </SetupStep>
  );
}

/** Whether there was a call since the page was opened. Clocks of two machines may differ a little. */
export function wasCalled(lastCall: McpStatus["lastCall"] | undefined, since: number): boolean {
  const toleranceMs = 2_000;
  return Boolean(lastCall) && Date.parse(lastCall?.at ?? "") > since - toleranceMs;
}

function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsLate(true), helpAfterMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}
