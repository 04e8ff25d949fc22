import type { Repository } from "@cairn/contract/repositories";
import type { ReactNode } from "react";

import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { CopyField } from "#web/ui/form/copy-field.tsx";
import { SettingsCard } from "#web/ui/layout/card.tsx";

import { describeConnectionKind } from "./describe-connection.ts";

interface GeneralCardProps {
  repository: Repository;
  /** The index state. */
  state: ReactNode;
}

/** The kind of a repository and its clone addresses. */
export function GeneralCard({ repository, state }: GeneralCardProps) {
  const { connection, isReadOnly } = repository;
  return (
    <SettingsCard title="General" note={state}>
      <div className="flex flex-col gap-4">
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          {describeConnectionKind(connection)}
          <Badge>{isReadOnly ? "Read-only" : "Writable"}</Badge>
        </p>
        <Addresses repository={repository} />
      </div>
    </SettingsCard>
  );
}

function Addresses({ repository: { clone, connection } }: { repository: Repository }) {
  if (connection.type === "path") {
    return <p className="text-sm text-ink-3">It was imported by the operator of this server and has no address.</p>;
  }
  if (connection.type !== "internal") {
    return <CopyField label="Address" value={clone.http ?? clone.ssh ?? ""} />;
  }
  return (
    <>
      {clone.ssh !== null && (
        <CopyField
          label="Clone over SSH"
          value={clone.ssh}
          hint={
            <>
              With an{" "}
              <Link href={href("sshKeys")} className="rounded-sm text-accent-text underline underline-offset-4">
                SSH key of your account
              </Link>{" "}
              or of this repository
            </>
          }
        />
      )}
      {clone.http !== null && (
        <CopyField
          label="Clone over HTTP"
          value={clone.http}
          hint="Any user name; the password is the token of a repository key"
        />
      )}
      {clone.ssh === null && <p className="text-sm text-ink-3">Git over SSH is switched off on this server.</p>}
    </>
  );
}
