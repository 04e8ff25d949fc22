import type { CallOf } from "@cairn/contract/endpoint";
import { getProject } from "@cairn/contract/projects";
import { getRepository, testConnection, testNewConnection } from "@cairn/contract/repositories";
import type { connectionTestSchema } from "@cairn/contract/repositories";
import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { call } from "#web/lib/api/call.ts";
import { endpointKey } from "#web/lib/api/endpoint-query.ts";
import { errorMessage, queryClient } from "#web/lib/api/query-client.ts";
import type { TrialResult } from "#web/ui/form/trial-button.tsx";

import { describeConnectionTest } from "./describe-connection.ts";

type ConnectionTest = z.infer<typeof connectionTestSchema>;
type NewConnectionTest = NonNullable<CallOf<typeof testNewConnection>["body"]>;

/** Tests a connection that is not saved yet. The result is shown beside the button, not as a toast. */
export function useTestNewConnection(key: ProjectKey) {
  const { data, error, ...test } = useMutation({
    mutationFn: (body: NewConnectionTest) => call(testNewConnection, { params: key, body }),
    // The first test over SSH may have created the product's key pair.
    onSettled: () => queryClient.invalidateQueries({ queryKey: endpointKey(getProject) }),
  });
  return { ...test, found: data, result: toTrialResult(data, error) };
}

/** Tests the saved connection of a repository. */
export function useTestConnection(key: RepositoryKey) {
  const { data, error, ...test } = useMutation({
    mutationFn: () => call(testConnection, { params: key }),
    // The first contact pins host keys.
    onSettled: () => queryClient.invalidateQueries({ queryKey: endpointKey(getRepository) }),
  });
  return { ...test, result: toTrialResult(data, error) };
}

function toTrialResult(found: ConnectionTest | undefined, error: Error | null): TrialResult | null {
  if (error) return { isSuccessful: false, text: errorMessage(error) };
  return found ? { isSuccessful: true, text: describeConnectionTest(found) } : null;
}
