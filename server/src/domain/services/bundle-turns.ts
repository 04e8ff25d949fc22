import { AppError } from "@cairn/contract/errors";

/** Unpacking keeps a processor and the disk busy. */
const maxAtOnce = 2;
/** Organizations whose bundle is being read in this process. */
const busy = new Set<string>();

/** Runs `work` unless the organization, or as many as this process reads at once, have a bundle under way. */
export async function inBundleTurn<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
  if (busy.has(organizationId))
    throw refusal("A git bundle of this organization is being read. Send this one when it is done.");
  if (busy.size >= maxAtOnce)
    throw refusal(
      `This server reads ${maxAtOnce} git bundles at once, and as many are under way. Try again in a moment.`,
    );
  busy.add(organizationId);
  try {
    return await work();
  } finally {
    busy.delete(organizationId);
  }
}

function refusal(message: string): AppError {
  return new AppError("unavailable", { message });
}
