import { inspect } from "node:util";

import { expect, it } from "vitest";

import { usualSandbox } from "./env-schema.ts";
import { parseSettings } from "./parse-settings.ts";
import { SettingsError } from "./settings-error.ts";

function mistakesOf(env: Record<string, string>): readonly string[] {
  try {
    parseSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.lines;
    throw error;
  }
  return [];
}

it("has a default for everything", () => {
  const settings = parseSettings({});
  expect(settings.addresses).toMatchObject({
    apiHost: "http://localhost:4000",
    authHost: "http://localhost:4000/oidc",
    mcpHost: "http://localhost:4000",
    clientHost: "http://localhost:4000",
    authClientId: "cairn-web",
  });
  expect(settings.appName).toBe("Cairn");
  expect(settings.server).toMatchObject({ host: "127.0.0.1", port: 4000, signup: "open", databaseUrl: null });
  expect(settings.server.dataDir).toBe(`${process.cwd()}/data`);
  expect(settings.models).toMatchObject({ provider: "none", connectTimeoutMs: 10_000, idleTimeoutMs: 120_000 });
  expect(settings.models.docsMaxTokens).toBe(500_000);
  expect(settings.limits).toMatchObject({ accessTokenTtlS: 900, reindexCooldownHours: 24, hasRateLimits: true });
});

it("lets every address follow the port, wherever the port comes from", () => {
  expect(parseSettings({ PORT: "4100" }).addresses.authHost).toBe("http://localhost:4100/oidc");
  expect(parseSettings({ PORT: "4100" }, { port: 4200 }).addresses.mcpHost).toBe("http://localhost:4200");
  const served = parseSettings({ API_HOST: "https://cairn.example.com/", MCP_HOST: "https://mcp.example.com" });
  expect(served.addresses).toMatchObject({
    apiHost: "https://cairn.example.com",
    authHost: "https://cairn.example.com/oidc",
    clientHost: "https://cairn.example.com",
    mcpHost: "https://mcp.example.com",
  });
});

it("treats an empty setting as unset", () => {
  expect(parseSettings({ PORT: "", API_HOST: " ", MODEL_PROVIDER: "", DATABASE_URL: "" })).toEqual(parseSettings({}));
});

it("reads what a model may use and costs", () => {
  const { models } = parseSettings({
    MODEL_CONTEXT_TOKENS: "32000",
    MODEL_IMAGES: "off",
    MODEL_CHOOSES_FOUND: "on",
    MODEL_MONTHLY_TOKENS: "5000000",
    MODEL_INPUT_PRICE_USD: "2.50",
    MODEL_OUTPUT_PRICE_USD: "10",
  });
  const prices = { inputPriceUsd: 2.5, outputPriceUsd: 10 };
  expect(models).toMatchObject({
    contextTokens: 32_000,
    images: "off",
    choosesFound: true,
    monthlyTokens: 5_000_000,
    ...prices,
  });
  const none = {
    contextTokens: null,
    images: "auto",
    choosesFound: false,
    monthlyTokens: 0,
    inputPriceUsd: null,
    maxOutputTokens: 8_192,
  };
  expect(parseSettings({}).models).toMatchObject(none);
});

it("reads what runs of tasks may reach and use", () => {
  const { runs } = parseSettings({
    RUN_REGISTRY_HOSTS: "registry.example.com, 10.0.0.5:8443",
    RUN_TOOLCHAINS: "/opt/jdk-21,/root/.nvm/versions/node/v22",
  });
  expect(runs.registryHosts).toEqual(["registry.example.com:443", "10.0.0.5:8443"]);
  expect(runs.toolchains).toEqual(["/opt/jdk-21", "/root/.nvm/versions/node/v22"]);
  expect(parseSettings({}).runs).toMatchObject({ registryHosts: [], toolchains: [] });
});

it("has sandboxes made by what the system has, in an image that has a name", () => {
  expect([usualSandbox("linux"), usualSandbox("darwin")]).toEqual(["bubblewrap", "docker"]);
  expect(parseSettings({ RUN_SANDBOX: "docker", RUN_IMAGE: "team/builder:3" }).runs).toMatchObject({
    sandbox: "docker",
    image: "team/builder:3",
  });
  expect(() => parseSettings({ RUN_IMAGE: "--privileged" })).toThrow("RUN_IMAGE must be the name of an image");
});

it("reads which coding agents there are, and what the model understands", () => {
  const { runs, models } = parseSettings({
    RUN_AGENTS: "codex, helper=/opt/agents/bin/helper  acp --quiet",
    RUN_AGENT_FOLDERS: "/opt/agents",
    MODEL_DIALECTS: "messages,chat",
  });
  expect(runs.agents).toEqual([
    { slug: "codex", command: null },
    { slug: "helper", command: ["/opt/agents/bin/helper", "acp", "--quiet"] },
  ]);
  expect(runs.agentFolders).toEqual(["/opt/agents"]);
  expect(models.dialects).toEqual(["chat", "messages"]);
  expect(parseSettings({}).runs).toMatchObject({ agents: [], agentFolders: [] });
});

it("names every mistake at once", () => {
  const mistakes = mistakesOf({
    PORT: "70000",
    API_HOST: "localhost:4000",
    SIGNUP: "closed",
    RATE_LIMITS: "yes",
    MODEL_PROVIDER: "openai-compatible",
    EGRESS_ALLOW: "example.com",
  });
  expect(mistakes).toEqual([
    'API_HOST must be an address such as https://cairn.example.com, not "localhost:4000".',
    'PORT must be a whole number from 1 to 65535, not "70000".',
    'SIGNUP must be one of open, invite, not "closed".',
    "EGRESS_ALLOW must be a comma-separated list of host:port entries, such as git.example.com:443,10.0.0.5:8080.",
    'RATE_LIMITS must be one of on, off, not "yes".',
    "MODEL_NAME must be set when MODEL_PROVIDER is openai-compatible.",
    "MODEL_BASE_URL must be set when MODEL_PROVIDER is openai-compatible.",
  ]);
});

it.each([
  [{ MODEL_PROVIDER: "claude" }, /^MODEL_PROVIDER must be one of none, openai, anthropic, .*, not "claude"\.$/],
  [{ MODEL_PROVIDER: "ollama" }, /^MODEL_NAME must be set/],
  [{ MODEL_PROVIDER: "openai", MODEL_NAME: "m" }, /^MODEL_API_KEY must be set/],
  [{ API_HOST: "https://user:pw@example.com" }, /^API_HOST must be an address/],
  [{ PORT: "4000.5" }, /^PORT must be a whole number/],
  [{ MODEL_INPUT_PRICE_USD: "2,50" }, /^MODEL_INPUT_PRICE_USD must be dollars per million tokens such as 2\.50/],
  [{ MODEL_IMAGES: "yes" }, /^MODEL_IMAGES must be one of auto, on, off/],
  [{ EGRESS_ALLOW: "example.com:99999" }, /^EGRESS_ALLOW must be/],
  [{ RUN_REGISTRY_HOSTS: "https://registry.example.com" }, /^RUN_REGISTRY_HOSTS must be/],
  [{ RUN_REGISTRY_HOSTS: "registry.example.com.,*.example.com" }, /^RUN_REGISTRY_HOSTS must be/],
  [{ RUN_AGENTS: "copilot" }, /^RUN_AGENTS.* must be a comma-separated list of claude-code, codex/],
  [{ RUN_AGENTS: "codex,codex" }, /each once, not "codex"/],
  [{ RUN_AGENTS: "../x=/bin/sh" }, /^RUN_AGENTS.* must be/],
  [{ RUN_AGENT_FOLDERS: "agents" }, /^RUN_AGENT_FOLDERS must be/],
  [{ MODEL_DIALECTS: "chat,smalltalk" }, /^MODEL_DIALECTS must be a comma-separated list of chat, responses/],
  [{ RUN_TOOLCHAINS: "jdk" }, /^RUN_TOOLCHAINS must be/],
  [{ RUN_TOOLCHAINS: "/opt/jdk/../../etc" }, /^RUN_TOOLCHAINS must be/],
  [{ RUN_TOOLCHAINS: "/" }, /^RUN_TOOLCHAINS must be/],
])("refuses %o", (env, message) => {
  expect(mistakesOf(env)[0]).toMatch(message);
});

it("never repeats a secret, in a mistake or in print", () => {
  const secrets = { SECRET_KEY: "canary-key", DATABASE_URL: "mysql://canary-url" };
  expect(mistakesOf(secrets).map((line) => line.split(" ")[0])).toEqual(["DATABASE_URL", "SECRET_KEY"]);
  expect(mistakesOf(secrets).join("\n")).not.toContain("canary");

  const settings = parseSettings({
    SECRET_KEY: Buffer.alloc(32, "canary").toString("base64"),
    DATABASE_URL: "postgresql://canary:canary@db/cairn",
    MODEL_API_KEY: "canary",
  });
  const printed = `${JSON.stringify(settings)}${inspect(settings, { depth: 9, showHidden: true })}${String(settings.models.apiKey)}`;
  expect(printed).toContain("[redacted]");
  expect(printed).not.toMatch(/canary|Y2FuYXJ5/);
  expect(settings.models.apiKey?.reveal()).toBe("canary");
});
