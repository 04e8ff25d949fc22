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
 * Variables in the name of an image, in where it is built and in settings are set by a file of settings beside the
 * declaration; so is a setting that is only named. An image that stays unknown is that of the store whose first settings it
 * gets.
 */
export function withVariables(
  unit: DeployedUnit,
  directory: string,
  deployments: ReadonlyMap<string, DeploymentFacts>,
): DeployedUnit {
  if (unit.form !== "compose" && unit.image?.includes("${") !== true) return unit;
  const values = new Map<string, string | null>();
  const valueOf = (name: string): string | null => {
    const known = values.get(name);
    if (known !== undefined) return known;
    let value: string | null = null;
    for (const file of environmentFiles) {
      const found = deployments.get(joinPath(directory, file) ?? "")?.settings.find((one) => one.name === name);
      value ??= found === undefined || found.value === "" ? null : found.value.replaceAll(/^["']|["']$/g, "");
    }
    values.set(name, value);
    return value;
  };
  const filled = (text: string): string =>
    text.replace(/\$\{(\w+)(?::?\?[^}]*)?\}/g, (whole, name: string) => valueOf(name) ?? whole);
  const settings = unit.settings.map((one) => {
    const value = one.value === "" ? (valueOf(one.name) ?? "") : one.value;
    return value.includes("${") || value !== one.value ? { ...one, value: filled(value) } : one;
  });
  const build = unit.build && {
    ...unit.build,
    context: filled(unit.build.context),
    file: unit.build.file && filled(unit.build.file),
  };
  if (unit.image?.includes("${") !== true) return { ...unit, build, settings };
  const image = filled(unit.image);
  const isUnknown = image.startsWith("${") && unit.build === null && unit.technology === null;
  const [, technology = null] = isUnknown
    ? (firstStart.find(([pattern]) => unit.settings.some(({ name }) => pattern.test(name))) ?? [])
    : [];
  return { ...unit, build, settings, image, technology: technology ?? unit.technology };
}
