import { fileAnswer, type Endpoint } from "@cairn/contract/endpoint";
import { errorCodes } from "@cairn/contract/errors";
import { maxUploadFiles } from "@cairn/contract/files";
import { z, type ZodType } from "zod";

import { isRepeatable } from "./is-repeatable.ts";

/** OpenAPI 3.1, generated from the schemas that validate each call, so that it cannot say anything else. */
export function describeApi(endpoints: readonly Endpoint[], app: { name: string; version: string }): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeEndpoint(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title: app.name, version: app.version },
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: { Error: errorSchema },
    },
  };
}

const errorSchema = {
  type: "object",
  required: ["code", "message", "requestId"],
  properties: {
    code: { type: "string", enum: Object.keys(errorCodes) },
    message: { type: "string" },
    details: {},
    requestId: { type: "string" },
  },
};

function describeEndpoint(endpoint: Endpoint): object {
  const body = toSchema(endpoint.body, "input");
  const isJson = endpoint.method !== "GET" && Object.keys(propertiesOf(body)).length > 0;
  const content = endpoint.takesFiles ? filesContent : isJson ? json(body) : null;
  const headers = isRepeatable(endpoint) ? [idempotencyHeader] : [];
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    ...(endpoint.access === "user" ? { security: [{ bearer: [] }] } : {}),
    parameters: [...parameters(endpoint.params, "path"), ...parameters(endpoint.query, "query"), ...headers],
    ...(content ? { requestBody: { required: true, content } } : {}),
    ...(endpoint.limit ? { "x-limit": endpoint.limit } : {}),
    responses: { ...success(endpoint), ...refusals(endpoint, content) },
  };
}

const idempotencyHeader = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Requests with the same key are answered once: the first answer is repeated for a day",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x20-\\x7e]+$" },
};

const retryAfter = {
  "Retry-After": { description: "Seconds until it may be tried again", schema: { type: "integer" } },
};

/** What else a call may answer; each with the one error body. */
function refusals(endpoint: Endpoint, content: object | null): object {
  const refused = (description: string, headers?: object) => ({
    description,
    ...(headers ? { headers } : {}),
    content: json({ $ref: "#/components/schemas/Error" }),
  });
  return {
    400: refused("The input is not valid"),
    ...(endpoint.access === "user" ? { 401: refused("Nobody is signed in") } : {}),
    403: refused("The role does not allow it"),
    404: refused("There is no such thing, or none the caller may know of"),
    409: refused("It contradicts the present state"),
    ...(content
      ? { 413: refused("The body is too large"), 415: refused(`The body is not ${Object.keys(content).join()}`) }
      : {}),
    422: refused("The request cannot be done as it stands"),
    429: refused("Too many requests", retryAfter),
    default: refused("It failed"),
  };
}

const filesContent = {
  "multipart/form-data": {
    schema: {
      type: "object",
      required: ["files"],
      properties: {
        files: { type: "array", maxItems: maxUploadFiles, items: { type: "string", format: "binary" } },
      },
    },
  },
};

const fileContent = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };

function success(endpoint: Endpoint): object {
  if (endpoint.response instanceof z.ZodUndefined) return { 204: { description: "Done" } };
  if (endpoint.response === fileAnswer) return { 200: { description: "The file's bytes", content: fileContent } };
  return { 200: { description: "Done", content: json(toSchema(endpoint.response, "output")) } };
}

function parameters(schema: ZodType, location: "path" | "query"): object[] {
  const described = toSchema(schema, "input");
  const required = new Set((described.required as string[] | undefined) ?? []);
  return Object.entries(propertiesOf(described)).map(([name, property]) => ({
    name,
    in: location,
    required: location === "path" || required.has(name),
    schema: property,
  }));
}

function toSchema(schema: ZodType, io: "input" | "output"): Record<string, unknown> {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Record<
    string,
    unknown
  >;
  return described;
}

function propertiesOf(schema: Record<string, unknown>): Record<string, object> {
  return (schema.properties as Record<string, object> | undefined) ?? {};
}

function json(schema: object): object {
  return { "application/json": { schema } };
}

/** "GET /v1/organizations/:organizationId/projects" → "get_organizations_organizationId_projects". */
function operationId(endpoint: Endpoint): string {
  const words = endpoint.path
    .replace(/^\/v1\//, "")
    .replaceAll(":", "")
    .split(/[/-]/);
  return [endpoint.method.toLowerCase(), ...words].join("_");
}
