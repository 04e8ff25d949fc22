import { AppError } from "@cairn/contract/errors";

/** How many clients git serves at once; each takes processes, memory and disk. */
export interface GitPlaces {
  /** Gives a place back when called again. Throws `unavailable` when none is free. */
  take(callerId: string): () => void;
}

const retryAfterS = 10;

/** `perCaller` and `inAll` count exchanges that are under way in this process. */
export function createGitPlaces({ perCaller, inAll }: { perCaller: number; inAll: number }): GitPlaces {
  const taken = new Map<string, number>();
  let takenInAll = 0;
  return {
    take(callerId) {
      const own = taken.get(callerId) ?? 0;
      if (own >= perCaller) throw refuse("You run many git commands at once. Please wait a little and try again.");
      if (takenInAll >= inAll) throw refuse("The server is busy with git. Please wait a little and try again.");
      taken.set(callerId, own + 1);
      takenInAll += 1;
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        takenInAll -= 1;
        const left = (taken.get(callerId) ?? 1) - 1;
        if (left === 0) taken.delete(callerId);
        else taken.set(callerId, left);
      };
    },
  };
}

function refuse(message: string): AppError {
  return new AppError("unavailable", { message, details: { retryAfterS } });
}
