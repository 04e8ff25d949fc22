import { AppError } from "@cairn/contract/errors";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";

import { connectionOf, type AgentVisit } from "./agent-connection.ts";
import { boundStream } from "./bound-stream.ts";
import type { McpRuntime } from "./mcp-runtime.ts";
import { isStream } from "./streamable-session.ts";

/**
 * Answers one POST of a client that keeps no session, with a server and a transport of its own. The answer is JSON
 * unless the client takes streams alone or wants to hear of progress; when it hangs up, its calls are aborted.
 */
export async function exchangeOnce(
  runtime: McpRuntime,
  visit: AgentVisit,
  { request, body }: { request: Request; body: unknown },
): Promise<Response> {
  const server = runtime.createServer(connectionOf(runtime.services, visit));
  server.onerror = (error) => runtime.services.log.debug({ error }, "an agent's request had a fault");
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !wantsStream(request, body),
    keepAliveMs: runtime.limits.heartbeatMs,
  });
  await server.connect(transport);
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => undefined);
  const end = async (): Promise<void> => {
    await server.close();
    gone.reject(new AppError("cancelled", { message: "The call was ended" }));
  };
  const letGo = runtime.sessions.hold({ visit, end });
  const hangUp = (): void => void end();
  request.signal.addEventListener("abort", hangUp);
  const finish = (): void => {
    request.signal.removeEventListener("abort", hangUp);
    letGo();
    void server.close();
  };
  try {
    // A closed transport never settles the pending request.
    const response = await Promise.race([transport.handleRequest(request, { parsedBody: body }), gone.promise]);
    if (!response.body || !isStream(response)) {
      finish();
      return response;
    }
    const bound = boundStream(response.body, runtime.limits.maxWaitingBytes);
    void bound.ended.then(finish);
    return new Response(bound.stream, { status: response.status, headers: response.headers });
  } catch (error) {
    finish();
    throw error;
  }
}

function wantsStream(request: Request, body: unknown): boolean {
  const accept = request.headers.get("accept") ?? "";
  if (!accept.includes("text/event-stream")) return false;
  if (!accept.includes("application/json")) return true;
  const { params } = (body ?? {}) as { params?: { _meta?: { progressToken?: unknown } } };
  return params?._meta?.progressToken !== undefined;
}
