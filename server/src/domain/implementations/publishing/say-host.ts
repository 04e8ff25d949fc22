import type { NamedImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";

import { nameTarget } from "./push-target.ts";

/** Where people push to a repository, as "acme/shop on GitHub"; null for one that this server hosts. */
export function sayHost({ connection, slug }: NamedImplementationRow["repository"]): string | null {
  switch (connection.type) {
    case "internal":
      return null;
    case "github":
    case "url":
    case "ssh": {
      const { name, there } = nameTarget(connection);
      return `${name} ${there}`;
    }
    case "path":
      return `“${slug}” where it is hosted`;
  }
}
