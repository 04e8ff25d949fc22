const deadlocked = "40P01";
const tries = 3;

/**
 * Runs a transaction anew where PostgreSQL ended it because it and another one waited for each other, as a deletion that
 * reaches many tables may for work that goes on in them. Nothing of an ended transaction has happened.
 */
export async function retryDeadlocked<T>(transact: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await transact();
    } catch (error) {
      if (tried === tries || !isDeadlock(error)) throw error;
    }
  }
}

/** The query's error holds the database's own as its cause. */
function isDeadlock(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if ("code" in one && one.code === deadlocked) return true;
  return false;
}
