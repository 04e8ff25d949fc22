import { AppError } from "@cairn/contract/errors";

const fullDiskCodes = ["ENOSPC", "EDQUOT"];

/** The error for a failed file operation: a full disk says so, everything else reads `message`. */
export function fileFailure(message: string, cause: unknown): AppError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (fullDiskCodes.includes(code))
    return new AppError("disk_full", { message: `${message} The disk is full.`, cause });
  return new AppError("unavailable", { message, cause });
}

/** The error for a PostgreSQL that gave up, from the end of its output. */
export function postgresFailure(what: string, output: string): AppError {
  const cause = new Error(output.trim() || "PostgreSQL printed nothing");
  if (/No space left on device|Disk quota exceeded/.test(output)) {
    const message = `${what}: the disk is full. Free some space; nothing that was saved is lost.`;
    return new AppError("disk_full", { message, cause });
  }
  if (/files are incompatible with server/.test(output)) {
    const message = `${what}: the data directory was made by another major version of PostgreSQL.`;
    return new AppError("unavailable", { message, cause });
  }
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const informative =
    lines.findLast((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? "no reason given";
  return new AppError("unavailable", { message: `${what}: ${informative.trim()}`, cause });
}
