import { describe, expect, it } from "vitest";

import {
  formatDateInSentence,
  formatDuration,
  greetingAt,
  formatDate,
  formatDateTime,
  formatRelativeDate,
} from "./dates.ts";

const now = new Date(2026, 10, 20, 12, 0);

describe("humanDate", () => {
  it.each([
    [new Date(2026, 10, 20, 0, 1), "Today"],
    [new Date(2026, 10, 19, 23, 59), "Yesterday"],
    [new Date(2026, 10, 16, 10, 5), "Monday"],
    [new Date(2026, 10, 14, 10, 5), "Saturday"],
    [new Date(2026, 10, 13, 10, 5), "Fri 13. Nov at 10:05"],
    [new Date(2026, 10, 22, 8, 30), "Sun 22. Nov at 08:30"],
  ])("%s is %s", (date, text) => {
    expect(formatDate(date, now)).toBe(text);
  });

  it("fits into a sentence", () => {
    expect(formatDateInSentence(new Date(2026, 10, 20, 9, 14), now)).toBe("today");
    expect(formatDateInSentence(new Date(2026, 10, 16, 10, 5), now)).toBe("on Monday");
  });

  it("adds the time of day only where it is missing", () => {
    expect(formatDateTime(new Date(2026, 10, 20, 9, 14), now)).toBe("Today 09:14");
    expect(formatDateTime(new Date(2026, 10, 13, 10, 5), now)).toBe("Fri 13. Nov at 10:05");
  });
});

describe("greeting", () => {
  it.each([
    [4, "Good night"],
    [5, "Good morning"],
    [11, "Good morning"],
    [12, "Good afternoon"],
    [17, "Good afternoon"],
    [18, "Good evening"],
    [21, "Good evening"],
    [22, "Good night"],
    [0, "Good night"],
  ])("at %i says %s", (hour, text) => {
    expect(greetingAt(hour)).toBe(text);
  });
});

describe("relativeDate", () => {
  it("formats with ago, since and for", () => {
    const past = new Date(2026, 10, 20, 10, 0);
    expect(formatRelativeDate(past, "ago", now)).toBe("2 hours ago");
    expect(formatRelativeDate(past, "since", now)).toBe("since 2 hours");
    expect(formatRelativeDate(past, "for", now)).toBe("for 2 hours");
  });
});

describe("duration", () => {
  it.each([
    [0, "0s"],
    [8_400, "8s"],
    [252_000, "4m 12s"],
    [3_600_000, "1h"],
    [3_672_000, "1h 1m 12s"],
  ])("%i ms is %s", (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});
