import type { DeclarationForm, DeployedUnit, DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";

/** A unit of which nothing but its name and lines is known. */
export function makeUnit(
  form: DeclarationForm,
  name: string,
  lines: { startLine: number; endLine: number },
): DeployedUnit {
  return {
    form,
    name: name.slice(0, maxNameLength),
    aliases: [],
    image: null,
    build: null,
    command: null,
    technology: null,
    project: null,
    ports: [],
    settings: [],
    settingFiles: [],
    mounts: [],
    volumes: [],
    needs: [],
    base: null,
    profiles: [],
    duration: "long",
    ...lines,
  };
}

const maxNameLength = 100;

export function emptyDeployment(): DeploymentFacts {
  return { units: [], includes: [], settings: [], addresses: [], clients: [], calls: [], programs: [] };
}

/** Defaults of variables put in: `${PORT:-80}` is "80"; a variable without one stays as it is. */
export function withDefaults(text: string): string {
  let result = text.slice(0, maxValueLength);
  // A default may hold a variable again.
  for (let depth = 0; depth < 3 && result.includes("${"); depth += 1)
    result = result.replace(/\$\{[A-Za-z_]\w*:?-([^${}]*)\}/g, "$1");
  return result;
}

const maxValueLength = 500;

/** A command as a shell gets it: `["node", "server.js"]` and `node server.js` are the same. */
export function commandText(parts: readonly string[]): string | null {
  const text = parts.join(" ").replace(/\s+/g, " ").trim();
  return text === "" ? null : text.slice(0, maxValueLength);
}
