/** The message for people when the disk is full. */
export const diskFullMessage = "The server's disk is full. Free some space, then try again.";

/** Whether a failure of the file system, PostgreSQL or SQLite means that the disk is full. */
export function isDiskFull(error: unknown): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code, errcode } = cause as { code?: unknown; errcode?: unknown };
    if (code === "ENOSPC" || code === "EDQUOT" || code === postgresDiskFull || errcode === sqliteFull) return true;
  }
  return false;
}

const postgresDiskFull = "53100";
const sqliteFull = 13;
