import { readRepositoryAddress, repositoryAddressSchema } from "@cairn/contract/repository-address";
import type { Service } from "@cairn/contract/services";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { FormEvent } from "react";

import { projectQuery } from "#web/features/projects/projects.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Button } from "#web/ui/action/button.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { CopyField } from "#web/ui/form/copy-field.tsx";

import { AddressField } from "./address-field.tsx";
import { useConnectAddress } from "./connecting.api.ts";
import { OtherSources } from "./other-sources.tsx";
import type { ChosenSource } from "./other-sources.tsx";
import { emptyCredential, SignInFields } from "./sign-in-fields.tsx";

interface ConnectFormProps {
  project: ProjectKey;
  /** What was typed elsewhere already. */
  initialAddress?: string;
  /** Why it was not connected there. */
  initialProblem?: string;
  /** Nothing else is on the screen. */
  isPageFocus?: boolean;
  /** What was chosen elsewhere already in place of an address. */
  chosen?: ChosenSource | undefined;
  onConnected: (service: Service) => void;
}

/** One field for the address of a repository; all else is found out. Below it, where else code may come from. */
export function ConnectForm({
  project,
  initialAddress = "",
  initialProblem,
  isPageFocus = false,
  chosen,
  onConnected,
}: ConnectFormProps) {
  const connect = useConnectAddress(project);
  const [address, setAddress] = useState(initialAddress);
  const [credential, setCredential] = useState(emptyCredential);
  const [problem, setProblem] = useState(initialProblem);
  const fieldRef = useRef<HTMLInputElement>(null);
  const read = readRepositoryAddress(address);
  const refuse = (message: string) => {
    setProblem(message);
    fieldRef.current?.focus();
  };
  const start = (text: string) => {
    if (connect.isPending) return;
    const checked = repositoryAddressSchema.safeParse(text);
    if (!checked.success) return refuse(checked.error.issues[0]?.message ?? "");
    setProblem(undefined);
    const body = { address: checked.data, ...(credential.password === "" ? {} : { credential }) };
    connect.mutate(body, { onSuccess: onConnected, onError: (error) => refuse(errorMessage(error)) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    start(address);
  };
  const others = (
    <OtherSources
      project={project}
      chosen={chosen}
      onConnected={onConnected}
      onPicked={(picked) => {
        setAddress(picked);
        start(picked);
      }}
    />
  );
  return (
    <div className="flex flex-col gap-6">
      {chosen && others}
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <div className="grid gap-x-2 gap-y-3 sm:grid-cols-[1fr_auto]">
          <AddressField
            ref={fieldRef}
            isPageFocus={isPageFocus && !chosen}
            hint="Name and main branch are found out."
            error={problem}
            value={address}
            onValueChange={(text) => {
              setAddress(text);
              setProblem(undefined);
            }}
          />
          <Button
            type="submit"
            // Whoever chose a bundle has its button as the main one, until an address is typed.
            variant={chosen === "bundle" && address.trim() === "" ? "secondary" : "primary"}
            isBusy={connect.isPending}
            className="sm:mt-[1.625rem] sm:self-start"
          >
            Connect repository
          </Button>
        </div>
        <Announcement>{problem}</Announcement>
        {read?.type === "ssh" && <DeployKey project={project} />}
        {read !== null && read.type !== "ssh" && (
          <SignInFields isOpen={problem !== undefined} value={credential} onChange={setCredential} />
        )}
      </form>
      {!chosen && others}
    </div>
  );
}

/** What an address of SSH needs at its host before it can be read. */
function DeployKey({ project }: { project: ProjectKey }) {
  const publicKey = useQuery(projectQuery(project)).data?.sshKey;
  if (!publicKey) return null;
  return (
    <CopyField
      label="Public key of this product"
      value={publicKey}
      hint="Add it at the code host as a deploy key of the repository first"
    />
  );
}
