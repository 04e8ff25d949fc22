import dayjs from "dayjs";
import relativeTime from "dayjs/plugin/relativeTime.js";

dayjs.extend(relativeTime);

type DateLike = string | number | Date;

/** Today, Yesterday, the weekday within a week, else "Mon 16. Nov at 10:05". */
export function formatDate(value: DateLike, now: DateLike = new Date()): string {
  const date = dayjs(value);
  const days = dayjs(now).startOf("day").diff(date.startOf("day"), "day");
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  if (days > 1 && days < 7) return date.format("dddd");
  return date.format("ddd D. MMM [at] HH:mm");
}

/** Like formatDate, for use inside a sentence: "today", "on Friday". */
export function formatDateInSentence(value: DateLike, now: DateLike = new Date()): string {
  const date = formatDate(value, now);
  return date === "Today" || date === "Yesterday" ? date.toLowerCase() : `on ${date}`;
}

/** Like formatDate, but always with the time of day: "Today 09:14". */
export function formatDateTime(value: DateLike, now: DateLike = new Date()): string {
  const date = formatDate(value, now);
  return date.includes(" at ") ? date : `${date} ${dayjs(value).format("HH:mm")}`;
}

/** The full date and time, for titles and `time` elements. */
export function formatFullDate(value: DateLike): string {
  return dayjs(value).format("dddd D MMMM YYYY, HH:mm");
}

/** How long ago or how long since: "2 hours ago", "since 2 hours", "for 2 hours". */
export function formatRelativeDate(
  value: DateLike,
  form: "ago" | "since" | "for" = "ago",
  now: DateLike = new Date(),
): string {
  const span = dayjs(value).from(now, true);
  return form === "ago" ? `${span} ago` : `${form} ${span}`;
}

/** A length of time in hours, minutes and seconds: "1h 4m 12s". */
export function formatDuration(milliseconds: number): string {
  const total = Math.max(0, Math.round(milliseconds / 1000));
  const parts = [
    [Math.floor(total / 3600), "h"],
    [Math.floor((total % 3600) / 60), "m"],
    [total % 60, "s"],
  ] as const;
  const shown = parts.filter(([amount]) => amount > 0).map(([amount, unit]) => `${amount}${unit}`);
  return shown.join(" ") || "0s";
}

/** A greeting for the hour of the local day. */
export function greetingAt(hour: number = new Date().getHours()): string {
  if (hour >= 5 && hour < 12) return "Good morning";
  if (hour >= 12 && hour < 18) return "Good afternoon";
  if (hour >= 18 && hour < 22) return "Good evening";
  return "Good night";
}
