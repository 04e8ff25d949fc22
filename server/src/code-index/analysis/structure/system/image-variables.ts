import { joinPath } from "#server/code-index/analysis/structure/paths.ts";
import type { DeployedUnit, DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";

/** What only the image of a store reads when it starts for the first time. */
const firstStart: readonly [pattern: RegExp, technology: string][] = [
  [/^MARIADB_(?:ROOT_PASSWORD|DATABASE|USER)$/, "MariaDB"],
  [/^MYSQL_(?:ROOT_PASSWORD|DATABASE|USER)$/, "MySQL"],
  [/^POSTGRES_(?:PASSWORD|DB|USER)$/, "PostgreSQL"],
  [/^MONGO_INITDB_ROOT_/, "MongoDB"],
  [/^RABBITMQ_DEFAULT_/, "RabbitMQ"],
  [/^MINIO_ROOT_/, "MinIO"],
];
/** Beside a compose file, in the order in which they count. */
const environmentFiles = [
  ".env",
  ".env.docker",
  ".env.production",
  ".env.example",
  ".env.sample",
  ".env.dist",
  ".env.template",
  "example.env",
];

/**
 * Variables in the name of an image are set by a file of settings beside the declaration. An image that stays unknown is
 * that of the store whose first settings it gets.
 */
export function withVariables(
  unit: DeployedUnit,
  directory: string,
  deployments: ReadonlyMap<string, DeploymentFacts>,
): DeployedUnit {
  if (unit.image?.includes("${") !== true) return unit;
  const image = unit.image.replace(/\$\{(\w+)(?::?\?[^}]*)?\}/g, (whole, name: string) => {
    for (const file of environmentFiles) {
      const found = deployments.get(joinPath(directory, file) ?? "")?.settings.find((one) => one.name === name);
      if (found !== undefined && found.value !== "") return found.value.replaceAll(/^["']|["']$/g, "");
    }
    return whole;
  });
  const isUnknown = image.startsWith("${") && unit.build === null && unit.technology === null;
  const [, technology = null] = isUnknown
    ? (firstStart.find(([pattern]) => unit.settings.some(({ name }) => pattern.test(name))) ?? [])
    : [];
  return { ...unit, image, technology: technology ?? unit.technology };
}
