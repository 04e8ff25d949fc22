import type { Endpoint } from "@cairn/contract/endpoint";
import { errorCodes } from "@cairn/contract/errors";
import { z, type ZodType } from "zod";

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
  required: ["code", "message"],
  properties: {
    code: { type: "string", enum: Object.keys(errorCodes) },
    message: { type: "string" },
    details: {},
    requestId: { type: "string" },
  },
};

function describeEndpoint(endpoint: Endpoint): object {
  const body = toSchema(endpoint.body, "input");
  const hasBody = endpoint.method !== "GET" && Object.keys(propertiesOf(body)).length > 0;
  const error = { description: "Refused", content: json({ $ref: "#/components/schemas/Error" }) };
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    ...(endpoint.access === "user" ? { security: [{ bearer: [] }] } : {}),
    parameters: [...parameters(endpoint.params, "path"), ...parameters(endpoint.query, "query")],
    ...(hasBody ? { requestBody: { required: true, content: json(body) } } : {}),
    responses: { ...success(endpoint), default: error },
  };
}

function success(endpoint: Endpoint): object {
  if (endpoint.response instanceof z.ZodUndefined) return { 204: { description: "Done" } };
  return { 200: { description: "Done", content: json(toSchema(endpoint.response, "output")) } };
}

function parameters(schema: ZodType, place: "path" | "query"): object[] {
  const described = toSchema(schema, "input");
  const required = new Set((described.required as string[] | undefined) ?? []);
  return Object.entries(propertiesOf(described)).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.has(name),
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
