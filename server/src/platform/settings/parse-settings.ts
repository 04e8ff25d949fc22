import path from "node:path";

import type { Secret } from "#server/platform/secrets/secret.ts";

import {
  type Env,
  envSchema,
  type logLevels,
  type modelImages,
  type modelProviders,
  type sandboxKinds,
} from "./env-schema.ts";
import type { ModelDialect } from "./model-dialects.ts";
import type { AgentEntry } from "./parse-agent-entry.ts";
import { SettingsError } from "./settings-error.ts";

type ModelProvider = (typeof modelProviders)[number];
type LogLevel = (typeof logLevels)[number];

/** What an operator decides. Read once at start; docs/configuration.md has a line for each. */
export interface Settings {
  appName: string;
  server: {
    /** Interface to listen on. */
    host: string;
    port: number;
    /** Where git is served over SSH; 0 leaves that out. */
    sshPort: number;
    /** Absolute. */
    dataDir: string;
    /** Null: the embedded PostgreSQL. */
    databaseUrl: Secret | null;
    /** Null: the key file in the data directory. */
    secretKey: Secret | null;
    signup: "open" | "invite";
  };
  /** Where people, browsers and agents reach the parts; no trailing slashes. */
  addresses: {
    apiHost: string;
    authHost: string;
    mcpHost: string;
    clientHost: string;
    authClientId: string;
    analyticsHost: string | null;
    analyticsKey: string | null;
  };
  log: {
    level: LogLevel;
    /** A file; undefined is standard error. */
    destination: string | undefined;
  };
  models: {
    provider: ModelProvider;
    /** Null only when the provider is `none`. */
    name: string | null;
    /** A cheaper model for short tasks; null: `name` does them too. */
    fastName: string | null;
    /** Null: the provider's public address. */
    baseUrl: string | null;
    apiKey: Secret | null;
    /** What the model understands, for agents that speak to it themselves; null: as the provider usually does. */
    dialects: ModelDialect[] | null;
    connectTimeoutMs: number;
    /** Longest silence within a stream; a stream has no total timeout. */
    idleTimeoutMs: number;
    /** The context window where the provider does not report it; null: a cautious guess. */
    contextTokens: number | null;
    /** The most that one call may write. */
    maxOutputTokens: number;
    /** `auto`: what the provider reports. */
    images: (typeof modelImages)[number];
    /** Which of the files that a search found are meant is asked of the model before it answers. */
    choosesFound: boolean;
    /** Most tokens, in and out, of an organization in a calendar month; 0 for no cap. */
    monthlyTokens: number;
    /** US dollars per million tokens; null when no cost is configured. */
    inputPriceUsd: number | null;
    outputPriceUsd: number | null;
    /** Most tokens, in and out, that one writing run of a product or page may use; 0 for no cap. */
    docsMaxTokens: number;
  };
  /** Null: this server sends no mail, and says so where mail would go. */
  mail: {
    smtpUrl: Secret;
    /** The sender, such as `Cairn <cairn@example.com>`. */
    from: string;
  } | null;
  /** Null: repositories are not connected through a GitHub App. */
  github: {
    appId: string;
    privateKey: Secret;
    clientId: string;
    clientSecret: Secret;
    /** Null: GitHub cannot report pushes, they are found by polling. */
    webhookSecret: Secret | null;
    apiBase: string;
    webBase: string;
  } | null;
  /** Of commands that are run for tasks. */
  runs: {
    /** What keeps them from everything else; `off`: none are run. */
    sandbox: (typeof sandboxKinds)[number];
    /** What containers of Docker have as their root. */
    image: string;
    /** Longest that building, testing and checking one change may take. */
    maxMinutes: number;
    /** Longest that one command may take. */
    stepTimeoutMs: number;
    /** Of all processes of a command together. */
    memoryBytes: number;
    /** Of one work copy. */
    diskBytes: number;
    /** Of all work copies and kept installs together. */
    totalDiskBytes: number;
    /** Of one command at a time, threads included. */
    processes: number;
    /** `host:port` of each registry that installs may reach. */
    registryHosts: string[];
    /** Folders of programs that commands see beside those of the system. */
    toolchains: string[];
    /** Coding agents that may write changes, in the order in which they are offered. */
    agents: AgentEntry[];
    /** Folders with their programs, which agents see where they lie. */
    agentFolders: string[];
    /** How many runs a worker works on at once; the others wait in line. */
    parallel: number;
    /** Most tokens of a model, in and out, that one implementation may use before somebody allows more; 0 for no cap. */
    maxTokens: number;
  };
  limits: {
    /** Comma list of exact `host:port` exceptions to the private-address block; may be empty. */
    egressAllow: string;
    maxCloneBytes: number;
    /** Of one file that somebody uploads. */
    maxUploadBytes: number;
    /** Of a bundle of git that a repository is begun from; it goes to the disk as it arrives. */
    maxBundleBytes: number;
    /** Of all repositories of an organization that lie here, beyond which no bundle is taken. */
    maxOrganizationHostedBytes: number;
    /** Of all files that an organization keeps. */
    maxOrganizationUploadBytes: number;
    /** How many visitors' copies of the demo there may be at once; 0 where none is offered. */
    demoCopies: number;
    reindexCooldownHours: number;
    /** How often remote repositories are polled; 0 for never. */
    pollIntervalS: number;
    accessTokenTtlS: number;
    refreshTokenTtlS: number;
    hasRateLimits: boolean;
  };
}

/** What the command line decides over the environment. */
export interface SettingsOverrides {
  port?: number | string;
  dataDir?: string;
}

/** Throws a SettingsError that names every mistake at once. A setting that is empty counts as unset. */
export function parseSettings(env: Record<string, string | undefined>, overrides: SettingsOverrides = {}): Settings {
  const given = {
    ...env,
    ...(overrides.port !== undefined && { PORT: String(overrides.port) }),
    ...(overrides.dataDir !== undefined && { DATA_DIR: overrides.dataDir }),
  };
  const names = Object.keys(envSchema.shape);
  const trimmed = names.map((name) => [name, given[name as keyof typeof given]?.trim() || undefined] as const);
  const texts: Record<string, string | undefined> = Object.fromEntries(trimmed);
  const parsed = envSchema.safeParse(texts);
  const mistakes = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join(".")} ${issue.message}.`),
    ...findModelMistakes(texts),
    ...findGithubMistakes(texts),
  ];
  if (!parsed.success || mistakes.length > 0) throw new SettingsError(mistakes);
  return toSettings(parsed.data);
}

/** What must be set beside a MODEL_PROVIDER. Looks at the raw texts, so that it reports beside any other mistake. */
function findModelMistakes(texts: Record<string, string | undefined>): string[] {
  const provider = texts.MODEL_PROVIDER ?? "none";
  if (provider === "none") return [];
  const mistakes: string[] = [];
  if (texts.MODEL_NAME === undefined) mistakes.push(`MODEL_NAME must be set when MODEL_PROVIDER is ${provider}.`);
  if (texts.MODEL_BASE_URL !== undefined) return mistakes;
  if (provider === "openai-compatible") {
    mistakes.push("MODEL_BASE_URL must be set when MODEL_PROVIDER is openai-compatible.");
  }
  if (["openai", "anthropic", "google"].includes(provider) && texts.MODEL_API_KEY === undefined) {
    mistakes.push(`MODEL_API_KEY must be set when MODEL_PROVIDER is ${provider} and MODEL_BASE_URL is not set.`);
  }
  return mistakes;
}

const githubSettings = ["GITHUB_APP_ID", "GITHUB_APP_PRIVATE_KEY", "GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"] as const;

/** A GitHub App works with all of its parts or not at all. */
function findGithubMistakes(texts: Record<string, string | undefined>): string[] {
  const missing = githubSettings.filter((name) => texts[name] === undefined);
  if (missing.length === 0 || missing.length === githubSettings.length) return [];
  return missing.map((name) => `${name} must be set when the other settings of the GitHub App are.`);
}

function toRuns(env: Env): Settings["runs"] {
  return {
    sandbox: env.RUN_SANDBOX,
    image: env.RUN_IMAGE,
    maxMinutes: env.RUN_MAX_MINUTES,
    stepTimeoutMs: env.RUN_STEP_TIMEOUT_MS,
    memoryBytes: env.RUN_MEMORY_BYTES,
    diskBytes: env.RUN_DISK_BYTES,
    totalDiskBytes: env.RUN_TOTAL_DISK_BYTES,
    processes: env.RUN_PROCESSES,
    registryHosts: env.RUN_REGISTRY_HOSTS,
    toolchains: env.RUN_TOOLCHAINS,
    agents: env.RUN_AGENTS,
    agentFolders: env.RUN_AGENT_FOLDERS,
    parallel: env.RUN_PARALLEL,
    maxTokens: env.RUN_MAX_TOKENS,
  };
}

function toGithub(env: Env): Settings["github"] {
  const { GITHUB_APP_ID: appId, GITHUB_APP_PRIVATE_KEY: privateKey } = env;
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = env;
  if (!appId || !privateKey || !clientId || !clientSecret) return null;
  const webhookSecret = env.GITHUB_WEBHOOK_SECRET ?? null;
  const { GITHUB_API_BASE: apiBase, GITHUB_WEB_BASE: webBase } = env;
  return { appId, privateKey, clientId, clientSecret, webhookSecret, apiBase, webBase };
}

/** `Cairn <no-reply@cairn.example.com>`: quotes and angle brackets would break the header. */
function defaultSender(appName: string, apiHost: string): string {
  return `${appName.replaceAll(/["<>\\]/g, "")} <no-reply@${new URL(apiHost).hostname}>`;
}

/** One server, one origin: the addresses follow API_HOST, and that follows PORT. */
function toSettings(env: Env): Settings {
  const apiHost = env.API_HOST ?? `http://localhost:${env.PORT}`;
  return {
    appName: env.APP_NAME,
    server: {
      host: env.HOST,
      port: env.PORT,
      sshPort: env.SSH_PORT,
      dataDir: path.resolve(env.DATA_DIR),
      databaseUrl: env.DATABASE_URL ?? null,
      secretKey: env.SECRET_KEY ?? null,
      signup: env.SIGNUP,
    },
    addresses: {
      apiHost,
      authHost: env.AUTH_HOST ?? `${apiHost}/oidc`,
      mcpHost: env.MCP_HOST ?? apiHost,
      clientHost: env.CLIENT_HOST ?? apiHost,
      authClientId: env.AUTH_CLIENT_ID,
      analyticsHost: env.ANALYTICS_HOST ?? null,
      analyticsKey: env.ANALYTICS_KEY ?? null,
    },
    log: { level: env.LOG_LEVEL, destination: env.LOG_DESTINATION },
    models: {
      provider: env.MODEL_PROVIDER,
      name: env.MODEL_NAME ?? null,
      fastName: env.FAST_MODEL_NAME ?? null,
      baseUrl: env.MODEL_BASE_URL ?? null,
      apiKey: env.MODEL_API_KEY ?? null,
      dialects: env.MODEL_DIALECTS ?? null,
      connectTimeoutMs: env.MODEL_CONNECT_TIMEOUT_MS,
      idleTimeoutMs: env.MODEL_IDLE_TIMEOUT_MS,
      contextTokens: env.MODEL_CONTEXT_TOKENS ?? null,
      maxOutputTokens: env.MODEL_MAX_OUTPUT_TOKENS,
      images: env.MODEL_IMAGES,
      choosesFound: env.MODEL_CHOOSES_FOUND === "on",
      monthlyTokens: env.MODEL_MONTHLY_TOKENS,
      inputPriceUsd: env.MODEL_INPUT_PRICE_USD ?? null,
      outputPriceUsd: env.MODEL_OUTPUT_PRICE_USD ?? null,
      docsMaxTokens: env.DOCS_MAX_TOKENS,
    },
    mail: env.SMTP_URL ? { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM ?? defaultSender(env.APP_NAME, apiHost) } : null,
    github: toGithub(env),
    runs: toRuns(env),
    limits: {
      egressAllow: env.EGRESS_ALLOW,
      maxCloneBytes: env.MAX_CLONE_BYTES,
      maxUploadBytes: env.MAX_UPLOAD_BYTES,
      maxBundleBytes: env.MAX_BUNDLE_BYTES,
      maxOrganizationHostedBytes: env.MAX_ORGANIZATION_HOSTED_BYTES,
      maxOrganizationUploadBytes: env.MAX_ORGANIZATION_UPLOAD_BYTES,
      demoCopies: env.DEMO_COPIES,
      reindexCooldownHours: env.REINDEX_COOLDOWN_HOURS,
      pollIntervalS: env.POLL_INTERVAL_S,
      accessTokenTtlS: env.ACCESS_TOKEN_TTL_S,
      refreshTokenTtlS: env.REFRESH_TOKEN_TTL_S,
      hasRateLimits: env.RATE_LIMITS === "on",
    },
  };
}
