import { AppError } from "@cairn/contract/errors";

/** Runs the work when its turn comes; not at all where nobody waits for it any more. */
type WorkGate = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** Pictures and PDFs need some hundred megabytes each while they are worked on, so they are taken one at a time. */
export const workGate = createGate();

/** One work after the other, in the order they came; one that fails holds up nobody. */
export function createGate(): WorkGate {
  let last: Promise<unknown> = Promise.resolve();
  return (signal, work) => {
    const done = last.then(() => {
      if (signal.aborted) throw new AppError("cancelled", { message: "The upload was given up" });
      return work();
    });
    last = done.catch(() => {});
    return done;
  };
}
