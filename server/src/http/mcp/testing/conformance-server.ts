import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  type CallToolResult,
  CallToolRequestSchema,
  CompleteRequestSchema,
  CreateMessageResultSchema,
  ElicitResultSchema,
  type GetPromptResult,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";

type ConformanceExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type ToolRun = (input: Record<string, unknown>, extra: ConformanceExtra) => CallToolResult | Promise<CallToolResult>;

/** One red pixel, and a sound of no length. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";
const image = { type: "image" as const, data: png, mimeType: "image/png" };

const text = (value: string) => ({ type: "text" as const, text: value });
const say = (value: string): CallToolResult => ({ content: [text(value)] });
const embed = (uri: string, mimeType: string, value: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: value },
});

/** Sends the client's user a question in the middle of a call (MCP "elicitation"). */
async function elicit(
  extra: ConformanceExtra,
  message: string,
  properties: object,
  required: string[],
): Promise<string> {
  const requestedSchema = { type: "object" as const, properties: properties as Record<string, never>, required };
  const params = { mode: "form" as const, message, requestedSchema };
  const { action, content } = await extra.sendRequest({ method: "elicitation/create", params }, ElicitResultSchema);
  return `action=${action}, content=${JSON.stringify(content)}`;
}

const choices = ["option1", "option2", "option3"];
const titled = (names: readonly string[]) => names.map((title, at) => ({ const: `value${at + 1}`, title }));
const enums = {
  untitledSingle: { type: "string", enum: choices },
  titledSingle: { type: "string", oneOf: titled(["First Option", "Second Option", "Third Option"]) },
  legacyEnum: {
    type: "string",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: { type: "array", items: { type: "string", enum: choices } },
  titledMulti: { type: "array", items: { anyOf: titled(["First Choice", "Second Choice", "Third Choice"]) } },
};
const defaults = {
  name: { type: "string", default: "John Doe" },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
};
const person = {
  username: { type: "string", description: "User's response" },
  email: { type: "string", description: "User's email address" },
};

/** What the suite calls, by name. */
const tools: Record<string, ToolRun> = {
  test_simple_text: () => say("This is a simple text response for testing."),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: "audio", data: wav, mimeType: "audio/wav" }] }),
  test_embedded_resource: () => ({
    content: [embed("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  }),
  test_multiple_content_types: () => ({
    content: [
      text("Multiple content types test:"),
      image,
      embed("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  }),
  async test_tool_with_logging(_, { sendNotification }) {
    for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await sendNotification({ method: "notifications/message", params: { level: "info", data } });
    }
    return say("Logged");
  },
  async test_tool_with_progress(_, { _meta, sendNotification }) {
    const progressToken = _meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      const params = { progressToken: progressToken ?? "", progress, total: 100 };
      await sendNotification({ method: "notifications/progress", params });
    }
    return say("Done");
  },
  test_error_handling: () => ({
    ...say("This tool intentionally returns an error for testing"),
    isError: true,
  }),
  async test_sampling({ prompt }, { sendRequest }) {
    const messages = [{ role: "user" as const, content: text(String(prompt)) }];
    const params = { messages, maxTokens: 100 };
    const answer = await sendRequest({ method: "sampling/createMessage", params }, CreateMessageResultSchema);
    return say(`LLM response: ${JSON.stringify(answer.content)}`);
  },
  test_elicitation: async ({ message }, extra) =>
    say(`User response: ${await elicit(extra, String(message), person, ["username", "email"])}`),
  test_elicitation_sep1034_defaults: async (_, extra) =>
    say(`Elicitation completed: ${await elicit(extra, "Please review", defaults, [])}`),
  test_elicitation_sep1330_enums: async (_, extra) =>
    say(`Elicitation completed: ${await elicit(extra, "Please choose", enums, [])}`),
  /** The answer is stored for the client, which comes back for it. */
  test_reconnection(_, { closeSSEStream }) {
    closeSSEStream?.();
    return say("Reconnection test completed successfully");
  },
  json_schema_2020_12_tool: () => say("Fine"),
};

const plainSchema = { type: "object" as const };
const schemas: Record<string, { type: "object"; [key: string]: unknown }> = {
  json_schema_2020_12_tool: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: { type: "object", properties: { street: { type: "string" }, city: { type: "string" } } },
    },
    properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
    additionalProperties: false,
  },
};

const prompts: Record<string, { accepts: string[]; write: (given: Record<string, string>) => GetPromptResult }> = {
  test_simple_prompt: { accepts: [], write: () => ask(text("This is a simple prompt for testing.")) },
  test_prompt_with_arguments: {
    accepts: ["arg1", "arg2"],
    write: ({ arg1, arg2 }) => ask(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  test_prompt_with_embedded_resource: {
    accepts: ["resourceUri"],
    write: ({ resourceUri = "" }) =>
      ask(
        embed(resourceUri, "text/plain", "Embedded resource content for testing."),
        text("Please process the embedded resource above."),
      ),
  },
  test_prompt_with_image: { accepts: [], write: () => ask(image, text("Please analyze the image above.")) },
};

function ask(...contents: GetPromptResult["messages"][number]["content"][]): GetPromptResult {
  return { messages: contents.map((content) => ({ role: "user", content })) };
}

/** What the official suite expects to find at a server, to be served by our transport. */
export function createConformanceServer(): Server {
  const server = new Server(
    { name: "conformance", version: "1" },
    { capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} } },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: Object.keys(tools).map((name) => ({ name, description: name, inputSchema: schemas[name] ?? plainSchema })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const run = tools[params.name];
    return run ? await run(params.arguments ?? {}, extra) : { ...say("There is no such tool."), isError: true };
  });
  offerResources(server);
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: Object.entries(prompts).map(([name, { accepts }]) => ({
      name,
      description: name,
      arguments: accepts.map((argument) => ({ name: argument, required: true })),
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    const prompt = prompts[params.name];
    if (!prompt) throw new Error("There is no such prompt");
    return prompt.write(params.arguments ?? {});
  });
  server.setRequestHandler(CompleteRequestSchema, () => ({ completion: { values: ["test"], total: 1 } }));
  return server;
}

function offerResources(server: Server): void {
  const subscribed = new Set<string>();
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: ["test://static-text", "test://static-binary", "test://watched-resource"].map((uri) => ({
      uri,
      name: uri,
    })),
  }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template" }],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => {
    if (uri === "test://static-binary") return { contents: [{ uri, mimeType: "image/png", blob: png }] };
    const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? [];
    if (id === undefined) return { contents: [{ uri, mimeType: "text/plain", text: "This is the content." }] };
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: "application/json", text: data }] };
  });
  server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
    subscribed.add(params.uri);
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
}
