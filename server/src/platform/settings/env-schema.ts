import path from "node:path";

import { z } from "zod";

import { decodeSecretKey, secretKeyHint } from "#server/platform/secrets/secret-key-format.ts";
import { Secret } from "#server/platform/secrets/secret.ts";

import { modelDialects } from "./model-dialects.ts";
import { knownSlugs, parseAgentEntry } from "./parse-agent-entry.ts";

export const modelProviders = ["none", "openai", "anthropic", "google", "openai-compatible", "ollama"] as const;
export const modelImages = ["auto", "on", "off"] as const;
export const sandboxKinds = ["bubblewrap", "podman", "docker", "off"] as const;
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** What makes sandboxes unless an operator says otherwise: bubblewrap needs Linux. */
export function usualSandbox(platform: NodeJS.Platform): (typeof sandboxKinds)[number] {
  return platform === "darwin" ? "docker" : "bubblewrap";
}

const day = 86_400;

/** A text with a default; `.optional()` in the schema below means there is none. */
const text = (maxLength = 500) => z.string().max(maxLength, `must have at most ${maxLength} characters`);

/** Messages of the schema are the second half of a sentence that begins with the setting's name. */
function wholeNumber(min: number, max: number) {
  return z
    .string()
    .refine((value) => /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: (issue) => `must be a whole number from ${min} to ${max}, not ${shown(issue.input)}`,
    })
    .transform(Number);
}

function list() {
  return z.string().transform((value) =>
    value
      .split(",")
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ""),
  );
}

/** US dollars per million tokens. */
const price = z
  .string()
  .refine((value) => /^\d{1,6}(\.\d{1,6})?$/.test(value), {
    error: (issue) => `must be dollars per million tokens such as 2.50, not ${shown(issue.input)}`,
  })
  .transform(Number);

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, { error: (issue) => `must be one of ${values.join(", ")}, not ${shown(issue.input)}` });
}

/** An http(s) address without credentials, query or hash; a trailing slash is dropped. */
const address = z
  .string()
  .refine(isPlainAddress, {
    error: (issue) => `must be an address such as https://cairn.example.com, not ${shown(issue.input)}`,
  })
  .transform((value) => value.replace(/\/+$/, ""));

const secret = z.string().transform((value) => new Secret(value));

const databaseUrl = z
  .string()
  .refine((value) => /^postgres(ql)?:\/\/./.test(value), {
    error: "must be an address such as postgresql://user:password@host:5432/database",
  })
  .transform((value) => new Secret(value));

const secretKey = z
  .string()
  .refine((value) => decodeSecretKey(value) !== null, { error: secretKeyHint })
  .transform((value) => new Secret(value));

/** Answers `host:port` each. Compared letter by letter, so nothing but the usual spelling is taken. */
const registryHosts = list()
  .refine((hosts) => hosts.every((host) => /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[1-9]\d{0,4})?$/.test(host)), {
    error: (issue) => `must be a comma-separated list of hosts such as registry.example.com, not ${shown(issue.input)}`,
  })
  .transform((hosts) => hosts.map((host) => (host.includes(":") ? host : `${host}:443`)));

/** Folders that sandboxes have for something else, and such that would show everything. */
const takenFolders = /^\/(?:$|(?:work|home\/builder|tmp|objects|repository|proc|dev|sys|etc|usr|opt\/cairn)(?:\/|$))/;

const folders = list().refine(
  (all) =>
    all.every(
      (folder) =>
        path.posix.normalize(`${folder}/`) === `${folder}/` && folder.startsWith("/") && !takenFolders.test(folder),
    ),
  {
    error: (issue) =>
      `must be a comma-separated list of absolute folders such as /opt/jdk-21, none of them in a folder of the system or of sandboxes, not ${shown(issue.input)}`,
  },
);

const dialects = list()
  .refine((names) => names.length > 0 && names.every((name) => modelDialects.some((dialect) => dialect === name)), {
    error: (issue) => `must be a comma-separated list of ${modelDialects.join(", ")}, not ${shown(issue.input)}`,
  })
  .transform((names) => modelDialects.filter((dialect) => names.includes(dialect)));

const agents = list().transform((entries, issues) =>
  entries.map((entry, at) => {
    const parsed = parseAgentEntry(entry);
    const isTwice = entries.some((other, place) => place < at && parseAgentEntry(other)?.slug === parsed?.slug);
    if (parsed !== null && !isTwice) return parsed;
    const message = `must be a comma-separated list of ${knownSlugs.join(", ")}, or a name of its own and the command such as helper=/opt/agents/bin/helper acp, each once, not ${shown(entry)}`;
    issues.addIssue({ code: "custom", message });
    return z.NEVER;
  }),
);

/** A PEM block; in one line its breaks may be written as \\n. */
const githubPrivateKey = z
  .string()
  .transform((value) => value.replaceAll("\\n", "\n"))
  .refine((value) => /-----BEGIN (?:RSA )?PRIVATE KEY-----/.test(value), {
    error: "must be the private key that GitHub made for the app, a PEM block",
  })
  .transform((value) => new Secret(value));

const smtpUrl = z
  .string()
  .refine((value) => /^smtps?:\/\/./.test(value) && URL.canParse(value), {
    error: "must be an address such as smtps://user:password@mail.example.com:465",
  })
  .transform((value) => new Secret(value));

const egressAllow = z.string().refine((value) => value.split(",").every((entry) => isHostAndPort(entry.trim())), {
  error: "must be a comma-separated list of host:port entries, such as git.example.com:443,10.0.0.5:8080",
});

/** Every setting of this version. An absent one is filled here, or by `parseSettings` where it follows another. */
export const envSchema = z.object({
  APP_NAME: text(50).default("Cairn"),
  API_HOST: address.optional(),
  AUTH_HOST: address.optional(),
  MCP_HOST: address.optional(),
  CLIENT_HOST: address.optional(),
  AUTH_CLIENT_ID: text().default("cairn-web"),
  ANALYTICS_HOST: address.optional(),
  ANALYTICS_KEY: text().optional(),
  HOST: text(255).default("127.0.0.1"),
  PORT: wholeNumber(1, 65_535).default(4000),
  SSH_PORT: wholeNumber(0, 65_535).default(4022),
  DATA_DIR: text(4096).default("./data"),
  DATABASE_URL: databaseUrl.optional(),
  SECRET_KEY: secretKey.optional(),
  SIGNUP: oneOf(["open", "invite"]).default("open"),
  LOG_LEVEL: oneOf(logLevels).default("info"),
  LOG_DESTINATION: text(4096).optional(),
  MODEL_PROVIDER: oneOf(modelProviders).default("none"),
  MODEL_NAME: text().optional(),
  MODEL_BASE_URL: address.optional(),
  MODEL_API_KEY: secret.optional(),
  FAST_MODEL_NAME: text().optional(),
  MODEL_DIALECTS: dialects.optional(),
  MODEL_CONNECT_TIMEOUT_MS: wholeNumber(100, 600_000).default(10_000),
  MODEL_IDLE_TIMEOUT_MS: wholeNumber(100, 3_600_000).default(120_000),
  MODEL_CONTEXT_TOKENS: wholeNumber(1_000, 100_000_000).optional(),
  MODEL_MAX_OUTPUT_TOKENS: wholeNumber(256, 1_000_000).default(8_192),
  MODEL_IMAGES: oneOf(modelImages).default("auto"),
  MODEL_CHOOSES_FOUND: oneOf(["on", "off"]).default("off"),
  MODEL_MONTHLY_TOKENS: wholeNumber(0, 1e14).default(0),
  MODEL_INPUT_PRICE_USD: price.optional(),
  MODEL_OUTPUT_PRICE_USD: price.optional(),
  DOCS_MAX_TOKENS: wholeNumber(0, 1e12).default(500_000),
  EGRESS_ALLOW: egressAllow.default(""),
  MAX_CLONE_BYTES: wholeNumber(1_000_000, 1e15 - 1).default(2_000_000_000),
  MAX_UPLOAD_BYTES: wholeNumber(1_000, 1_000_000_000).default(20_000_000),
  MAX_BUNDLE_BYTES: wholeNumber(1_000, 1e15 - 1).default(500_000_000),
  MAX_ORGANIZATION_HOSTED_BYTES: wholeNumber(1_000, 1e15 - 1).default(10_000_000_000),
  MAX_ORGANIZATION_UPLOAD_BYTES: wholeNumber(1_000, 1e15 - 1).default(10_000_000_000),
  DEMO_COPIES: wholeNumber(0, 100_000).default(100),
  REINDEX_COOLDOWN_HOURS: wholeNumber(0, 8_760).default(24),
  POLL_INTERVAL_S: wholeNumber(0, day).default(300),
  ACCESS_TOKEN_TTL_S: wholeNumber(1, day).default(900),
  REFRESH_TOKEN_TTL_S: wholeNumber(1, 400 * day).default(30 * day),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: text(320).optional(),
  GITHUB_APP_ID: text(50).optional(),
  GITHUB_APP_PRIVATE_KEY: githubPrivateKey.optional(),
  GITHUB_CLIENT_ID: text().optional(),
  GITHUB_CLIENT_SECRET: secret.optional(),
  GITHUB_WEBHOOK_SECRET: secret.optional(),
  GITHUB_API_BASE: address.default("https://api.github.com"),
  GITHUB_WEB_BASE: address.default("https://github.com"),
  RUN_SANDBOX: oneOf(sandboxKinds).default(usualSandbox(process.platform)),
  RUN_IMAGE: text()
    .regex(/^[\w][\w./:@-]*$/, "must be the name of an image, such as cairn-sandbox or team/builder:3")
    .default("cairn-sandbox"),
  RUN_MAX_MINUTES: wholeNumber(1, 1_000 * 24 * 60).default(60),
  RUN_STEP_TIMEOUT_MS: wholeNumber(1_000, 1_000 * day).default(600_000),
  RUN_MEMORY_BYTES: wholeNumber(64_000_000, 1e15 - 1).default(4_000_000_000),
  RUN_DISK_BYTES: wholeNumber(10_000_000, 1e15 - 1).default(4_000_000_000),
  RUN_TOTAL_DISK_BYTES: wholeNumber(100_000_000, 1e15 - 1).default(40_000_000_000),
  RUN_REGISTRY_HOSTS: registryHosts.default([]),
  RUN_TOOLCHAINS: folders.default([]),
  RUN_AGENTS: agents.default([]),
  RUN_AGENT_FOLDERS: folders.default([]),
  RUN_PROCESSES: wholeNumber(16, 30_000).default(512),
  RUN_PARALLEL: wholeNumber(1, 100).default(2),
  RUN_MAX_TOKENS: wholeNumber(0, 1e12).default(2_000_000),
  RATE_LIMITS: oneOf(["on", "off"]).default("on"),
});

export type Env = z.infer<typeof envSchema>;

function shown(input: unknown): string {
  return `"${String(input).slice(0, 100)}"`;
}

function isPlainAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  return url.username === "" && url.password === "" && !/[?#]/.test(value);
}

function isHostAndPort(entry: string): boolean {
  const port = /^(?:\[[^\]]+\]|[^:[\]/@\s]+):(\d{1,5})$/.exec(entry)?.[1];
  return port !== undefined && Number(port) >= 1 && Number(port) <= 65_535;
}
