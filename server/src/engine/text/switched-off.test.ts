import { expect, it } from "vitest";

import { holdsSwitchedOffCode } from "./switched-off.ts";

it.each([
  'disabled until we have mails\ncron.schedule("0 4 * * *", sendMails);',
  "no mails yet\nscheduler.add_job(send_mails, hours=4)",
  "if (isNight) {",
])("knows code that was switched off: %s", (comment) => {
  expect(holdsSwitchedOffCode(comment)).toBe(true);
});

it.each([
  "Removes boats that nobody has seen for a year.",
  "Removes old boats (each night).\n\nconst gone = removeOldBoats();",
  "Removes what is in {@link boats}",
])("and what is said of a declaration: %s", (comment) => {
  expect(holdsSwitchedOffCode(comment)).toBe(false);
});
