/** Who a git client has proved to be. What they may do is asked for each command. */
export type GitCaller =
  | {
      kind: "user";
      userId: string;
      /** The sign-in whose access token was sent. */
      grantId: string;
    }
  /** A machine with a repository's token. */
  | { kind: "token"; keyId: string; organizationId: string; repositoryId: string; isReadOnly: boolean }
  /** Somebody who has proved an SSH key; whose it is, and of which repositories, is looked up for each command. */
  | { kind: "ssh-key"; fingerprint: string };

/** Tells callers apart where they are counted. */
export function callerId(caller: GitCaller): string {
  switch (caller.kind) {
    case "user":
      return caller.userId;
    case "token":
      return caller.keyId;
    case "ssh-key":
      return caller.fingerprint;
  }
}
