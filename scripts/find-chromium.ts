import { access } from "node:fs/promises";

import { installPackage } from "./install-package.ts";

const places = [
  process.env.CHROMIUM_PATH ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Path of a Chromium; on Debian as root one is installed when there is none. Throws with what to do otherwise. */
export async function findChromium(): Promise<string> {
  const found = await findInstalled();
  if (found) return found;
  await installPackage("chromium");
  const installed = await findInstalled();
  if (!installed) throw new Error("No Chromium was found. Install one, or set CHROMIUM_PATH to it.");
  return installed;
}

async function findInstalled(): Promise<string | null> {
  for (const location of places.filter((one) => one !== "")) {
    const isThere = await access(location).then(
      () => true,
      () => false,
    );
    if (isThere) return location;
  }
  return null;
}
