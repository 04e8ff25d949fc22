import type { PushKeyHolder } from "#server/domain/implementations/own-machine/find-push-key.ts";

/** The authenticated identity of a git client. Its rights are checked for each command. */
export type GitCaller =
  | {
      kind: "user";
      userId: string;
      /** The sign-in whose access token was sent. */
      grantId: string;
    }
  /** A machine with a repository's token. */
  | { kind: "token"; keyId: string; organizationId: string; repositoryId: string; isReadOnly: boolean }
  /** Whoever writes one implementation, with the key to its branch. */
  | ({ kind: "push-key" } & PushKeyHolder)
  /** Somebody who has proved an SSH key; whose it is, and of which repositories, is looked up for each command. */
  | { kind: "ssh-key"; fingerprint: string };

/** Key of a caller for limits. */
export function callerId(caller: GitCaller): string {
  switch (caller.kind) {
    case "user":
      return caller.userId;
    case "token":
      return caller.keyId;
    case "push-key":
      return caller.implementationId;
    case "ssh-key":
      return caller.fingerprint;
  }
}
