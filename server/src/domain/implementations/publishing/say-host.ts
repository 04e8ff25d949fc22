import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";

/** Where people push to a repository, as "acme/shop on GitHub"; null for one that this server hosts. */
export function sayHost({ connection, slug }: NamedImplementationRow["repository"]): string | null {
  switch (connection.type) {
    case "internal":
      return null;
    case "github":
      return `${connection.owner}/${connection.repo} on GitHub`;
    case "url":
    case "ssh":
    case "path":
      return `“${slug}” where it is hosted`;
  }
}
