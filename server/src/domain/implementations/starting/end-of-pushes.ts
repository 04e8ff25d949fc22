import { pushDays } from "@cairn/contract/implementations";

const dayMs = 86_400_000;

/** Until when pushes are taken that were asked for now. */
export function endOfPushes(now: Date): Date {
  return new Date(now.getTime() + pushDays * dayMs);
}
