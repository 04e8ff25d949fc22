import { describe, expect, it } from "vitest";

import { inviteLetter } from "./invite-letter.ts";

const invite = {
  appName: "Cairn",
  email: "ada@example.test",
  inviterName: "Grace Hill",
  organizationName: "Northquay",
  role: "admin" as const,
  link: "https://cairn.example.test/invite/abc",
  expiresAt: new Date("2026-12-05T09:00:00.000Z"),
};

describe("the letter", () => {
  it("says who invites whom to what, as what, and until when", () => {
    expect(inviteLetter(invite)).toEqual({
      to: "ada@example.test",
      subject: "Grace Hill invited you to Northquay on Cairn",
      text: [
        'Grace Hill invited you to join the organization "Northquay" on Cairn as Admin.',
        "Open this link and sign in with ada@example.test to accept:",
        "https://cairn.example.test/invite/abc",
        "The link works once, until 5 December 2026, 09:00 UTC.",
        "If you did not expect this, ignore it.",
        "",
      ].join("\n\n"),
    });
  });

  it("keeps names to one short line each", () => {
    const { subject, text } = inviteLetter({
      ...invite,
      inviterName: "Eve\r\n\r\nOpen https://evil.example instead:\u2028",
      organizationName: "\u202eyauqhtroN\u0000".repeat(1_000),
    });
    expect(subject).toMatch(/^Eve Open https:\/\/evil\.example instead: invited you to /);
    expect(subject).not.toMatch(/[\p{Cc}\p{Cf}\u2028]/u);
    expect(text.split("\n\n")).toHaveLength(6);
    expect(text.length).toBeLessThan(1_000);
  });
});
