import { describe, expect, it } from "vitest";

import { amountOfLine } from "./amount-words.ts";

describe("what a line bounds, lasts or repeats is told in words of people", () => {
  it.each([
    ["return $this->created_at->addDays(7)->isPast();", "7 days", "time"],
    ["var pingPeriod = 45 * time.Second", "45 seconds", "time"],
    ["parsedDuration: time.Hour * 24 * 60,", "60 days", "time"],
    ["interval := 2 * time.Hour * 12", "1 day", "time"],
    ["pending_max_age = timedelta(minutes=90)", "90 minutes", "time"],
    ["const ELEVATE_SECONDS = 60 * 60;", "1 hour", "time"],
    ["const cacheTtlMs = 1000 * 60 * 5", "5 minutes", "time"],
    ["  token_valid_for = 30.days", "30 days", "time"],
    ["jwt.sign(claims, key, { expiresIn: '7d' })", "7 days", "time"],
    ["Duration timeout = Duration.ofMinutes(5);", "5 minutes", "time"],
    ["let wait = Duration::from_secs(5);", "5 seconds", "time"],
    ["const ACCESS_TOKEN_EXPIRE_MINUTES = 30", "30 minutes", "time"],
    ["password: z.string().min(8),", "at least 8", "count"],
    ["name: str = Field(max_length=40)", "at most 40", "count"],
    ["rating: int = Field(ge=2)", "at least 2", "count"],
    ["sessionTimeout: '30m',", "30 minutes", "time"],
    ["session_max_age = 3600", "1 hour", "time"],
    ["priceMin = 5", "5", "count"],
    ["minAge = 60", "60", "count"],
    ["const maxUploadSize = 10 << 20", "10 MB", "size"],
    ["MAX_ATTACHMENT_BYTES = 5 * 1024 * 1024", "5 MB", "size"],
    ["SECURITY_MAX_LOGIN_ATTEMPTS: int = 5", "5", "count"],
    ["Route::middleware('throttle:10,1')", "10 requests in 1 minute", "count"],
    ['@limiter.limit("5/minute")', "5 requests in 1 minute", "count"],
    ["'title' => 'required|string|max:255',", "at most 255", "count"],
    ["name = models.CharField(max_length=100)", "at most 100", "count"],
  ])("%s", (line, words, sort) => {
    expect(amountOfLine(line)).toMatchObject({ words, sort });
  });

  it.each([
    "const index = 3;",
    "return items[0];",
    "status(404)",
    "import x from 'y2';",
    "const timeout = options.timeout",
    'canvas.getContext("2d")',
    'const clockFormat = "24h"',
    'const view = "3d";',
    'sizes["10m"]',
    "const n = Math.min(100, wish);",
    "const n = Math.max(10, wish);",
    "const n = max(10, wish)",
    "storage = 3600",
    "page = 60",
    "message = 120",
    "percentage = 60",
    "const windowHeight = 600;",
    "timezone = 3600",
    "times = 60",
    "runtime = 120",
    "days = 7 * 24 * 60 * 60",
    "const min = 5, max = 10",
    "firstDay = 1",
    "startHour = 9",
    "interval = 60",
    "const MAX_PORT = 65535;",
    "const limitY = 480;",
    "const cacheTtl = 600 * 600 * 7 + offset",
  ])("nothing of %s", (line) => {
    expect(amountOfLine(line)).toBeNull();
  });
});
