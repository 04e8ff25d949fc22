import { describe, expect, it } from "vitest";

import { factsOf } from "#server/code-index/testing/facts-as-text.ts";

describe("reading the environment", () => {
  const cases: [string, string, string[]][] = [
    ["src/a.ts", `const a = process.env.API_URL || 'http://localhost'; // where it is\nconst b = Number(process.env["LIMIT"] ?? 10);\nconst c = Deno.env.get("TOKEN");\nconst d = import.meta.env.VITE_ON ?? true;\nconst e = Bun.env.BUN_X;\nconst f = env.SHARED_KEY;\n`, ["API_URL=http://localhost (where it is) 1", "LIMIT=10 (null) 2", "TOKEN=null (null) 3", "VITE_ON=true (null) 4", "BUN_X=null (null) 5", "SHARED_KEY=null (null) 6"]],
    ["src/b.ts", `// process.env.FORMER\nconst a = process.env.lower;\nconst b = config.API_URL;\nenvironment.NAME;\nconst c = "process.env";\n`, []],
    ["src/c.vue", `<script>\nconst a = import.meta.env.VITE_URL\n</script>\n`, ["VITE_URL=null (null) 2"]],
    ["a.py", `from environs import env\nfrom decouple import config\nDEBUG = os.getenv("DEBUG", "false")  # on?\nSECRET = os.environ["SECRET_KEY"]\nHOST = env.str("HOST", default="0.0.0.0")\nPORT = config("PORT", default=8000, cast=int)\nos.environ.setdefault("SETTINGS", 'x')\nenv("lower")\n`, ["DEBUG=false (on?) 3", "SECRET_KEY=null (null) 4", "HOST=0.0.0.0 (null) 5", "PORT=8000 (null) 6"]],
    ["a.go", `port := getEnv("PORT", "8080")\nkey, ok := os.LookupEnv("KEY")\ntype C struct {\n\tHost string \`env:"HOST" envDefault:"localhost"\`\n\tRetries int \`envconfig:"RETRIES" default:"3"\`\n}\n// os.Getenv("FORMER")\n`, ["KEY=null (null) 2", "HOST=localhost (null) 4", "RETRIES=3 (null) 5"]],
    ["a.rs", `let a = std::env::var("A").unwrap_or_else(|_| "x".into());\nlet b = env!("B");\nlet c = option_env!("C");\nlet d = env::var_os("D");\n`, ["A=x (null) 1", "D=null (null) 4"]],
    ["A.java", `String a = System.getenv("A");\nString b = System.getProperty("b.c", "d");\n@Value("\${app.name}") String n;\n@Value("\${app.size:}") String s;\n@Value("#{expression}") String e;\n`, ["A=null (null) 1", "b.c=d (null) 2", "app.name=null (null) 3", "app.size=null (null) 4"]],
    ["A.cs", `var a = Environment.GetEnvironmentVariable("A") ?? "b";\nvar c = builder.Configuration["Jwt:Key"];\n`, ["A=b (null) 1", "Jwt:Key=null (null) 2"]],
    ["a.rb", `a = ENV["A"] || "b"\nc = ENV.fetch("C") { 5 }\nd = ENV.fetch('D', 3)\n# ENV["FORMER"]\n`, ["A=b (null) 1", "C=5 (null) 2", "D=3 (null) 3"]],
    ["config/app.php", `<?php\nreturn ['name' => env('APP_NAME', 'Laravel'), // shown\n 'key' => getenv("KEY"), 'x' => $_ENV['X'] ?? 'y',\n];\n`, ["APP_NAME=Laravel (shown) 2", "KEY=null (null) 3", "X=y (null) 3"]],
    ["a.c", `char *home = getenv("HOME");\n`, ["HOME=null (null) 1"]],
    ["config/runtime.exs", `url = System.get_env("URL", "x")\nSystem.fetch_env!("KEY")\n`, ["URL=x (null) 1", "KEY=null (null) 2"]],
    ["run.sh", `PORT=\${PORT:-3000}\n: "\${TOKEN:=secret}"\necho \${X:-short} $HOME \${PLAIN}\n`, ["PORT=3000 (null) 1", "TOKEN=secret (null) 2"]],
    ["deploy/application.yml", `app:\n  url: \${APP_URL:-http://x}\n  wait: \${APP_WAIT:-1}\n  name: \${APP_NAME:tide}\n`, ["APP_URL=http://x (null) 2", "APP_WAIT=-1 (null) 3", "APP_NAME=tide (null) 4"]],
    ["vars.tf", `# Where it runs.\nvariable "region" {\n  default = "eu"\n}\n`, ["region=null (Where it runs.) 2"]],
  ]; // prettier-ignore
  it.each(cases)("is found in %s", async (path, text, expected) => {
    expect(await settingsOf(path, text)).toEqual(expected);
  });

  it("names a setting once, at its first line, with the default of any line", async () => {
    const text = `a = os.environ["PORT"]\nb = os.getenv("PORT", "80")\nc = os.getenv("PORT", "90")\n`;
    expect(await settingsOf("a.py", text)).toEqual(["PORT=80 (null) 1"]);
  });

  it("keeps a thousand settings of a file", async () => {
    const text = Array.from({ length: 1100 }, (_, at) => `KEY_${at}=1`).join("\n");
    expect((await factsOf(".env.example", text)).configKeys).toHaveLength(1000);
  });
});

describe("files that list settings", () => {
  it("reads examples of environments with what is said of each key", async () => {
    const text = `# Server
# Where it listens.
PORT=3000
export HOST="0.0.0.0" # all of them

## ---- Mail ----
# smtp, ses
MAIL_DRIVER='smtp'
#MAIL_FROM=me@example.com
EMPTY=
lower=1
URL=http://x/#part
`;
    expect(await settingsOf(".env.example", text)).toEqual([
      "PORT=null (Server Where it listens.) 3",
      "HOST=null (all of them) 4",
      "MAIL_DRIVER=null (smtp, ses) 8",
      "MAIL_FROM=null (null) 9",
      "EMPTY=null (null) 10",
      "URL=null (null) 12",
    ]);
  });

  it("reads the environments of compose files, as lists and as maps", async () => {
    const text = `services:
  web:
    image: x
    environment:
      DATABASE_URL: "postgres://db/app" # where
      "QUOTED": 'a # b'
      BARE: on # off
      DEBUG:
      # FORMER: 1
    env_file: .env
  db:
    environment:
    - POSTGRES_USER=app
    - "POSTGRES_PASSWORD=secret"
    volumes:
      - data:/var/lib
`;
    expect(await settingsOf("compose.prod.yaml", text)).toEqual([
      "DATABASE_URL=postgres://db/app (where) 5",
      "QUOTED=a # b (null) 6",
      "BARE=on (off) 7",
      "DEBUG=null (null) 8",
      "POSTGRES_USER=app (null) 13",
      "POSTGRES_PASSWORD=secret (null) 14",
    ]);
  });

  it("reads variables of a Dockerfile, not the arguments of its build", async () => {
    const text = `FROM node:24\nARG VERSION\nARG TARGET=prod\nENV NODE_ENV=production\nENV PORT 8080\n# ENV FORMER=1\nRUN ENV=x make\n`;
    expect(await settingsOf("docker/web.Dockerfile", text)).toEqual([
      "NODE_ENV=production (null) 4",
      "PORT=8080 (null) 5",
    ]);
  });
});

async function settingsOf(path: string, text: string): Promise<string[]> {
  const { configKeys } = await factsOf(path, text);
  return configKeys.map(({ name, defaultValue, comment, line }) => `${name}=${defaultValue} (${comment}) ${line}`);
}
