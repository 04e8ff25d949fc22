import type { ModelDialect } from "#server/platform/settings/model-dialects.ts";
import type { KnownSlug } from "#server/platform/settings/parse-agent-entry.ts";

/** What an agent is told of the model that it may call. */
export interface AgentModel {
  /** Of the broker, as the agent reaches it; no trailing slash. */
  address: string;
  /** Opens the broker for this run. */
  token: string;
  name: string;
  /** For its short tasks. */
  fastName: string;
  contextTokens: number | null;
  maxOutputTokens: number;
}

/** How a well-known agent is started. Its programs are the operator's to install. */
export interface KnownAgent {
  name: string;
  /** The npm package to install. */
  package: string;
  /** The program that speaks the protocol, within the folder of packages. */
  program: string;
  /** Node runs it; else it runs by itself. */
  isNode: boolean;
  args: readonly string[];
  dialect: ModelDialect;
  /** How it signs in, where it wants that asked for; null: by its variables alone. */
  signInBy: string | null;
  environment(model: AgentModel): Record<string, string>;
}

/** Of the agents' own checks: whatever they do, they do it behind walls, and there is nobody to ask and no network. */
export const knownAgents: Record<KnownSlug, KnownAgent> = {
  "claude-code": {
    name: "Claude Code",
    package: "@agentclientprotocol/claude-agent-acp",
    program: "@agentclientprotocol/claude-agent-acp/dist/index.js",
    isNode: true,
    args: [],
    dialect: "messages",
    signInBy: null,
    environment: ({ address, token, name, fastName, maxOutputTokens }) => ({
      ANTHROPIC_BASE_URL: address,
      ANTHROPIC_API_KEY: token,
      ANTHROPIC_MODEL: name,
      ANTHROPIC_SMALL_FAST_MODEL: fastName,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: fastName,
      ANTHROPIC_DEFAULT_SONNET_MODEL: name,
      ANTHROPIC_DEFAULT_OPUS_MODEL: name,
      CLAUDE_CODE_SUBAGENT_MODEL: name,
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: `${maxOutputTokens}`,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
      // It refuses to leave questions unasked as somebody it takes for root, unless walls are named.
      IS_SANDBOX: "1",
    }),
  },
  codex: {
    name: "Codex",
    package: "@agentclientprotocol/codex-acp",
    program: "@agentclientprotocol/codex-acp/dist/index.js",
    isNode: true,
    args: [],
    dialect: "responses",
    signInBy: null,
    environment: ({ address, token, name, contextTokens }) => ({
      NO_BROWSER: "1",
      INITIAL_AGENT_MODE: "agent-full-access",
      CODEX_API_KEY: token,
      DEFAULT_AUTH_REQUEST: JSON.stringify({ methodId: "api-key" }),
      MODEL_PROVIDER: "broker",
      CODEX_CONFIG: JSON.stringify({
        model: name,
        model_provider: "broker",
        model_providers: {
          broker: { name: "broker", base_url: `${address}/v1`, wire_api: "responses", env_key: "CODEX_API_KEY" },
        },
        ...(contextTokens === null ? {} : { model_context_window: contextTokens }),
      }),
    }),
  },
  gemini: {
    name: "Gemini CLI",
    package: "@google/gemini-cli",
    program: "@google/gemini-cli/bundle/gemini.js",
    isNode: true,
    args: ["--acp", "--yolo"],
    dialect: "gemini",
    signInBy: "gemini-api-key",
    environment: ({ address, token, name }) => ({
      GEMINI_API_KEY: token,
      GOOGLE_GEMINI_BASE_URL: address,
      GEMINI_MODEL: name,
      GEMINI_CLI_NO_RELAUNCH: "true",
      // Else it edits no files and starts none of our tools.
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    }),
  },
  opencode: {
    name: "OpenCode",
    package: "opencode-ai",
    program: ".bin/opencode",
    isNode: false,
    args: ["acp"],
    dialect: "chat",
    signInBy: null,
    environment: ({ address, token, name, fastName, contextTokens, maxOutputTokens }) => {
      const limit = { context: contextTokens ?? 128_000, output: maxOutputTokens };
      const models = Object.fromEntries([name, fastName].map((one) => [one, { name: one, limit }]));
      const options = { baseURL: `${address}/v1`, apiKey: token };
      return {
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
        OPENCODE_CONFIG_CONTENT: JSON.stringify({
          model: `broker/${name}`,
          small_model: `broker/${fastName}`,
          autoupdate: false,
          share: "disabled",
          provider: { broker: { npm: "@ai-sdk/openai-compatible", name: "broker", options, models } },
          // Nobody reads the title that it would have a model make.
          agent: { title: { disable: true } },
          // It would wait for somebody who answers, and for pages that it cannot reach; its skill is about its own settings.
          permission: { "*": "allow", question: "deny", webfetch: "deny", skill: "deny" },
        }),
      };
    },
  },
};

/** For agents that nobody here knows: the variables that most of them read. */
export function usualEnvironment({ address, token, name }: AgentModel): Record<string, string> {
  return {
    OPENAI_BASE_URL: `${address}/v1`,
    OPENAI_API_KEY: token,
    ANTHROPIC_BASE_URL: address,
    ANTHROPIC_API_KEY: token,
    GOOGLE_GEMINI_BASE_URL: address,
    GEMINI_API_KEY: token,
    MODEL_NAME: name,
  };
}
