import type { connectionTestSchema } from "@cairn/contract/repositories";
import type { Connection } from "@cairn/contract/repository-connection";
import type { z } from "zod";

/** The server reports at most this many branches. */
const maxReportedBranches = 200;

/** Describes the result of a connection test as a sentence. */
export function describeConnectionTest({ branches, defaultBranch }: z.infer<typeof connectionTestSchema>): string {
  const [first] = branches;
  if (first === undefined) return "It can be reached and is empty. Push a first commit before it is indexed.";
  if (branches.length === 1) return `It can be reached. It has one branch, ${first}.`;
  const count =
    branches.length >= maxReportedBranches ? `${maxReportedBranches} branches or more` : `${branches.length} branches`;
  return `It can be reached. It has ${count}${defaultBranch === null ? "" : `, ${defaultBranch} by default`}.`;
}

/** A label for the kind of a connection. */
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

/**
 * Whether the address is on another server than the one the stored password belongs to; the password is never sent
 * there.
 */
export function isOtherServer(address: string, stored: string): boolean {
  const { origin } = URL.parse(address.trim()) ?? {};
  return origin !== undefined && origin !== URL.parse(stored)?.origin;
}
