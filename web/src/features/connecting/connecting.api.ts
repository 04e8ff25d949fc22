import type { CallOf, OutputOf } from "@cairn/contract/endpoint";
import { connectBundle, connectService, createService, provisionalDescription } from "@cairn/contract/services";
import { useMutation } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { refreshServices } from "#web/features/services/services.api.ts";
import { call } from "#web/lib/api/call.ts";
import { sendFile } from "#web/lib/api/send-file.ts";
import { callPath } from "#web/lib/http/send.ts";

type AddressInput = NonNullable<CallOf<typeof connectService>["body"]>;

/** Connects a repository by its address alone. */
export function connectAddress(key: ProjectKey, body: AddressInput) {
  return call(connectService, { params: key, body });
}

/** The same; what is refused is shown under the field, so there is no toast. */
export function useConnectAddress(key: ProjectKey) {
  return useMutation({
    mutationFn: (body: AddressInput) => connectAddress(key, body),
    onSuccess: () => refreshServices(key),
  });
}

/** Sends a git bundle, whose branches come into a repository on this server. */
export function useConnectBundle(key: ProjectKey) {
  return useMutation({
    mutationFn: async ({ file, onProgress }: { file: File; onProgress: (progress: number) => void }) => {
      const { signal } = new AbortController();
      const answer = await sendFile(callPath(connectBundle, { params: key }), file, { onProgress, signal });
      return JSON.parse(answer) as OutputOf<typeof connectBundle>;
    },
    onSuccess: () => refreshServices(key),
  });
}

/** Starts an empty repository on this server, with a service that is described once there is code. */
export function useHostRepository(key: ProjectKey) {
  return useMutation({
    mutationFn: (name: string) =>
      call(createService, {
        params: key,
        body: {
          name,
          type: "library",
          description: provisionalDescription(name),
          repository: { connection: { type: "internal", name } },
        },
      }),
    onSuccess: () => refreshServices(key),
  });
}
