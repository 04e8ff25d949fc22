import { expect, it } from "vitest";

import { createHookSecret, signMessage } from "./sign-message.ts";

it("signs as the Standard Webhooks scheme says", () => {
  // What the library of the scheme itself, standardwebhooks 1.1.1, makes of it.
  const headers = signMessage("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLjSw", {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    sentAt: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  });
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,q6KMVIJHk4Gs770FfR5f591Ftx7uVJSGl5wHV1ri978=",
  });
});

it("makes secrets of 32 bytes, each another one", () => {
  const secret = createHookSecret();
  expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32);
  expect(createHookSecret()).not.toBe(secret);
});
