import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { startCairn } from "../server/src/main/start/start-cairn.ts";
import { startIdentityProvider } from "../server/src/testing/fakes/identity-provider.ts";
import { findFreePort } from "../server/src/testing/find-free-port.ts";
import { expect, test } from "./fixtures.ts";
import { webDirectory } from "./web-directory.ts";

test("somebody signs in at a provider of their own", async ({ browser }) => {
  const directory = await mkdtemp(path.join(os.tmpdir(), "cairn-elsewhere-"));
  const provider = await startIdentityProvider();
  const running = await startCairn({
    env: {
      DATA_DIR: directory,
      PORT: String(await findFreePort()),
      AUTH_HOST: provider.address,
      AUTH_CLIENT_ID: provider.clientId,
      LOG_LEVEL: "error",
    },
    webDirectory,
    parts: { server: true, worker: false },
  });
  // Its own context: this product and the provider have addresses that no other story has.
  const context = await browser.newContext();
  try {
    await provider.setUp({ redirectUri: `${running.address}/auth/verify`, audience: running.address });
    const claims = { email: "ada@example.test", email_verified: true, given_name: "Ada", family_name: "Okafor" };
    await provider.setPerson("ada-there", claims);
    const page = await context.newPage();
    await page.goto(`${running.address}/user/settings/authentication`);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByLabel("Account").fill("ada-there");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(`${running.address}/user/settings/authentication`);
    await expect(page.getByText("You sign in with another provider.")).toBeVisible();
    await expect(page.getByText("This browser")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Authentication" })).toBeVisible();
    await expect(page.getByRole("button", { name: /Ada Okafor/ })).toBeVisible();
  } finally {
    await context.close();
    await running.stop();
    await provider.close();
    await rm(directory, { recursive: true, force: true });
  }
});
