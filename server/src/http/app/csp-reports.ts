import { AppError } from "@cairn/contract/errors";
import type { Context, Hono } from "hono";
import { z } from "zod";

import { readBody } from "#server/http/request/read-json.ts";
import type { Services } from "#server/http/request/request-ctx.ts";
import { addressOf, type RequestLimits } from "#server/http/request/request-limits.ts";

export const cspReportsPath = "/v1/csp-reports";

const maxReportBytes = 16_384;
const maxReports = 10;
const maxLoggedLength = 200;

/** The two formats browsers send: one report, or a list of them. */
const reportSchemas: Record<string, z.ZodType<readonly Blocked[]>> = {
  "application/csp-report": z
    .object({ "csp-report": z.object({ "blocked-uri": z.string(), "effective-directive": z.string() }) })
    .transform(({ "csp-report": report }) => [
      { blocked: report["blocked-uri"], directive: report["effective-directive"] },
    ]),
  "application/reports+json": z
    .array(z.object({ body: z.object({ blockedURL: z.string(), effectiveDirective: z.string() }) }))
    .transform((reports) =>
      reports.map(({ body }) => ({ blocked: body.blockedURL, directive: body.effectiveDirective })),
    ),
};

interface Blocked {
  blocked: string;
  directive: string;
}

/** Browsers report here what the content policy blocked. Anybody can send a report, so it is only logged, shortened. */
export function mountCspReports(app: Hono, services: Services, limits: RequestLimits): void {
  app.post(cspReportsPath, async (c) => {
    await limits.takeReport(addressOf(c, services));
    for (const { blocked, directive } of await readReports(c)) {
      services.log.warn(
        { blocked: forLog(blocked), directive: forLog(directive) },
        "the content policy blocked something",
      );
    }
    return new Response(null, { status: 204 });
  });
}

async function readReports(c: Context): Promise<readonly Blocked[]> {
  const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const schema = Object.hasOwn(reportSchemas, type) ? reportSchemas[type] : undefined;
  if (!schema) throw new AppError("unsupported_media", { message: "This is not a report of a browser" });
  const text = Buffer.from(await readBody(c.req.raw, maxReportBytes)).toString("utf8");
  try {
    return schema.parse(JSON.parse(text)).slice(0, maxReports);
  } catch (cause) {
    throw new AppError("invalid_input", { message: "This is not a report of a browser", cause });
  }
}

/** Without what an address may carry behind its path, and of a length that fills no disk. */
function forLog(text: string): string {
  return text.replace(/[?#].*/s, "").slice(0, maxLoggedLength);
}
