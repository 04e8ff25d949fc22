import { readRepositoryAddress, repositoryAddressSchema } from "@cairn/contract/repository-address";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { AddressField } from "#web/features/connecting/address-field.tsx";
import { connectAddress } from "#web/features/connecting/connecting.api.ts";
import { proposeName } from "#web/features/connecting/propose-name.ts";
import { emptyCredential, SignInFields } from "#web/features/connecting/sign-in-fields.tsx";
import { keepTypedAddress } from "#web/features/connecting/typed-addresses.ts";
import { integrationsQuery } from "#web/features/integrations/integrations.api.ts";
import { ProjectForm } from "#web/features/projects/project-form.tsx";
import type { RepositoryChoice } from "#web/features/projects/project-form.tsx";
import { takeBackProject } from "#web/features/projects/projects.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";

interface ProductFormProps {
  organizationId: string;
  /** With what the code comes from, where that is asked for next. */
  onCreated: (key: ProjectKey, repository: RepositoryChoice) => void;
}

/** Creates a product from the address of a repository, after which it is called, or from what else code comes in. */
export function ProductForm({ organizationId, onCreated }: ProductFormProps) {
  const [address, setAddress] = useState("");
  const [credential, setCredential] = useState(emptyCredential);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const integrations = useQuery(integrationsQuery(organizationId)).data?.content;
  const githubProblem = integrations?.find(({ type }) => type === "github")?.unavailableReason ?? null;
  const fieldRef = useRef<HTMLInputElement>(null);
  const read = readRepositoryAddress(address);
  const refuse = (message: string | undefined) => {
    setProblem(message);
    if (message !== undefined) fieldRef.current?.focus();
  };
  const isReady = () => {
    if (address.trim() === "") return true;
    const message = repositoryAddressSchema.safeParse(address).error?.issues[0]?.message;
    refuse(message);
    return message === undefined;
  };
  const connect = async (key: ProjectKey, given: string) => {
    const body = { address: given, ...(credential.password === "" ? {} : { credential }) };
    const refused = await connectAddress(key, body).then(
      () => null,
      (error: unknown) => errorMessage(error),
    );
    if (refused === null) return onCreated(key, "existing");
    // A host of SSH wants the product's own key first, so that the product has to stay; its next screen shows the key.
    if (read?.type !== "ssh" && (await takeBackProject(key))) return refuse(refused);
    keepTypedAddress(key, { address: given, problem: refused });
    onCreated(key, "existing");
  };
  return (
    <ProjectForm
      organizationId={organizationId}
      existing={{
        isReady,
        githubProblem,
        proposedName: proposeName(address),
        field: (
          <>
            <AddressField
              ref={fieldRef}
              isPageFocus
              hint="Name and main branch are found out."
              error={problem}
              value={address}
              onValueChange={(text) => {
                setAddress(text);
                setProblem(undefined);
              }}
            />
            {read !== null && read.type !== "ssh" && (
              <SignInFields isOpen={problem !== undefined} value={credential} onChange={setCredential} />
            )}
            <Announcement>{problem}</Announcement>
          </>
        ),
      }}
      onCreated={async ({ slug }, repository: RepositoryChoice) => {
        const key = { organizationId, projectId: slug };
        const given = repository === "existing" ? address.trim() : "";
        await (given === "" ? onCreated(key, repository) : connect(key, given));
      }}
    />
  );
}
