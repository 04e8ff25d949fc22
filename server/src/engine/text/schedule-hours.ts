/** Hours that people call night. */
const isNight = (hour: number): boolean => hour >= 22 || hour < 6;

/** Whether a schedule names hours of the night, and no hours of the day; null says nothing. */
export function isAtNight(schedule: string | null): boolean {
  const hours = schedule === null ? [] : hoursOf(schedule);
  return hours.length > 0 && hours.every(isNight);
}

/** Hours that a schedule names, 0 to 23; empty where it runs at every hour or says none. */
function hoursOf(schedule: string): number[] {
  const text = schedule.trim().toLowerCase();
  if (/^@(?:daily|midnight|weekly|monthly|yearly|annually)$/.test(text)) return [0];
  const fields = text.split(/\s+/);
  if (fields.length >= 5 && fields.length <= 7 && fields.every((field) => /^[\d*?/,\-#lwa-z]+$/.test(field))) {
    // Seconds stand in front of six or seven.
    const field = fields[fields.length === 5 ? 1 : 2] ?? "";
    const parts = field.split(",").map((part) => /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(part));
    return parts.every((part) => part !== null)
      ? parts.flatMap(([, from = "", to = from]) => [Number(from), Number(to)])
      : [];
  }
  if (/\bmidnight\b/.test(text)) return [0];
  const [, hour, half] = /\b(?:at|daily)\s+(\d{1,2})(?::\d{2})?(?::\d{2})?\s*(am|pm)?\b/.exec(text) ?? [];
  if (hour === undefined) return /^(?:daily|weekly|monthly|every day)$/.test(text) ? [0] : [];
  return [half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "pm" ? 12 : 0)];
}
