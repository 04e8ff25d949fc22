/** The name of the unique constraint that a failed write ran into; null for any other failure. */
export function violatedConstraint(error: unknown): string | null {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (typeof cause !== "object" || cause === null) return null;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  return code === "23505" ? (constraint ?? "") : null;
}
