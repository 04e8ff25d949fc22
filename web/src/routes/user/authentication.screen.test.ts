import { endOtherSignIns, endSignIn, getSession, listSignIns, updatePassword } from "@cairn/contract/auth";
import type { SignIn } from "@cairn/contract/auth";
import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";

import { catchDepartures } from "#web/testing/catch-departures.ts";
import type { FakeApi } from "#web/testing/fake-api.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { sampleId } from "#web/testing/sample.ts";

const date = "2026-03-02T09:30:00.000Z";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

function makeSignIn(number: number, change: Partial<SignIn>): SignIn {
  return {
    sessionId: sampleId(number),
    application: null,
    userAgent: null,
    address: null,
    createdAt: date,
    lastUsedAt: date,
    isCurrent: false,
    ...change,
  };
}

const own = makeSignIn(0, { userAgent: firefox, address: "192.0.2.7", isCurrent: true });
const agent = makeSignIn(1, { application: "Night Owl" });

const open = (api?: (fake: FakeApi) => void, search = "") =>
  openScreen(`/user/settings/authentication${search}`, {
    api: (fake) => {
      fake.replyList(listSignIns, [own, agent]);
      api?.(fake);
    },
  });

describe("a new password", () => {
  const current = () => page.getByLabelText("Current password", { exact: true });
  const next = () => page.getByLabelText("New password", { exact: true });
  const again = () => page.getByLabelText("Confirm new password", { exact: true });
  const save = () => page.getByRole("main").getByRole("button", { name: "Save" });

  it("is sent once it keeps the rules and was typed twice the same", async () => {
    const api = await open();
    await expect
      .element(next())
      .toHaveAccessibleDescription("At least 8 characters, with 1 number and 1 uppercase letter");
    await expect.element(save()).toHaveAccessibleDescription("Enter your current password");
    await current().fill("Old12345");
    await next().fill("short");
    await expect
      .element(page.getByRole("list", { name: "Rules" }))
      .toMatchTextContent("At least 8 characters, not met1 number, not met1 uppercase letter, not met");
    await next().fill("Sesame12");
    await expect
      .element(page.getByRole("list", { name: "Rules" }))
      .toMatchTextContent("At least 8 characters, met1 number, met1 uppercase letter, met");
    await again().fill("Sesame13");
    await expect.element(save()).toHaveAccessibleDescription("Passwords don't match");
    await again().fill("Sesame12");
    await save().click();
    await expect.element(page.getByText("Your password has been updated")).toBeVisible();
    expect(api.received(updatePassword)).toEqual([{ oldPassword: "Old12345", newPassword: "Sesame12" }]);
    for (const field of [current(), next(), again()]) await expect.element(field).toHaveValue("");
    await expect.poll(() => api.received(listSignIns).length).toBeGreaterThan(1);
  });

  it("that is refused is said at the current one, until that is typed anew", async () => {
    await open((fake) => fake.refuse(updatePassword, "invalid_input", "The current password is wrong"));
    await current().fill("Old12345");
    await next().fill("Sesame12");
    await again().fill("Sesame12");
    await save().click();
    await expect.element(page.getByText("Could not update your password")).toBeVisible();
    await expect.element(current()).toHaveAccessibleDescription("The current password is wrong");
    await expect.element(current()).toHaveFocus();
    await expect.element(next()).toHaveValue("Sesame12");
    await current().fill("Old1234");
    await expect.element(current()).not.toHaveAttribute("aria-invalid", "true");
  });

  it("is not ours to change for those who sign in elsewhere", async () => {
    await open((fake) => fake.adjust(getSession, { hasPassword: false }));
    await expect.element(page.getByText(/You sign in with another provider\./)).toBeVisible();
    await expect.element(current()).not.toBeInTheDocument();
    await expect.element(page.getByRole("list", { name: "Sessions" })).toBeVisible();
  });
});

describe("the sessions", () => {
  const rows = () => page.getByRole("list", { name: "Sessions" }).getByRole("listitem");

  it("tell the browser or application, when and from where, and mark this one", async () => {
    await open();
    await expect.element(rows().first()).toMatchTextContent(/Firefox.*Linux.*Last used.*192\.0\.2\.7.*This browser/);
    await expect.element(rows().nth(1)).toMatchTextContent(/^Night Owl/);
    await expect.element(rows().nth(1)).not.toMatchTextContent("This browser");
    expect(document.title).toBe("Authentication · Cairn");
  });

  it("end one by one, and the focus goes to the next row", async () => {
    const api = await open();
    await expect.element(rows().nth(1)).toBeVisible();
    api.replyList(listSignIns, [own]);
    await page.getByRole("button", { name: "Sign out Night Owl" }).click();
    await expect.element(page.getByText("Browser signed out")).toBeVisible();
    expect(api.received(endSignIn)).toEqual([{ sessionId: agent.sessionId }]);
    await expect.element(rows().nth(1)).not.toBeInTheDocument();
    await expect.element(rows().first().getByRole("button")).toHaveFocus();
  });

  it("that ended elsewhere go from the list, and the reason is said", async () => {
    const api = await open((fake) => fake.refuse(endSignIn, "not_found", "It has ended already"));
    await expect.element(rows().nth(1)).toBeVisible();
    api.replyList(listSignIns, [own]);
    await page.getByRole("button", { name: "Sign out Night Owl" }).click();
    await expect.element(page.getByText("Could not sign the browser out")).toBeVisible();
    await expect.element(rows().nth(1)).not.toBeInTheDocument();
  });

  it("end here by leading to the sign-in", async () => {
    const left = catchDepartures();
    const api = await open();
    await rows().first().getByRole("button").click();
    await expect.poll(() => left.map((url) => new URL(url).pathname)).toEqual(["/login"]);
    expect(api.received(endSignIn)).toEqual([]);
  });

  it("end all but this one after a question, and the focus is not lost with its button", async () => {
    const api = await open();
    await page.getByRole("button", { name: "Sign out all other browsers" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign out all other browsers?" });
    await expect.element(dialog).toMatchTextContent("Only this browser stays signed in.");
    api.replyList(listSignIns, [own]);
    await dialog.getByRole("button", { name: "Sign out all others" }).click();
    await expect.element(page.getByText("Other browsers signed out")).toBeVisible();
    expect(api.received(endOtherSignIns)).toHaveLength(1);
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
    await expect.element(page.getByRole("button", { name: "Sign out all other browsers" })).not.toBeInTheDocument();
  });

  it("stay when that is refused, and the question too", async () => {
    await open((fake) => fake.refuse(endOtherSignIns, "internal", "The disk is full"));
    await page.getByRole("button", { name: "Sign out all other browsers" }).click();
    await page.getByRole("button", { name: "Sign out all others" }).click();
    await expect.element(page.getByText("Could not sign the other browsers out")).toBeVisible();
    await expect.element(page.getByRole("dialog", { name: "Sign out all other browsers?" })).toBeVisible();
  });

  it("that cannot be loaded say why, and the password stays usable", async () => {
    const api = await open((fake) => fake.refuse(listSignIns, "internal", "The disk is full"));
    await expect.element(page.getByText("The disk is full")).toBeVisible();
    await expect.element(page.getByLabelText("Current password", { exact: true })).toBeVisible();
    api.replyList(listSignIns, [own]);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect.element(rows()).toBeVisible();
  });

  it("come in pages", async () => {
    await open(
      (fake) => fake.reply(listSignIns, ({ page: number }) => ({ content: [agent], page: number, limit: 1, total: 3 })),
      "?page=2",
    );
    await expect.element(page.getByRole("navigation", { name: "Pages" })).toMatchTextContent("Page 2 of 3");
    await page.getByRole("link", { name: "Next page" }).click();
    await expect.element(page.getByRole("navigation", { name: "Pages" })).toMatchTextContent("Page 3 of 3");
    expect(location.search).toBe("?page=3");
  });
});
