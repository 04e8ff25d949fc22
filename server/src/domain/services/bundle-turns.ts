import { AppError } from "@cairn/contract/errors";

/** Unpacking keeps a processor and the disk busy. */
const maxAtOnce = 2;

interface Waiting {
  organizationId: string;
  begin: () => void;
}

/** Organizations whose bundle is being read in this process. */
const busy = new Set<string>();
/** Those whose bundle has arrived, in the order in which it did. */
const waiting: Waiting[] = [];

/**
 * Runs `work` when its turn comes: two at once in this process, and one of an organization, so that somebody with many bundles holds
 * up nobody else. Only what has arrived may wait here: a turn is never held while bytes of a sender are awaited.
 */
export async function inBundleTurn<T>(
  { organizationId, signal }: { organizationId: string; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  await turnOf(organizationId, signal);
  try {
    return await work();
  } finally {
    busy.delete(organizationId);
    beginNext();
  }
}

async function turnOf(organizationId: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw givenUp();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const own: Waiting = { organizationId, begin: resolve };
  const leave = (): void => {
    const at = waiting.indexOf(own);
    if (at === -1) return;
    waiting.splice(at, 1);
    reject(givenUp());
  };
  signal.addEventListener("abort", leave, { once: true });
  waiting.push(own);
  beginNext();
  try {
    await promise;
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

function beginNext(): void {
  while (busy.size < maxAtOnce) {
    const at = waiting.findIndex(({ organizationId }) => !busy.has(organizationId));
    const [next] = at === -1 ? [] : waiting.splice(at, 1);
    if (!next) return;
    busy.add(next.organizationId);
    next.begin();
  }
}

function givenUp(): AppError {
  return new AppError("cancelled", { message: "The upload was given up" });
}
