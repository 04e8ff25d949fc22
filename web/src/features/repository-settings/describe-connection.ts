import type { connectionTestSchema } from "@cairn/contract/repositories";
import type { Connection } from "@cairn/contract/repository-connection";
import type { z } from "zod";

/** The server tells no more branches than this. */
const maxReportedBranches = 200;

/** What a test of a connection found, as a sentence. */
export function describeConnectionTest({ branches, defaultBranch }: z.infer<typeof connectionTestSchema>): string {
  const [first] = branches;
  if (first === undefined) return "It can be reached and is empty. Push a first commit before it is indexed.";
  if (branches.length === 1) return `It can be reached. It has one branch, ${first}.`;
  const count =
    branches.length >= maxReportedBranches ? `${maxReportedBranches} branches or more` : `${branches.length} branches`;
  return `It can be reached. It has ${count}${defaultBranch === null ? "" : `, ${defaultBranch} by default`}.`;
}

/** Where the content comes from, as people call it. */
export function describeConnectionKind(connection: Connection): string {
  switch (connection.type) {
    case "url":
      return connection.url.startsWith("https:") ? "Git over HTTPS" : "Git over HTTP";
    case "ssh":
      return "Git over SSH";
    case "github":
      return "GitHub";
    case "internal":
      return "Hosted here";
    case "path":
      return "Imported from this server's disk";
  }
}

/** Whether an address leads to another server than the one a password is kept for, which is then never shown it. */
export function isOtherServer(address: string, kept: string): boolean {
  const { origin } = URL.parse(address.trim()) ?? {};
  return origin !== undefined && origin !== URL.parse(kept)?.origin;
}
