import { AppError } from "@cairn/contract/errors";

/** How long a slug that was given up stays reserved, so that saved addresses cannot be taken over. */
const tombstoneDays = 90;

export function tombstoneStart(now: Date): Date {
  return new Date(now.getTime() - tombstoneDays * 24 * 3600 * 1000);
}

export function slugTaken(): AppError {
  return new AppError("conflict", { message: "This slug is already taken" });
}
