/** Last second of the year 9999; git keeps what anybody writes into a commit. */
const maxSeconds = 253_402_300_799;

/** Seconds since 1970 and "+0130" as ISO 8601 with offset. What is no date, or none of our calendar, becomes 1970 or 9999. */
export function toIsoDate(seconds: number, offset: string): string {
  const [, sign = "+", hours = "00", minutes = "00"] = /^([+-])([01]\d|2[0-3])([0-5]\d)$/.exec(offset) ?? [];
  const offsetSeconds = (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
  const local = Number.isFinite(seconds) ? Math.min(Math.max(seconds + offsetSeconds, 0), maxSeconds) : 0;
  const text = new Date(local * 1000).toISOString().slice(0, "2026-01-02T03:04:05".length);
  return `${text}${sign}${hours}:${minutes}`;
}

/** Git's own "1767319445 +0100". */
export function parseRawDate(text: string): string {
  const [seconds = "", offset = ""] = text.split(" ");
  return toIsoDate(seconds === "" ? Number.NaN : Number(seconds), offset);
}
