import { getFile } from "@cairn/contract/files";
import type { UploadedFile } from "@cairn/contract/files";
import { queryOptions } from "@tanstack/react-query";

import { callForFile } from "#web/lib/api/call.ts";
import { endpointKey } from "#web/lib/api/endpoint-query.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { hasSession } from "#web/lib/auth/session.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";

/** Long enough for the browser to start the download. */
const revokeDelayMs = 60_000;

/** The content of a stored file; it never changes. */
export function sentFileQuery(organizationId: string, filename: string) {
  const input = { params: { organizationId, filename } };
  return queryOptions({
    queryKey: endpointKey(getFile, input),
    queryFn: ({ signal }) => callForFile(getFile, input, { signal }),
    staleTime: Infinity,
    enabled: hasSession,
  });
}

/** Saves a stored file under the name it was sent with. */
export async function downloadSentFile(organizationId: string, file: UploadedFile): Promise<void> {
  try {
    const blob = await callForFile(getFile, { params: { organizationId, filename: file.filename } });
    const url = URL.createObjectURL(blob);
    const link = document.createElement("a");
    link.href = url;
    link.download = file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs);
  } catch (error) {
    showToast({ kind: "error", title: "Could not download the file", description: errorMessage(error) });
  }
}
