import type { ChatSummary } from "@cairn/contract/chat";
import dayjs from "dayjs";

/** Chats that were last used in the same period. */
export interface ChatGroup {
  /** "Today", "Previous 7 days", "March 2026". */
  label: string;
  chats: ChatSummary[];
}

/** Groups chats by the date of their last use and keeps their order; `now` says what today is. */
export function groupChats(chats: readonly ChatSummary[], now: Date = new Date()): ChatGroup[] {
  const groups = Map.groupBy(chats, ({ updatedAt }) => groupLabel(updatedAt, now));
  return [...groups].map(([label, inGroup]) => ({ label, chats: inGroup }));
}

/** By days of the reader's calendar, not by hours. */
function groupLabel(updatedAt: string, now: Date): string {
  const date = dayjs(updatedAt);
  const days = dayjs(now).startOf("day").diff(date.startOf("day"), "day");
  if (days <= 0) return "Today";
  if (days === 1) return "Yesterday";
  if (days <= 7) return "Previous 7 days";
  return date.format(date.year() === dayjs(now).year() ? "MMMM" : "MMMM YYYY");
}
