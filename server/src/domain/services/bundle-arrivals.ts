import { AppError } from "@cairn/contract/errors";

/** A bundle that somebody is sending, or that is being read. */
interface Arrival {
  organizationId: string;
  userId: string;
  /** The most that it can be. */
  bytes: number;
}

/** Those of this process. */
const arrivals = new Set<Arrival>();

/** Runs `work` with the bundle counted as one under way. One of each person at a time: whoever is slow holds up nobody else. */
export async function whileArriving<T>(arrival: Arrival, work: () => Promise<T>): Promise<T> {
  const isSending = [...arrivals].some(({ userId }) => userId === arrival.userId);
  if (isSending)
    throw new AppError("unavailable", {
      message: "A git bundle of yours is on its way or being read. Send this one when it is done.",
    });
  arrivals.add(arrival);
  try {
    return await work();
  } finally {
    arrivals.delete(arrival);
  }
}

/** What bundles that are under way may take of an organization's room. */
export function countArriving(organizationId: string): number {
  let bytes = 0;
  for (const one of arrivals) if (one.organizationId === organizationId) bytes += one.bytes;
  return bytes;
}
