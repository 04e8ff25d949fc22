import { repositoryAddressSchema } from "@cairn/contract/repository-address";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { AddressField } from "#web/features/connecting/address-field.tsx";
import { connectAddress } from "#web/features/connecting/connecting.api.ts";
import { proposeName } from "#web/features/connecting/propose-name.ts";
import { integrationsQuery } from "#web/features/integrations/integrations.api.ts";
import { ProjectForm } from "#web/features/projects/project-form.tsx";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";

interface ProductFormProps {
  organizationId: string;
  /** With the address that could not be connected; null where none was given, or it is connected. */
  onCreated: (key: ProjectKey, refusedAddress: string | null) => void;
}

/** Creates a product from the address of a repository, after which it is called, or from what else code comes in. */
export function ProductForm({ organizationId, onCreated }: ProductFormProps) {
  const [address, setAddress] = useState("");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const integrations = useQuery(integrationsQuery(organizationId)).data?.content;
  const githubProblem = integrations?.find(({ type }) => type === "github")?.unavailableReason ?? null;
  const fieldRef = useRef<HTMLInputElement>(null);
  const isReady = () => {
    if (address.trim() === "") return true;
    const message = repositoryAddressSchema.safeParse(address).error?.issues[0]?.message;
    setProblem(message);
    if (message !== undefined) fieldRef.current?.focus();
    return message === undefined;
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
            <Announcement>{problem}</Announcement>
          </>
        ),
      }}
      onCreated={async ({ slug }, repository) => {
        const key = { organizationId, projectId: slug };
        const given = repository === "existing" ? address.trim() : "";
        if (given === "") return onCreated(key, null);
        // The product is there; its next screen asks for what was missing, as a password.
        await connectAddress(key, { address: given }).then(
          () => onCreated(key, null),
          (error) => {
            showToast({ kind: "error", title: "Could not connect the repository", description: errorMessage(error) });
            onCreated(key, given);
          },
        );
      }}
    />
  );
}
