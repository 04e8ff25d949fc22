import type { Repository } from "@cairn/contract/repositories";
import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { DownloadSimpleIcon } from "@phosphor-icons/react/dist/csr/DownloadSimple";
import { useState } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Button } from "#web/ui/action/button.tsx";
import { CopyButton } from "#web/ui/action/copy-button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { SegmentedControl } from "#web/ui/form/segmented-control.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";

import { TokenMaker } from "./token-maker.tsx";

type CloneTransport = "http" | "ssh";

/** What a transport is called: of the web it is what the address says, because nobody should think that http is safe. */
function labelOf(transport: CloneTransport, address: string | null): string {
  if (transport === "ssh") return "SSH";
  return address?.startsWith("https:") ? "HTTPS" : "HTTP";
}

interface ClonePopoverProps {
  project: ProjectKey;
  repository: Repository;
}

/** The clone addresses of a repository; renders nothing when there are none. */
export function ClonePopover({ project, repository }: ClonePopoverProps) {
  const { clone } = repository;
  const offered = (["http", "ssh"] as const).filter((transport) => clone[transport] !== null);
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<CloneTransport>("http");
  const transport = offered.includes(chosen) ? chosen : offered[0];
  const address = transport && clone[transport];
  if (!address) return null;
  const label = labelOf(transport, address);
  const isHosted = repository.connection.type === "internal";
  return (
    <Popover
      title="Clone"
      align="end"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="w-96 max-w-[calc(100vw-2rem)] p-3"
      trigger={
        <Button size="sm" icon={<DownloadSimpleIcon aria-hidden className="size-4 text-ink-3" />}>
          <span className="max-md:sr-only">Clone</span>
          <CaretDownIcon aria-hidden className="size-3 text-ink-3 max-md:hidden" />
        </Button>
      }
    >
      <SegmentedControl
        label="Transport"
        size="sm"
        options={offered.map((value) => ({ value, label: labelOf(value, clone[value]) }))}
        value={transport}
        onValueChange={setChosen}
      />
      <div className="mt-2 flex items-center gap-1 rounded-md border border-line-control bg-surface-1 pl-2.5">
        <input
          readOnly
          aria-label={`${label} address`}
          value={address}
          onFocus={(event) => event.currentTarget.select()}
          className="control min-w-0 flex-1 bg-transparent font-mono text-xs outline-none"
        />
        <CopyButton text={address} label={`Copy ${label} address`} />
      </div>
      <SignInNote transport={transport} isHosted={isHosted} />
      {isHosted && transport === "http" && (
        <div className="mt-3">
          <TokenMaker repositoryKey={{ ...project, repositoryId: repository.repositoryId }} />
        </div>
      )}
    </Popover>
  );
}

/** Explains which credentials git will ask for. */
function SignInNote({ transport, isHosted }: { transport: CloneTransport; isHosted: boolean }) {
  if (!isHosted) {
    return <p className="mt-2 text-xs text-ink-3">Sign in with what its host has given you.</p>;
  }
  if (transport === "http") {
    return (
      <p className="mt-2 text-xs text-ink-3">
        Sign in with any user name, and with an access token or a repository key as password.
      </p>
    );
  }
  return (
    <p className="mt-2 text-xs text-ink-3">
      Sign in with one of{" "}
      <Link href={href("sshKeys")} className="rounded-sm text-accent-text underline underline-offset-4">
        your SSH keys
      </Link>{" "}
      or a repository key.
    </p>
  );
}
