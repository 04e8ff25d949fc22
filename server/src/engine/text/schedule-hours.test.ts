import { expect, it } from "vitest";

import { isAtNight } from "./schedule-hours.ts";

it.each([
  "0 3 * * *",
  "0 0 3 * * *",
  "30 22,1-4 * * 1",
  "@daily",
  "every day at 3am",
  "every day at midnight",
  "daily at 02:30",
  "every day at 12:03am",
])("%s is at night", (schedule) => expect(isAtNight(schedule)).toBe(true));

it.each([
  null,
  "* * * * *",
  "*/5 * * * *",
  "0 */3 * * *",
  "0 12 * * 0",
  "0 3,12 * * *",
  "every hour",
  "daily at 13:00",
  "every day at 5pm",
  "{CRON}",
])("%s is not", (schedule) => expect(isAtNight(schedule)).toBe(false));
