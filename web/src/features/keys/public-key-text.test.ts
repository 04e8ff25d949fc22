import { expect, it } from "vitest";

import { rejectPrivateKey } from "./public-key-text.ts";

const publicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPubliclyKnown ada@quay";

it("accepts a public key, and the beginning of one", () => {
  expect(rejectPrivateKey(publicKey)).toEqual({ text: publicKey, isRefused: false });
  expect(rejectPrivateKey("ssh-")).toEqual({ text: "ssh-", isRefused: false });
});

it.each([
  "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n-----END OPENSSH PRIVATE KEY-----\n",
  "-----BEGIN RSA PRIVATE KEY-----\r\nMIIE",
  "-----BEGIN ENCRYPTED PRIVATE KEY-----",
  "-----BEGIN PRIVATE KEY-----",
  "PuTTY-User-Key-File-3: ssh-ed25519",
  `${publicKey}\n-----BEGIN EC PRIVATE KEY-----\nMHcC`,
])("rejects a private key: %j", (text) => {
  expect(rejectPrivateKey(text)).toEqual({ text: "", isRefused: true });
});
