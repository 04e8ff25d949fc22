import { describe, expect, it } from "vitest";

import type { ManifestFact } from "#server/code-index/ports/facts.ts";
import { factsOf } from "#server/code-index/testing/facts-as-text.ts";

describe("npm", () => {
  it("reads everything a package says of itself, with the lines it stands on", async () => {
    const text = `{
  "name": "@acme/ui",
  "version": "1.2.0",
  "description": "Parts of a screen.",
  "type": "module",
  "main": "./dist/index.cjs",
  "types": "dist/index.d.ts",
  "bin": { "acme": "./bin/acme.js" },
  "exports": {
    ".": { "types": "./dist/index.d.ts", "import": { "default": "./dist/index.js" } },
    "./button": "./dist/button.js",
    "./private/*": null
  },
  "workspaces": { "packages": ["packages/*", "apps/web"] },
  "dependencies": { "react": "^19.0.0" },
  "peerDependencies": { "zod": ">=3" },
  "optionalDependencies": { "fsevents": "2" },
  "devDependencies": {
    "react": "19.1.0",
    "vite": "workspace:*"
  }
}
`;
    expect(await manifestOf("package.json", text)).toEqual({
      ecosystem: "npm",
      name: "@acme/ui",
      version: "1.2.0",
      description: { text: "Parts of a screen.", startLine: 4, endLine: 4 },
      dependencies: [
        "react ^19.0.0 15",
        "zod >=3 16",
        "fsevents 2 17",
        "react 19.1.0 dev 19",
        "vite workspace:* dev 20",
      ],
      entryPoints: [
        "main ./dist/index.cjs 6",
        "types dist/index.d.ts 7",
        "bin acme ./bin/acme.js 8",
        "exports . ./dist/index.d.ts 10",
        "exports ./button ./dist/button.js 11",
      ],
      workspaces: ["packages/*", "apps/web"],
    });
  });

  it("reads the short forms of bin and exports", async () => {
    const found = await manifestOf("package.json", `{ "bin": "cli.js", "exports": "./index.js", "description": " " }`);
    expect(found).toMatchObject({
      name: null,
      description: null,
      entryPoints: ["bin cli.js 1", "exports . ./index.js 1"],
    });
  });

  it.each([["a list", "[]"], ["a text", `"x"`], ["nothing", ""], ["wrong kinds", `{ "name": 3, "dependencies": ["a"], "bin": 1, "workspaces": "x" }`]])("finds nothing in %s", async (_name, text) => {
    expect(await manifestOf("package.json", text)).toEqual(nothing("npm"));
  }); // prettier-ignore
});

describe("Python", () => {
  it("reads a project with extras, groups and a workspace", async () => {
    const text = `[build-system]
requires = ["hatchling"]

[project]
name = "acme"
version = "0.1.0"
description = "Sends mail."
dependencies = [
    "fastapi[standard]>=0.115,<1",
    'httpx ; python_version < "3.12"',  # for tests
    "acme-core @ git+https://example.com/core.git",
]

[project.optional-dependencies]
postgres = ["psycopg"]
dev = ["ruff==0.6"]

[dependency-groups]
lint = ["mypy"]

[project.scripts]
acme = "acme.cli:main"

[tool.uv.workspace]
members = ["packages/*"]
`;
    expect(await manifestOf("pyproject.toml", text)).toEqual({
      ...nothing("python"),
      name: "acme",
      version: "0.1.0",
      description: { text: "Sends mail.", startLine: 7, endLine: 7 },
      dependencies: [
        "fastapi >=0.115,<1 9",
        "httpx 10",
        "acme-core @ git+https://example.com/core.git 11",
        "psycopg 15",
        "ruff ==0.6 dev 16",
        "mypy dev 19",
      ],
      entryPoints: ["acme acme.cli:main 22"],
      workspaces: ["packages/*"],
    });
  });

  it("reads Poetry's tables", async () => {
    const text = `[tool.poetry]
name = "acme"
version = "2.0"

[tool.poetry.dependencies]
python = "^3.11"
django = "^5.0"
celery = { version = "5.4", extras = ["redis"] }

[tool.poetry.group.dev.dependencies]
pytest = "*"

[tool.poetry.scripts]
run = "acme:run"
`;
    expect(await manifestOf("pyproject.toml", text)).toEqual({
      ...nothing("python"),
      name: "acme",
      version: "2.0",
      dependencies: ["django ^5.0 7", "celery 5.4 8", "pytest * dev 11"],
      entryPoints: ["run acme:run 14"],
    });
  });

  it("reads requirements, and no options or comments", async () => {
    const text = `# base\n-r base.txt\n--index-url https://x\nDjango>=4.2,<5  # LTS\nrequests[socks]==2.31.0 ; python_version > "3"\npsycopg2-binary\n./local\n`;
    expect(await manifestOf("requirements-dev.txt", text)).toEqual({
      ...nothing("python"),
      dependencies: ["Django >=4.2,<5 4", "requests ==2.31.0 5", "psycopg2-binary 6"],
    });
  });
});

describe("Rust and Go", () => {
  it("reads a crate with its targets", async () => {
    const text = `[package]
name = "acme"
version = "0.3.0"
description = "Reads logs."

[lib]
name = "acme_core"

[[bin]]
name = "acme"
path = "src/bin/acme.rs"

[[bin]]
name = "plain"

[dependencies]
serde = { version = "1.0", features = ["derive"] }
tokio.workspace = true
local = { path = "../local" }
"quoted-name" = "2"

[target.'cfg(unix)'.dependencies]
nix = "0.29"

[build-dependencies]
cc = "1"

[dev-dependencies]
insta = "1.39" # snapshots

[workspace]
members = [
  "crates/*", # all
  "tools",
]
`;
    expect(await manifestOf("Cargo.toml", text)).toEqual({
      ...nothing("cargo"),
      name: "acme",
      version: "0.3.0",
      description: { text: "Reads logs.", startLine: 4, endLine: 4 },
      dependencies: [
        "serde 1.0 17",
        "tokio 18",
        "local 19",
        "quoted-name 2 20",
        "nix 0.29 23",
        "cc 1 26",
        "insta 1.39 dev 29",
      ],
      entryPoints: ["acme_core src/lib.rs 6", "acme src/bin/acme.rs 9", "plain src/main.rs 13"],
      workspaces: ["crates/*", "tools"],
    });
  });

  it("reads a Go module, and no replacements", async () => {
    const text = `module example.com/acme/v2 // import

go 1.23.0

require github.com/single/one v1.0.0

require (
	github.com/gin-gonic/gin v1.10.0
	golang.org/x/text v0.19.0 // indirect
	// github.com/former/x v1.0.0
)

replace (
	github.com/a/b v1.0.0 => ../b
)
exclude github.com/c/d v1.1.1
`;
    expect(await manifestOf("go.mod", text)).toEqual({
      ...nothing("go"),
      name: "example.com/acme/v2",
      version: "1.23.0",
      dependencies: [
        "github.com/single/one v1.0.0 5",
        "github.com/gin-gonic/gin v1.10.0 8",
        "golang.org/x/text v0.19.0 9",
      ],
    });
  });
});

describe("Java, Kotlin and .NET", () => {
  it("reads a pom, its own name and not that of its parent", async () => {
    const text = `<project>
  <parent>
    <artifactId>spring-boot-starter-parent</artifactId>
    <version>3.3.0</version>
  </parent>
  <groupId>org.acme</groupId>
  <artifactId>shop</artifactId>
  <version>1.0-SNAPSHOT</version>
  <description>Sells
    things.</description>
  <modules><module>api</module><module> web </module></modules>
  <dependencies>
    <dependency>
      <groupId>org.postgresql</groupId>
      <artifactId>postgresql</artifactId>
      <scope>runtime</scope>
    </dependency>
    <dependency>
      <groupId>org.junit</groupId><artifactId>junit</artifactId>
      <version>\${junit.version}</version><scope>test</scope>
    </dependency>
  </dependencies>
  <build><plugins><plugin><artifactId>maven</artifactId></plugin></plugins></build>
</project>
`;
    expect(await manifestOf("pom.xml", text)).toEqual({
      ...nothing("maven"),
      name: "shop",
      version: "1.0-SNAPSHOT",
      description: { text: "Sells things.", startLine: 9, endLine: 10 },
      dependencies: ["org.postgresql:postgresql 13", "org.junit:junit ${junit.version} dev 18"],
      workspaces: ["api", "web"],
    });
  });

  it("reads Gradle's scripts of both languages", async () => {
    const groovy = `plugins { id 'java' }
version = '1.4'
dependencies {
    implementation 'com.google.guava:guava:33.0-jre'
    implementation project(':core')
    testImplementation "junit:junit:4.13"
    // implementation 'former:x:1'
    runtimeOnly('org.h2:h2')
}
application { mainClass = 'org.acme.Main' }
`;
    expect(await manifestOf("build.gradle", groovy)).toEqual({
      ...nothing("gradle"),
      version: "1.4",
      dependencies: ["com.google.guava:guava 33.0-jre 4", ":core 5", "junit:junit 4.13 dev 6", "org.h2:h2 8"],
      entryPoints: ["main org.acme.Main 10"],
    });
    const kotlin = `dependencies {\n    implementation(platform("org.acme:bom:1"))\n    api(kotlin("stdlib"))\n    ksp("a:b:2")\n}\napplication {\n    mainClass.set("org.acme.MainKt")\n}\n`;
    expect(await manifestOf("build.gradle.kts", kotlin)).toEqual({
      ...nothing("gradle"),
      dependencies: ["org.acme:bom 1 2", "stdlib 3", "a:b 2 4"],
      entryPoints: ["main org.acme.MainKt 7"],
    });
  });

  it("reads a project of .NET", async () => {
    const text = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><AssemblyName>Acme.Shop</AssemblyName><Version>2.1.0</Version></PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Serilog" Version="4.0.0" />
    <PackageReference Include="Central" />
    <ProjectReference Include="..\\Core\\Core.csproj" />
  </ItemGroup>
</Project>
`;
    expect(await manifestOf("src/Shop.csproj", text)).toEqual({
      ...nothing("nuget"),
      name: "Acme.Shop",
      version: "2.1.0",
      dependencies: ["Serilog 4.0.0 4", "Central 5"],
    });
  });
});

describe("Ruby and PHP", () => {
  it("reads a Gemfile with its groups", async () => {
    const text = `source "https://rubygems.org"
ruby "3.3.0"
gem "rails", "~> 7.1", ">= 7.1.2"
# gem "former"
group :development, :test do
  gem 'rspec-rails'
end
group :production do
  gem "pg", group: :x
end
gem "puma"
`;
    expect(await manifestOf("Gemfile", text)).toEqual({
      ...nothing("ruby"),
      dependencies: ["rails ~> 7.1 3", "rspec-rails dev 6", "pg 9", "puma 11"],
    });
  });

  it("reads composer.json", async () => {
    const text = `{
  "name": "acme/blog",
  "description": "Writes.",
  "bin": ["bin/console"],
  "require": { "php": ">=8.2", "laravel/framework": "^11.0" },
  "require-dev": { "phpunit/phpunit": "^11.0" }
}
`;
    expect(await manifestOf("composer.json", text)).toEqual({
      ...nothing("composer"),
      name: "acme/blog",
      description: { text: "Writes.", startLine: 3, endLine: 3 },
      dependencies: ["php >=8.2 5", "laravel/framework ^11.0 5", "phpunit/phpunit ^11.0 dev 6"],
      entryPoints: ["bin bin/console 4"],
    });
  });
});

it("is nothing for other files of the same formats", async () => {
  expect((await factsOf("data/other.json", `{ "name": "x" }`)).manifest).toBeNull();
  expect((await factsOf("config.toml", `[package]\nname = "x"\n`)).manifest).toBeNull();
  expect((await factsOf("package-lock.json", `{ "name": "x" }`)).manifest).toBeNull();
});

type ManifestAsText = Omit<ManifestFact, "dependencies" | "entryPoints"> & {
  dependencies: string[];
  entryPoints: string[];
};

/** Dependencies as "name version line", "dev" before the line of what is only worked with; entry points as "name path line". */
async function manifestOf(path: string, text: string): Promise<ManifestAsText | null> {
  const { manifest } = await factsOf(path, text);
  return (
    manifest && {
      ...manifest,
      dependencies: manifest.dependencies.map(({ name, version, isDev, line }) =>
        [name, version, isDev ? "dev" : "", line].filter((part) => part !== "").join(" "),
      ),
      entryPoints: manifest.entryPoints.map(({ name, path: target, line }) => `${name} ${target} ${line}`),
    }
  );
}

function nothing(ecosystem: string): ManifestAsText {
  return { ecosystem, name: null, description: null, version: null, dependencies: [], entryPoints: [], workspaces: [] };
}
