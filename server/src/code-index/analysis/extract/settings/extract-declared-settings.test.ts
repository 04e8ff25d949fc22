import { expect, it } from "vitest";

import { factsOf } from "#server/code-index/testing/facts-as-text.ts";

/** Name, default and line of each. */
async function settingsOf(path: string, text: string): Promise<unknown[][]> {
  const { configKeys } = await factsOf(path, text);
  return configKeys.map(({ name, defaultValue, line }) => [name, defaultValue, line]);
}

/** What each says of itself. */
async function commentsOf(path: string, text: string): Promise<(string | null)[]> {
  const { configKeys } = await factsOf(path, text);
  return configKeys.map(({ comment }) => comment);
}

it("reads features of a crate, with what each is unless somebody says otherwise", async () => {
  const text = `[package]
name = "board"
[features]
default = ["tides"]
# Tables of the sea.
tides = ["dep:sea"]
ferries = [
  "tides",
] # Boats.
[dependencies]
serde = "1"
`;
  expect(await settingsOf("Cargo.toml", text)).toEqual([
    ["tides", "on", 6],
    ["ferries", "off", 7],
  ]);
});

it("reads rows of a C table by the macro's own parameters", async () => {
  const text = `#define createBool(name, alias, flags, addr, default, apply) { \\
  .x = name }
#define createSpecial(name, get) { name }
#define MAX(a, b) ((a) > (b))
settings x[] = {
  createBool("protected-mode", NULL, MODIFIABLE, server.protected, 1, NULL), /* Safe. */
  createBool("file", NULL, MODIFIABLE, f(server, "a,b"), "board.conf", NULL),
  createBool("size", NULL, MODIFIABLE, server.size, CONFIG_SIZE, NULL),
  createBool("none", NULL, MODIFIABLE, server.none, NULL, NULL),
  /* createBool("former", NULL, MODIFIABLE, server.former, 1, NULL), */
  createSpecial("dir", getDir),
  MAX("a", "b"),
};
`;
  expect(await settingsOf("config.c", text)).toEqual([
    ["protected-mode", "1", 6],
    ["file", "board.conf", 7],
    ["size", "CONFIG_SIZE", 8],
    ["none", null, 9],
  ]);
});

it("reads directives of nginx and options of getopt", async () => {
  const nginx = `static ngx_command_t  commands[] = {
    { ngx_string("worker_processes"),
      NGX_MAIN_CONF|NGX_DIRECT_CONF|NGX_CONF_TAKE1,
      set },
    { ngx_string("on"), 1 },
      ngx_null_command
};
`;
  expect(await settingsOf("ngx.c", nginx)).toEqual([["worker_processes", null, 2]]);
  const getopt = `static struct option longs[] = {
  {"help", no_argument, 0, 'h'},
  {"port", required_argument, 0, 'p'},
  {0, 0, 0, 0}
};
`;
  expect(await settingsOf("main.c", getopt)).toEqual([
    ["--help", null, 2],
    ["--port", null, 3],
  ]);
});

it("reads fields of pydantic's settings by the variables that fill them", async () => {
  const text = `from pydantic_settings import BaseSettings

class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="BOARD_", extra="ignore")
    port: int = 8080  # where to listen, if it's free
    # How long a session lasts.
    session_s: int = 60 * 60 * 24  # noqa
    SECRET: str  # never shown, it isn't
    level: str = Field(default="info", description="how much")
    url: str = Field(..., validation_alias="DATABASE_URL")
    kinds: ClassVar[list] = []
    def read(self) -> None:
        local: int = 3

class Other(BaseModel):
    size: int = 1
`;
  expect(await settingsOf("config.py", text)).toEqual([
    ["BOARD_PORT", "8080", 5],
    ["BOARD_SESSION_S", "60 * 60 * 24", 7],
    ["BOARD_SECRET", null, 8],
    ["BOARD_LEVEL", "info", 9],
    ["DATABASE_URL", null, 10],
  ]);
  expect(await commentsOf("config.py", text)).toEqual([
    "where to listen, if it's free",
    "How long a session lasts.",
    "never shown, it isn't",
    "how much",
    null,
  ]);
  expect(await settingsOf("config.py", "class S(BaseSettings):\n    db_url: str = 'x'\n")).toEqual([
    ["DB_URL", "x", 2],
  ]);
});

it("reads settings of an Express application, and no routes or maps", async () => {
  const text = `const app = require("express")();
app.set("view engine", "pug");
app.set('views', path.join(__dirname, 'views'));
app.enable("trust proxy");
app.get("/list", list);
app.get("title", list);
if (app.get("env") === "test") run();
cache.set("key", 1);
`;
  expect(await settingsOf("app.js", text)).toEqual([
    ["view engine", "pug", 2],
    ["views", null, 3],
    ["trust proxy", "true", 4],
    ["env", null, 7],
  ]);
  expect(await settingsOf("app.js", 'app.set("view engine", "pug");\n')).toEqual([]);
});

it("reads schemas of the environment, and no others", async () => {
  const text = `const schema = z.object({
  PORT: z.coerce.number().default(3000),
  DATABASE_URL: z.string().url(),
  LEVEL: z.enum(["info", "debug"]).default("info"),
  size: z.number().default(1),
});
export const env = schema.parse(process.env);
`;
  expect(await settingsOf("env.ts", text)).toEqual([
    ["PORT", "3000", 2],
    ["DATABASE_URL", null, 3],
    ["LEVEL", "info", 4],
  ]);
  const clean =
    'export const env = cleanEnv(process.env, {\n  PORT: port({ default: 3000, desc: "where" }),\n  KEY: str(),\n});\n';
  expect(await settingsOf("env.ts", clean)).toEqual([
    ["PORT", "3000", 2],
    ["KEY", null, 3],
  ]);
  expect(await settingsOf("env.ts", text.replace("process.env", "body"))).toEqual([]);
});

it("reads fields that Spring fills, by their properties", async () => {
  const java = `@Component
@ConfigurationProperties(prefix = "board.mail")
public class MailProperties {
    private static final Logger log = null;
    /** Who writes. */
    private String fromAddress = "board@example.com";
    private int retries;
    private final Inner inner = new Inner();
    public static class Inner {
        private String host;
    }
}
`;
  expect(await settingsOf("MailProperties.java", java)).toEqual([
    ["board.mail.from-address", "board@example.com", 6],
    ["board.mail.retries", null, 7],
    ["board.mail.inner", null, 8],
  ]);
  const kotlin = `@ConfigurationProperties("board")
data class BoardProperties(
    val maxRows: Int = 50,
    val title: String,
)
`;
  expect(await settingsOf("Board.kt", kotlin)).toEqual([
    ["board.max-rows", "50", 3],
    ["board.title", null, 4],
  ]);
});

it("takes a comment above several variables of an environment file for their title, unless it tells of the first", async () => {
  const text = `# Chunk & Upload Config
#CHUNK_SIZE_MB=45
#MAX_FILESIZE=102400

# Mail
SMTP_HOST=
SMTP_PORT=

# Timezone
TZ=UTC
#TZ=Europe/Berlin

# How long a session lasts in hours
SESSION=12
COOKIE=sid # name of the cookie

# Database URL
DATABASE_URL=
DATABASE_POOL=
# Port
PORT=80
`;
  expect(await commentsOf(".env.example", text)).toEqual([
    null,
    null,
    null,
    null,
    "Timezone",
    "How long a session lasts in hours",
    "name of the cookie",
    "Database URL",
    null,
    "Port",
  ]);
});
