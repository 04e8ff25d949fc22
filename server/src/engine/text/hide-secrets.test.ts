import { describe, expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { hideSecrets } from "./hide-secrets.ts";

describe("secrets", () => {
  it.each([
    ['const apiKey = "a1b2c3d4e5";', 'const apiKey = "…";'],
    ["secret: process.env.JWT_SECRET || 'superSecret',", "secret: process.env.JWT_SECRET || '…',"],
    ['os.environ.get("SECRET_KEY", "dev-key")', 'os.environ.get("SECRET_KEY", "…")'],
    ["ENV['API_TOKEN'] ?? 'abcd1234'", "ENV['API_TOKEN'] ?? '…'"],
    ["db_password: 'correct horse'", "db_password: '…'"],
    ['"client_secret": "qwertyuiop"', '"client_secret": "…"'],
    ["STRIPE_SECRET=whsec_123456", "STRIPE_SECRET=…"],
    ["export SESSION_KEY=0123456789", "export SESSION_KEY=…"],
    ["JWT_SECRET=hsj]W;&Zc#ch=~#Al4:5'%;go;k", "JWT_SECRET=…"],
    ["POSTGRES_PASSWORD: board_pw", "POSTGRES_PASSWORD: …"],
    ["      MINIO_SECRET_KEY: s3user-s3cr3t # of the tests", "      MINIO_SECRET_KEY: …# of the tests"],
    ["SMTP_PASS: boardpw", "SMTP_PASS: …"],
    ["EMAIL_MAILGUN_API=mys3cr3tk3y", "EMAIL_MAILGUN_API=…"],
    ["#EMAIL_MAILGUN_API=mys3cr3tk3y", "#EMAIL_MAILGUN_API=…"],
    ["  --env JWT_SECRET=not_so_secret \\\\", "  --env JWT_SECRET=… \\\\"],
    ['docker run -e "API_TOKEN=not_so_secret" board', 'docker run -e "API_TOKEN=…" board'],
    ["It is begun with `JWT_SECRET=not_so_secret`. [1]", "It is begun with `JWT_SECRET=…`. [1]"],
    ['getEnv("SECRET_KEY", "correct horse battery")', 'getEnv("SECRET_KEY", "…")'],
    ["  password: hunter2x", "  password: …"],
    ["spring.datasource.password=hunter2x", "spring.datasource.password=…"],
    ["SECRET_KEY: aZ9(kk38Fj2lPq)", "SECRET_KEY: …"],
    ["secret_key: kept.well(kk38Fj2lPq", "secret_key: …"],
    ["postgres://board:pa55@db/board", "postgres://board:…@db/board"],
    ['passwordHint = "a1b2c3d4"', 'passwordHint = "…"'],
    ["uses AKIAIOSFODNN7EXAMPLE here", "uses … here"],
    [`token ghp_${"a1".repeat(18)}`, "token …"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----", "…"],
    [`eyJhbGciOiJI.eyJzdWIiOiIx.${"x".repeat(20)}`, "…"],
  ])("of %j", (text, expected) => {
    expect(hideSecrets(text)).toBe(expected);
  });
});

it.each([
  "password: string;",
  "    password=password,",
  "const token = process.env.TOKEN;",
  'token: "${{ secrets.TOKEN }}"',
  "The password must have 8 characters.",
  `${"x".repeat(200)}\nresult.AddFieldFailure("token", "Please identify yourself before proceeding.")`,
  'result.AddFieldFailure("token", "Please identify yourself before proceeding.")',
  "errors.add('password', 'must have 8 characters')",
  "    SECRET_KEY: str",
  "    API_TOKEN: SecretStr",
  "    API_KEY: Optional[str]",
  "  TOKEN: string;",
  "  SIGNING_KEY: ${SIGNING_KEY}",
  "  TOKEN_TTL_MINUTES: sixty",
  "  PRIVATE_KEY: ./keys/private.pem",
  "  API_TOKEN: process.env.API_TOKEN",
  "--env JWT_SECRET=$JWT_SECRET",
  "const codes = { KEY_UP=38, KEY_LONG=65362 };",
  "  - BOARD_API_URL=http://backend:9000",
  "settings = Settings(SECRET_KEY=config.secret_key)",
  "client.get(url, HTTP_X_API_KEY=api_key)",
  "--env SSL_CERT_KEY=board-dev.key",
  "GRAPH_API=https://graph.example.test/v1",
  "`STAFF_TOKEN` is the shared secret of the crews. [1]",
  "const key = cache.get(name);",
  "        self._auth_token = secrets.token_urlsafe(32)",
  "    reset_token = SecureRandom.hex(16)",
  "    api_token: Sha256::hex(16)",
  "    secret_key: generate(32)",
  'const flagResetPasswordHelp = "Link by which a user sets a new password";',
  'passwordLabel: "Password"',
  "https://example.test/tokens?kind=api_key",
])("stays as it is: %j", (text) => {
  expect(hideSecrets(text)).toBe(text);
});

it("takes no longer for hostile text", () => {
  const workedMs = startCpuClock();
  hideSecrets(`${"secret".repeat(5_000)}${" ".repeat(20_000)}"${"a".repeat(20_000)}`);
  hideSecrets(`${"w:".repeat(10_000)}//${"eyJ".repeat(10_000)}`);
  hideSecrets(`${"A_KEY".repeat(20_000)}: ${"a".repeat(20_000)} ${"x=A_KEY=".repeat(5_000)}`);
  hideSecrets(`f("token", "${"word ".repeat(70)}${"-".repeat(80)}"${" ".repeat(20_000)}`);
  expect(workedMs()).toBeLessThan(1_000);
});
