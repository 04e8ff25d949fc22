import { expect, it } from "vitest";

import { describeBrowser } from "./describe-browser.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", "Firefox on Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/141.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/141.0.0.0 Safari/537.36`, "Chrome on Linux"],
  [`Mozilla/5.0 (Windows NT 10.0) ${webKit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, "Edge on Windows"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/138.0.0.0 Safari/537.36 OPR/122.0.0.0`, "Opera on Linux"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.0.0 Mobile/15E148 Safari/604.1",
    "Chrome on iPad",
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S931B) ${webKit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet on Android",
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/141.0.0.0 Safari/537.36`, "Chrome on ChromeOS"],
  ["Firefox/1", "Firefox"],
  ["Mozilla/5.0 (X11; Linux x86_64)", "Unknown browser on Linux"],
  ["<script>alert(1)</script>", "Unknown browser"],
  ["", "Unknown browser"],
  [null, "Unknown browser"],
])("%j is %s", (userAgent, text) => {
  expect(describeBrowser(userAgent)).toBe(text);
});
