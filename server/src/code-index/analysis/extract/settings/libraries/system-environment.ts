import type { SettingLibrary } from "#server/code-index/analysis/extract/settings/setting-library.ts";

/** `getenv` of C. */
export const cEnvironment: SettingLibrary = {
  name: "the environment of C",
  languages: ["c", "cpp", "objectivec"],
  readers: [{ hint: "getenv", reads: /\b(?:secure_)?getenv\(/g }],
  examples: [{ files: { "src/main.c": `char *home = getenv("TIDE_HOME");\n` }, settings: ["TIDE_HOME"] }],
};

/** Terraform's variables. */
export const terraformVariables: SettingLibrary = {
  name: "Terraform",
  languages: ["terraform"],
  readers: [{ hint: "variable", reads: /^variable\s+"(?<name>[\w-]+)"/gm, kind: "key" }],
  examples: [{ files: { "infra/vars.tf": `variable "region" {\n  default = "eu"\n}\n` }, settings: ["region key"] }],
};

/** Parameters of shell scripts with something that stands in for them. */
export const shellEnvironment: SettingLibrary = {
  name: "the environment of shell scripts",
  languages: ["shell"],
  readers: [
    { hint: "${", reads: /\$\{(?<name>[A-Z_][A-Z0-9_]{2,}):?[-=](?<fallback>[^}\n]{0,200})\}/g },
    { hint: "${", reads: /\$\{(?<name>[A-Z_][A-Z0-9_]{2,})(?=:?\?)/g, isRequired: true },
  ],
  examples: [
    {
      files: { "docker-entrypoint.sh": `echo "\${TIDE_PORT:?none}" "\${TIDE_HOST:-localhost}" "$TIDE_NEVER"\n` },
      settings: ["TIDE_HOST =localhost", "TIDE_PORT required"],
    },
  ],
};
