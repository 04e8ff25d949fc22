import { describe, expect, it } from "vitest";

import { explainGitFailure, redactGitOutput } from "./explain-git-failure.ts";

const explain = (stderr: string, hadCredential = false) =>
  explainGitFailure({ stderr, hadCredential, cause: new Error(stderr) });

describe("explainGitFailure", () => {
  it.each([
    [
      "@@@\n@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\nHost key verification failed.\nfatal: Could not read",
      "vendor_failed",
      "has changed",
    ],
    [
      "No ED25519 host key is known for x and you have requested strict checking.\nHost key verification failed.",
      "vendor_failed",
      "has changed",
    ],
    ["git@repository-host: Permission denied (publickey).\nfatal: Could not", "invalid_input", "public key there"],
    ["ERROR: Repository not found.\nfatal: Could not read from remote repository.", "invalid_input", "no repository"],
    ["Gitea: Unauthorized\nfatal: Could not read from remote repository.", "vendor_failed", "does not let"],
    ["ssh: connect to host 140.82.121.4 port 22: Connection refused", "vendor_unavailable", "could not be reached"],
    ["ssh: connect to host 140.82.121.4 port 22: No route to host", "vendor_unavailable", "could not be reached"],
    ["ssh: connect to host 140.82.121.4 port 22: Connection timed out", "vendor_unavailable", "stopped answering"],
    ["Timeout, server 140.82.121.4 not responding.", "vendor_unavailable", "stopped answering"],
    ["Unable to negotiate with 10.0.0.1 port 22: no matching host key type found.", "vendor_failed", "outdated"],
    ['ssh -F "$CAIRN_SSH_CONFIG": 1: ssh: not found\nfatal: Could not read', "unavailable", "not installed"],
    ["No user exists for uid 4711\nfatal: Could not read from remote repository.", "unavailable", "account"],
    ["fatal: Could not read from remote repository.", "vendor_unavailable", "closed the SSH connection"],
    // Not this machine's disk.
    ["remote: No space left on device\nfatal: Could not read from remote repository.", "vendor_unavailable", "closed"],
  ])("explains what ssh says: %j", (stderr, code, words) => {
    const error = explainGitFailure({ stderr, hadCredential: false, isSsh: true, cause: new Error(stderr) });
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
  });

  it.each([
    [
      "fatal: could not read Username for 'https://github.com': terminal prompts disabled",
      "invalid_input",
      "asks for a sign-in",
    ],
    [
      "fatal: unable to access 'https://x/': The requested URL returned error: 403",
      "invalid_input",
      "asks for a sign-in",
    ],
    ["fatal: repository 'https://github.com/a/b.git/' not found", "invalid_input", "no repository at this address"],
    ["fatal: https://example.com/info/refs not valid: is this a git repository?", "invalid_input", "no git repository"],
    ["fatal: unable to access 'https://x/': Could not resolve host: x", "vendor_unavailable", "could not be found"],
    [
      "fatal: unable to access 'https://x/': Failed to connect to x port 443: Connection refused",
      "vendor_unavailable",
      "reached",
    ],
    ["error: RPC failed; curl 28 Operation too slow. Less than 1 bytes/sec", "vendor_unavailable", "stopped answering"],
    [
      "fatal: unable to access 'https://x/': SSL certificate problem: self-signed certificate",
      "vendor_failed",
      "certificate",
    ],
    ["fatal: unable to access 'https://x/': The requested URL returned error: 503", "vendor_unavailable", "overloaded"],
    ["error: RPC failed; curl 18 transfer closed\nfatal: early EOF", "vendor_unavailable", "broke off"],
    ["fatal: write error: No space left on device\nfatal: index-pack failed", "disk_full", "disk is full"],
    [
      "error: object 12ab34cd12ab34cd12ab34cd12ab34cd12ab34cd: hasDotgit: contains '.git'\nfatal: fsck error in packed object",
      "vendor_failed",
      "safety check",
    ],
    ["fatal: something nobody has seen", "vendor_failed", "could not read the repository"],
  ])("reads %j", (stderr, code, message) => {
    expect(explain(stderr)).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it("tells a refused password from a missing one", () => {
    expect(explain("fatal: Authentication failed for 'https://x/'", true).message).toContain(
      "refused the user name or password",
    );
  });

  it("does not believe what the remote says about our disk", () => {
    expect(explain("remote: No space left on device\nfatal: early EOF").code).toBe("vendor_unavailable");
  });
});

describe("redactGitOutput", () => {
  it("takes out credentials in every spelling, progress and escape sequences", () => {
    const credential = { origin: "https://x", username: "ada", password: "p@ss word" };
    const text =
      "Receiving objects:  40% (4/10)\rReceiving objects:  50% (5/10), 1 MiB\r\u001b[31mfatal: https://joe:hunter2@x/ p@ss word p%40ss%20word ada";
    expect(redactGitOutput(text, credential)).toBe("[31mfatal: https://[redacted]@x/ [redacted] [redacted] [redacted]");
  });
});
