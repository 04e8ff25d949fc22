import { generateKeyPairSync } from "node:crypto";

import sshpk from "sshpk";

import { Secret } from "#server/platform/secrets/secret.ts";

export interface SshKeyPair {
  /** One line as authorized_keys has it, with the comment. */
  publicKey: string;
  /** In OpenSSH's own format, which its client reads. */
  privateKey: Secret;
}

/** A new ed25519 key pair. */
export function createKeyPair(comment: string): SshKeyPair {
  const { privateKey } = generateKeyPairSync("ed25519", {
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const key = sshpk.parsePrivateKey(privateKey, "pkcs8");
  key.comment = comment;
  const publicKey = key.toPublic();
  publicKey.comment = comment;
  return { publicKey: publicKey.toString("ssh"), privateKey: new Secret(key.toString("openssh")) };
}
