import { createHmac, randomBytes } from "node:crypto";

/** Begins every secret, as the scheme asks. */
const prefix = "whsec_";
const secretBytes = 32;

/** A secret of the Standard Webhooks scheme. */
export function createHookSecret(): string {
  return prefix + randomBytes(secretBytes).toString("base64");
}

interface SignedMessage {
  /** The same for each try of one message. */
  id: string;
  sentAt: Date;
  body: string;
}

/** The headers by which a receiver knows who sent a message, and that it is neither changed nor old. */
export function signMessage(secret: string, { id, sentAt, body }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
