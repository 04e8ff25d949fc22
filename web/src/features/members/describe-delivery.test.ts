import { expect, test } from "vitest";

import { describeDelivery } from "./describe-delivery.ts";

const now = new Date(2026, 10, 20, 12, 0);
const later = new Date(2026, 11, 4, 12, 0).toISOString();
const state = (change: object) =>
  describeDelivery({ delivery: "link", deliveryError: null, expiresAt: later, ...change }, now);

test("describes each kind of delivery with the expiry date", () => {
  expect(state({}).text).toBe("Link not used yet · until Fri 4. Dec at 12:00");
  expect(state({ delivery: "queued" }).text).toMatch(/^Mail is on its way · until/);
  expect(state({ delivery: "sent" }).text).toMatch(/^Mail sent · until/);
});

test("a failed mail is a problem and shows its error", () => {
  const failed = state({ delivery: "failed", deliveryError: "The mail server refused the address" });
  expect(failed).toEqual({ text: "Mail not sent: The mail server refused the address", isProblem: true });
  expect(state({ delivery: "failed" }).text).toBe("Mail not sent");
});

test("an expired invite is shown as expired, however it was delivered", () => {
  expect(state({ delivery: "sent", expiresAt: now.toISOString() })).toEqual({
    text: "The invite has expired",
    isProblem: true,
  });
});
