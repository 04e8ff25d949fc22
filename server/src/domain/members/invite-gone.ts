import { AppError } from "@cairn/contract/errors";

/** One answer for unknown, used, revoked, expired and void: a guess at a token learns nothing. */
export function inviteGone(): AppError {
  return new AppError("not_found", { message: "This invite is no longer valid" });
}
