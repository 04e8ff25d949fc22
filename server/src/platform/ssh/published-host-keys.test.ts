import { expect, it } from "vitest";

import { parsePublicKey } from "./parse-public-key.ts";
import { publishedHostKeys } from "./published-host-keys.ts";

/** As the hosts print them in their documentation. */
const fingerprints: Record<string, string[]> = {
  "github.com": [
    "SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU",
    "SHA256:p2QAMXNIC1TJYWeIOttrVc98/R1BUFWu3/LiyKgUfQM",
  ],
  "gitlab.com": [
    "SHA256:eUXGGm1YGsMAS7vkcx6JOJdOGHPem5gQp4taiCfCLB8",
    "SHA256:HbW3g8zUjNSksFbqTiUWPWg2Bq1x8xdGUrliXFzSnUw",
  ],
  "bitbucket.org": [
    "SHA256:ybgmFkzwOSotHTHLJgHO0QN8L0xErw6vd0VhFA9m3SM",
    "SHA256:FC73VB6C4OQLSCrjEayhMp9UMxS97caD/Yyi2bhW/J0",
  ],
  "codeberg.org": [
    "SHA256:mIlxA9k46MmM6qdJOdMnAQpzGxF4WIVVL+fj+wZbw0g",
    "SHA256:T9FYDEHELhVkulEKKwge5aVhVTbqCW0MIRwAfpARs/E",
  ],
};

it.each(Object.entries(fingerprints))("knows the keys that %s publishes", (host, published) => {
  const keys = publishedHostKeys({ host, port: 22 }).map((line) => {
    const [name, ...key] = line.split(" ");
    expect(name).toBe(host);
    return parsePublicKey(key.join(" "))?.fingerprint;
  });
  expect(keys).toEqual(published);
});

it("knows no other host, and no other port of these", () => {
  for (const host of ["example.com", "constructor", "__proto__"])
    expect(publishedHostKeys({ host, port: 22 })).toEqual([]);
  expect(publishedHostKeys({ host: "github.com", port: 2222 })).toEqual([]);
});
