import type { CommandCheck, ServiceCommands } from "@cairn/contract/service-commands";

import { RelativeTime } from "#web/ui/display/relative-time.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { StateIcon, type StateKind } from "#web/ui/feedback/state-icon.tsx";

/** How the last check of the commands went, or what it does now. */
export function CheckNote({ commands }: { commands: ServiceCommands }) {
  const { check } = commands;
  if (check === null) return <StateIcon kind="idle" label="Not checked yet" />;
  const { kind, label } = describeCheck(check);
  return (
    <>
      <StateIcon kind={kind} label={label} />
      {check.endedAt !== null && (
        <span className="block text-xs wrap-anywhere">
          <RelativeTime date={check.endedAt} />
          {check.commit !== null && (
            <>
              {" on "}
              <span className="font-mono">{check.commit.slice(0, 7)}</span>
            </>
          )}
          {check.olderBecause !== null && ` · ${older[check.olderBecause]}`}
        </span>
      )}
      {check.message !== null && check.endedAt !== null && (
        <span className="block text-xs wrap-anywhere">{check.message}</span>
      )}
      <Announcement>{label}</Announcement>
    </>
  );
}

const older = {
  commands: "the commands have changed since",
  commit: "the code has changed since",
} as const;

function describeCheck(check: CommandCheck): { kind: StateKind; label: string } {
  switch (check.state) {
    case "waiting":
      return { kind: "running", label: "Waiting for its turn" };
    case "running":
      return { kind: "running", label: check.message ?? "Checking" };
    case "stopped":
      return { kind: "attention", label: "The check was stopped" };
    case "refused":
      return { kind: "failed", label: "The check could not run" };
    case "interrupted":
      return { kind: "failed", label: "The check was interrupted" };
    case "done":
      return describeResult(check);
  }
}

function describeResult({ commands }: CommandCheck): { kind: StateKind; label: string } {
  const passed = commands.filter(({ outcome }) => outcome === "passed").length;
  if (passed === commands.length) return { kind: "done", label: passed === 1 ? "It passed" : `All ${passed} passed` };
  return { kind: "failed", label: `${passed} of ${commands.length} passed` };
}
