import type { SettingLibrary } from "#server/code-index/analysis/extract/settings/setting-library.ts";

const ecmascript = ["typescript", "tsx", "javascript", "vue", "svelte", "astro"];

/** Node.js, Deno, Bun and Vite. */
export const ecmascriptEnvironment: SettingLibrary = {
  name: "the environment of JavaScript",
  languages: ecmascript,
  readers: [
    { hint: "process", reads: /\bprocess\??\.env\??\.(?<name>[A-Za-z_]\w*)/g },
    { hint: "process", reads: /\bprocess\??\.env(?:\?\.)?\[/g },
    {
      hint: "import.meta",
      reads: /\bimport\.meta\.env\??\.(?<name>(?!(?:MODE|DEV|PROD|SSR|BASE_URL)\b)[A-Za-z_]\w*)/g,
    },
    { hint: "import.meta", reads: /\bimport\.meta\.env\[/g },
    { hint: "Bun.env", reads: /\bBun\.env\.(?<name>[A-Za-z_]\w*)/g },
    { hint: "Deno.env", reads: /\bDeno\.env\.get\(/g },
    { hint: "env.", reads: /(?<![\w.])env\.(?<name>[A-Z][A-Z0-9_]+)\b/g, isMention: true },
  ],
  examples: [
    {
      files: {
        "src/config.ts": `
/** Where the harbour is reached. */
export const port = Number(process.env.PORT ?? 3000);
const secret = process.env["TIDE_SECRET"]!;
const isOpen = process.env.HARBOUR_OPEN === "true";
const database = process.env.DATABASE_URL || fail();
const key = process.env.TIDE_KEY ?? throwError();
const retries = parseEnvVarNumber(process.env.TIDE_RETRIES, 5);
console.log(process.env.TIDE_NAME, "never");
const env = (name: string) => process.env[name];
const depth = Number(env("TIDE_DEPTH")) || 587;
const width = parseInt(process.env.TIDE_WIDTH, 10);
const length = Number.parseInt(process.env.TIDE_LENGTH ?? "12", 10);
process.env.NEVER = "1";
// process.env.NOT_THIS
`,
      },
      settings: [
        "DATABASE_URL required",
        "HARBOUR_OPEN boolean =false",
        "PORT number =3000",
        "TIDE_DEPTH =587",
        "TIDE_KEY required",
        "TIDE_LENGTH integer =12",
        "TIDE_NAME",
        "TIDE_RETRIES number =5",
        "TIDE_SECRET",
        "TIDE_WIDTH integer",
      ],
    },
  ],
};

/** What a web server hands over with each request under the same name, as WSGI does. */
const ofRequests =
  "[\"'](?:PATH_INFO|QUERY_STRING|REQUEST_(?:METHOD|URI)|REMOTE_(?:ADDR|PORT)|SERVER_PROTOCOL|CONTENT_(?:TYPE|LENGTH)|HTTP_(?:USER_AGENT|HOST|ACCEPT\\w*|COOKIE|REFERER|AUTHORIZATION|X_\\w+|CONNECTION|IF_\\w+|ORIGIN|RANGE|UPGRADE)|wsgi\\.)";

/** `os.environ` and `os.getenv`. */
export const pythonEnvironment: SettingLibrary = {
  name: "the environment of Python",
  languages: ["python"],
  readers: [
    {
      hint: "environ",
      reads: new RegExp(`\\b(?:os\\.)?environ\\.(?:get|pop)\\((?!${ofRequests})`, "g"),
      fallback: [1, "default"],
    },
    { hint: "getenv", reads: /\b(?:os\.)?getenv\(/g, name: [0, "key"], fallback: [1, "default"] },
    { hint: "environ[", reads: new RegExp(`\\b(?:os\\.)?environ\\[(?!${ofRequests})`, "g"), isRequired: true },
    { hint: "environ", reads: /["'](?<name>[A-Z][A-Z0-9_]+)["']\s+(?:not\s+)?in\s+(?:os\.)?environ\b/g },
  ],
  examples: [
    {
      files: {
        "app/settings.py": `
import os
PORT = int(os.environ.get("PORT", "8000"))
SECRET_KEY = os.environ["TIDE_SECRET_KEY"]  # signs sessions
DEBUG = os.getenv("TIDE_DEBUG", default=False)
OPEN = bool(int(os.getenv("TIDE_OPEN", True)))
BEGIN = datetime.strptime(os.environ.get("TIDE_BEGIN"), "%H:%M").time()
if "TIDE_HOST" in os.environ:
    HOST = os.environ.get("TIDE_HOST") or "localhost"
os.environ["NEVER"] = "1"
def serve(environ, start_response):
    path = environ["PATH_INFO"]
    agent = environ.get("HTTP_USER_AGENT", "")
`,
      },
      settings: [
        "PORT integer =8000",
        "TIDE_DEBUG boolean =False",
        "TIDE_OPEN boolean =True",
        "TIDE_BEGIN",
        "TIDE_HOST =localhost",
        "TIDE_SECRET_KEY required",
      ],
    },
  ],
};

/** Go's own `os`. */
export const goEnvironment: SettingLibrary = {
  name: "the environment of Go",
  languages: ["go"],
  readers: [
    { hint: "Getenv", reads: /\b(?:os|syscall)\.Getenv\(/g },
    { hint: "LookupEnv", reads: /\bos\.LookupEnv\(/g },
  ],
  examples: [
    {
      files: {
        "main.go": `
package main
const portVariable = "TIDE_PORT"
func main() {
	port := os.Getenv(portVariable)
	host, ok := os.LookupEnv("TIDE_HOST")
}
`,
      },
      settings: ["TIDE_HOST", "TIDE_PORT"],
    },
    {
      files: {
        "config/keys.go": `package config\nconst (\n\tEnvPort = "TIDE_PORT"\n\tEnvOpen = "TIDE_OPEN"\n)\n`,
        "config/parse.go": `
package config
func lookupEnv(env string) (string, bool) {
	if raw, ok := os.LookupEnv(env); ok { return raw, true }
	return "", false
}
func parseInt(target *int, env string) error {
	raw, ok := lookupEnv(env)
	return nil
}
func parseBool(target *bool, env string) error {
	raw, ok := lookupEnv(env)
	return nil
}
`,
        "config/config.go": `
package config
func Get() *Configuration {
	add(parseInt(&c.Server.Port, EnvPort))
	add(parseBool(&c.Open, EnvOpen))
}
`,
      },
      settings: ["TIDE_OPEN boolean", "TIDE_PORT integer"],
    },
  ],
};

/** `System.getenv` and system properties. */
export const jvmEnvironment: SettingLibrary = {
  name: "the environment of Java and Kotlin",
  languages: ["java", "kotlin", "scala", "groovy"],
  readers: [
    { hint: "getenv", reads: /\bSystem\.getenv\((?!\))/g },
    { hint: "getenv", reads: /\bSystem\.getenv\(\)\.(?:get|getOrDefault)\(/g, fallback: 1 },
    { hint: "getenv", reads: /\bSystem\.getenv\(\)\[/g },
    { hint: "System.getProperty", reads: /\bSystem\.getProperty\(/g, fallback: 1, kind: "key" },
    { hint: "sys.env", reads: /\bsys\.env(?:\.(?:get|getOrElse))?\(/g, fallback: 1 },
  ],
  examples: [
    {
      files: {
        "src/main/java/harbour/Main.java": `
class Main {
  static final String HOST = System.getenv("TIDE_HOST");
  int port = Integer.parseInt(System.getenv().getOrDefault("TIDE_PORT", "8080"));
  String folder = System.getProperty("tide.folder", "/var/tide");
}
`,
        "src/main/kotlin/harbour/Main.kt": `val level = System.getenv("TIDE_LEVEL") ?: "info"\nval key = System.getenv("TIDE_KEY") ?: error("none")\n`,
      },
      settings: [
        "tide.folder key =/var/tide",
        "TIDE_HOST",
        "TIDE_KEY required",
        "TIDE_LEVEL =info",
        "TIDE_PORT integer =8080",
      ],
    },
  ],
};

/** `ENV` of Ruby, also within the templates of its configuration. */
export const rubyEnvironment: SettingLibrary = {
  name: "the environment of Ruby",
  languages: ["ruby", "yaml"],
  readers: [
    { hint: "ENV.fetch", reads: /\bENV\.fetch\(/g, fallback: 1, isRequired: true },
    { hint: "ENV[", reads: /\bENV\[/g },
    { hint: "ENV.", reads: /\bENV\.(?:key\?|has_key\?|include\?|dig)\(/g },
  ],
  examples: [
    {
      files: {
        "config/puma.rb": `
threads ENV.fetch("RAILS_THREADS", 5).to_i
port ENV.fetch("PORT") { 3000 }
secret = ENV.fetch("TIDE_SECRET")
host = ENV["TIDE_HOST"].presence || "localhost"
ENV["NEVER"] ||= "1"
`,
        "config/settings.yml": `# Shown to sailors.\nstatus: "online"\nmail:\n  from: "board"\n`,
        "config/database.yml": `production:\n  url: <%= ENV["DATABASE_URL"] %>\n  pool: <%= ENV.fetch("TIDE_POOL", 5) %>\n`,
      },
      settings: [
        "DATABASE_URL",
        "PORT integer =3000",
        "RAILS_THREADS integer =5",
        "TIDE_HOST =localhost",
        "TIDE_POOL integer =5",
        "TIDE_SECRET required",
        "mail.from key =board",
        "status key =online",
      ],
    },
  ],
};

/** `std::env` and dotenvy. What is put in while compiling is no setting. */
export const rustEnvironment: SettingLibrary = {
  name: "the environment of Rust",
  languages: ["rust"],
  readers: [{ hint: "var", reads: /(?:\benv|\bdotenvy|\bdotenv)::var(?:_os)?\(/g }],
  examples: [
    {
      files: {
        "src/main.rs": `
fn main() {
    let port = std::env::var("TIDE_PORT").unwrap_or_else(|_| "8080".to_string());
    let key = env::var("TIDE_KEY").expect("a key");
    let host = env::var("TIDE_HOST").ok();
    let built = env!("CARGO_PKG_VERSION");
}
`,
      },
      settings: ["TIDE_HOST", "TIDE_KEY required", "TIDE_PORT =8080"],
    },
  ],
};

/** `System.get_env` of Elixir, and Dotenvy. */
export const elixirEnvironment: SettingLibrary = {
  name: "the environment of Elixir",
  languages: ["elixir"],
  readers: [
    { hint: "System.get_env", reads: /\bSystem\.get_env\(/g, fallback: 1 },
    { hint: "System.fetch_env", reads: /\bSystem\.fetch_env!\(/g, isRequired: true },
    { hint: "System.fetch_env", reads: /\bSystem\.fetch_env\(/g },
    { hint: "env!(", reads: /(?<![\w.])env!\(/g, type: 1, fallback: 2, isRequired: true, when: /\bDotenvy\b/ },
    // Of Confex and the like: a value of the configuration that says which variable it comes from.
    { hint: "{:system", reads: /\{(?=:system,\s*")/g, name: 1, fallback: 2 },
    { hint: "{:system", reads: /\{(?=:system,\s*[:{])/g, name: 2, fallback: 3, type: 1 },
  ],
  examples: [
    {
      files: {
        "config/runtime.exs": `
import Config
config :tide, port: String.to_integer(System.get_env("PORT") || "4000"),
  secret: System.fetch_env!("SECRET_KEY_BASE"),
  host: System.get_env("PHX_HOST", "example.com"),
  key: System.get_env("TIDE_KEY") || raise("no key"),
  pool: {:system, :integer, "TIDE_POOL", 10},
  root: {:system, "TIDE_ROOT", "https://tide.example"},
  pem: {:system, {Base, :decode64, []}, "TIDE_PEM"}
`,
        "lib/tide/config.ex": `
defmodule Tide.Config do
  def port!(env) do
    if port = System.get_env(env) do
      case Integer.parse(port) do
        {port, ""} -> port
        _ -> abort!("#{env} is no number")
      end
    end
  end
  def key!(env) do
    value = System.get_env(env)
    unless value, do: raise "#{env} is missing"
    value
  end
  def load do
    [port!("TIDE_PORT"), key!("TIDE_SALT")]
  end
end
`,
      },
      settings: [
        "PHX_HOST =example.com",
        "PORT integer =4000",
        "SECRET_KEY_BASE required",
        "TIDE_KEY required",
        "TIDE_PEM",
        "TIDE_POOL integer =10",
        "TIDE_PORT integer",
        "TIDE_ROOT =https://tide.example",
        "TIDE_SALT required",
      ],
    },
  ],
};
