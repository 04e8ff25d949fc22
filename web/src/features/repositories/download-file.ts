import { errorMessage } from "#web/lib/query-client.ts";
import { showToast } from "#web/ui/toast-manager.ts";

import { baseName } from "./file-path.ts";
import { fetchRawFile } from "./repositories.api.ts";
import type { CodePlace, RepositoryKey } from "./repositories.api.ts";

/** Long enough for the browser to have taken the bytes over. */
const keptMs = 60_000;

/** Saves a file as it is. It is fetched with the access token, which an address of its own could not carry. */
export async function downloadFile(repository: RepositoryKey, place: CodePlace): Promise<void> {
  try {
    const url = URL.createObjectURL(await fetchRawFile(repository, place));
    const link = document.createElement("a");
    link.href = url;
    link.download = baseName(place.path);
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), keptMs);
  } catch (error) {
    showToast({ kind: "error", title: "Could not download the file", description: errorMessage(error) });
  }
}
