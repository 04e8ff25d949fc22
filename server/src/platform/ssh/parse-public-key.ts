import { createPublicKey } from "node:crypto";

import sshpk from "sshpk";

export interface PublicKey {
  /** Type and body as an `authorized_keys` line has them, without a comment. */
  line: string;
  /** SHA256:… as ssh-keygen prints it. */
  fingerprint: string;
  algorithm: "rsa" | "dsa" | "ecdsa" | "ed25519";
  /** Of the modulus for RSA, of the curve otherwise. */
  bits: number;
}

/**
 * Reads one line of a public key; null when its inside is not sound. The format is named, because the parser would
 * otherwise take a private key too and answer with its public half, as if nothing secret had been sent.
 */
export function parsePublicKey(line: string): PublicKey | null {
  try {
    const key = sshpk.parseKey(line.trim(), "ssh");
    if (key instanceof sshpk.PrivateKey || !isKnown(key.type)) return null;
    // The parser takes the numbers as they come; OpenSSL also looks whether they make a key.
    createPublicKey(key.toString("pkcs8"));
    const [type] = line.trim().split(" ");
    const body = key.toBuffer("rfc4253").toString("base64");
    const fingerprint = key.fingerprint("sha256").toString("base64");
    return { line: `${type} ${body}`, fingerprint, algorithm: key.type, bits: key.size };
  } catch {
    return null;
  }
}

function isKnown(type: string): type is PublicKey["algorithm"] {
  return ["rsa", "dsa", "ecdsa", "ed25519"].includes(type);
}
