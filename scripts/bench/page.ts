import { chromium } from "@playwright/test";

import { startCairn } from "../../server/src/main/start/start-cairn.ts";
import { findFreePort } from "../../server/src/testing/find-free-port.ts";
import { buildWebIfChanged, webDirectory } from "../build-web.ts";
import { findChromium } from "../find-chromium.ts";
import { atMost, type Figure } from "./figure.ts";

/** What the first route costs the browser, counted as it arrives. */
export async function benchPage(folder: string): Promise<Figure[]> {
  await buildWebIfChanged();
  const port = String(await findFreePort());
  const env = { DATA_DIR: folder, PORT: port, LOG_LEVEL: "error" };
  const running = await startCairn({ env, webDirectory, parts: { server: true, worker: false } });
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const page = await browser.newPage();
    // The first route leads on to the form at once, and stays where it cannot.
    await page.route("**/.well-known/openid-configuration", (route) => route.abort());
    await page.goto(`${running.address}/login`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const bytes = await page.evaluate(() => {
      const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      const sum = (kind: RegExp) =>
        resources.filter(({ name }) => kind.test(name)).reduce((total, one) => total + one.encodedBodySize, 0);
      return { script: sum(/\.js($|\?)/), style: sum(/\.css($|\?)/), font: sum(/\.woff2($|\?)/) };
    });
    return [
      atMost("JavaScript of the first route, gzipped", bytes.script / 1024, 210, "KB"),
      atMost("CSS of the first route, gzipped", bytes.style / 1024, 28, "KB"),
      atMost("fonts of the first route", bytes.font / 1024, 53, "KB"),
    ];
  } finally {
    await browser.close();
    await running.stop();
  }
}
