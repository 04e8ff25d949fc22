import { access } from "node:fs/promises";

import { installPackage } from "./install-package.ts";

/** Chromium without a window, which tests start by the hundred: the other draws one for each, unseen, at twice the work. */
const withoutWindow = [process.env.CHROMIUM_PATH ?? "", "/usr/bin/chromium-headless-shell"];
const withWindow = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Path of a Chromium, rather of one without a window. On Debian as root that is installed when there is none, or a whole
 * one where there is no such package. Throws with what to do otherwise.
 */
export async function findChromium(): Promise<string> {
  const light = await findInstalled(withoutWindow);
  if (light) return light;
  await installPackage("chromium-headless-shell");
  const found = await findInstalled([...withoutWindow, ...withWindow]);
  if (found) return found;
  await installPackage("chromium");
  const installed = await findInstalled(withWindow);
  if (!installed) throw new Error("No Chromium was found. Install one, or set CHROMIUM_PATH to it.");
  return installed;
}

async function findInstalled(places: readonly string[]): Promise<string | null> {
  for (const location of places.filter((one) => one !== "")) {
    const isThere = await access(location).then(
      () => true,
      () => false,
    );
    if (isThere) return location;
  }
  return null;
}
