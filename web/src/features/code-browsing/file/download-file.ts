import { fetchRawFile } from "#web/features/code-browsing/code-browsing.api.ts";
import type { CodeLocation } from "#web/features/code-browsing/code-browsing.api.ts";
import { baseName } from "#web/features/code-browsing/location/file-path.ts";
import type { RepositoryKey } from "#web/features/repositories/repositories.api.ts";
import { errorMessage } from "#web/lib/api/query-client.ts";
import { showToast } from "#web/lib/toasts/toast-manager.ts";

/** Time for the browser to read the object URL before it is revoked. */
const revokeDelayMs = 60_000;

/** Downloads a file. It is fetched with the access token, which a plain link could not send. */
export async function downloadFile(repository: RepositoryKey, codeLocation: CodeLocation): Promise<void> {
  try {
    const url = URL.createObjectURL(await fetchRawFile(repository, codeLocation));
    const link = document.createElement("a");
    link.href = url;
    link.download = baseName(codeLocation.path);
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs);
  } catch (error) {
    showToast({ kind: "error", title: "Could not download the file", description: errorMessage(error) });
  }
}
