import type { SettingLibrary } from "#server/code-index/analysis/extract/settings/setting-library.ts";

/** NestJS, AdonisJS and env-var: objects that are asked for a variable by name. */
export const nodeConfiguration: SettingLibrary = {
  name: "NestJS, AdonisJS and env-var",
  languages: ["typescript", "javascript", "tsx"],
  readers: [
    {
      hint: "get(",
      when: /["']env-var["']/,
      reads: /\benv(?:\.from\([^()\n]{0,80}\))?\.get\(/g,
    },
    {
      hint: "onfig",
      when: /@nestjs\/config|\bConfigService\b/,
      reads: /\b(?:this\.)?\w*[cC]onfig(?:Service)?\.get(?:<[^<>\n(]{0,60}>)?\(/g,
      fallback: 1,
      kind: "written",
    },
    {
      hint: "getOrThrow",
      when: /@nestjs\/config|\bConfigService\b/,
      reads: /\b(?:this\.)?\w*[cC]onfig(?:Service)?\.getOrThrow(?:<[^<>\n(]{0,60}>)?\(/g,
      isRequired: true,
      kind: "written",
    },
    {
      hint: "nv.get(",
      when: /#start\/env|@ioc:Adonis\/Core\/Env/,
      reads: /\b[eE]nv\.get\(/g,
      fallback: 1,
    },
  ],
  examples: [
    {
      files: {
        "src/app.service.ts": `
import { ConfigService } from "@nestjs/config";
class App {
  constructor(private readonly configService: ConfigService) {
    this.configService.get<string>("TIDE_HOST", "localhost");
    this.configService.getOrThrow("TIDE_SECRET");
  }
}
`,
      },
      settings: ["TIDE_HOST =localhost", "TIDE_SECRET required"],
    },
  ],
};

/**
 * An object of the whole program that holds its configuration, `BOATS.config.db.host`: only a file that lists the keys
 * says which of them people may set. The package `config` is asked for them by their names.
 */
export const globalConfiguration: SettingLibrary = {
  name: "the package config, global objects",
  languages: ["typescript", "javascript", "tsx"],
  readers: [
    {
      hint: ".config.",
      reads:
        /(?<![\w$.])[A-Z][A-Z0-9_]{1,30}\.config\.(?<name>[a-z]\w*(?:\.[a-z]\w*){0,5})(?![\w$(]|\.(?:to|is|length|map|filter|some)\w*)/g,
      kind: "key",
      isMention: true,
    },
    {
      hint: "onfig.get(",
      when: /\brequire\(\s*["']config["']\s*\)|\bfrom\s+["']config["']/,
      reads: /(?<![\w$.])\w*[cC]onfig\.get(?:<[^<>\n(]{0,60}>)?\(/g,
      isRequired: true,
      kind: "key",
    },
    {
      hint: "onfig.has(",
      when: /\brequire\(\s*["']config["']\s*\)|\bfrom\s+["']config["']/,
      reads: /(?<![\w$.])\w*[cC]onfig\.has\(/g,
      kind: "key",
      isMention: true,
    },
  ],
  examples: [
    {
      files: {
        "server/index.js": `
start(BOATS.config.tide.host, BOATS.config.tide.port.toString(), BOATS.config.never, other.config.never);
BOATS.config.tide.list.map(show);
`,
        "server/data.yml": `
name: Boats
defaults:
  config:
    tide:
      host: localhost
      port: 80
    title: Boats
languages:
  never: yes
`,
        "config.sample.yml": "tide:\n  host: tides.local\n",
      },
      settings: ["tide.host key =localhost example=tides.local", "tide.port key =80", "title key =Boats"],
    },
    {
      files: {
        "src/index.js": `
const config = require("config");
serve(config.get("tide.port"), config.has("tide.never"));
`,
        "config/default.yml": "tide:\n  port: 80\n  size: 3\n",
      },
      settings: ["tide.port key =80", "tide.size key =3"],
    },
  ],
};

/** Laravel's `env()` and PHP's own `getenv`. */
export const phpEnvironment: SettingLibrary = {
  name: "Laravel",
  languages: ["php"],
  readers: [
    { hint: "env(", reads: /(?<![\w$>:])(?:env|getenv)\(/g, fallback: [1, "default"], when: /<\?php/ },
    { hint: "Env::", reads: /\bEnv::get\(/g, fallback: [1, "default"] },
    { hint: "Env::", reads: /\bEnv::getOrFail\(/g, isRequired: true },
    { hint: "$_ENV", reads: /\$_ENV\[/g },
    {
      hint: "$_SERVER",
      reads:
        /\$_SERVER\[["'](?<name>(?!HTTPS?\b|HTTP_|REQUEST_|SERVER_|REMOTE_|SCRIPT_|PHP_|QUERY_|DOCUMENT_|PATH_|CONTENT_|ORIG_|SSL_|GATEWAY_)[A-Z][A-Z0-9_]+)["']\]/g,
    },
  ],
  examples: [
    {
      files: {
        "config/app.php": `<?php
return [
    // Shown to sailors.
    'name' => env('APP_NAME', 'Tide'),
    'key' => env('APP_KEY'),
    'debug' => (bool) env('APP_DEBUG', false),
];
`,
      },
      settings: ["APP_DEBUG boolean =false", "APP_KEY", "APP_NAME =Tide"],
    },
  ],
};

/** Within views, and in what fills a database. */
const dotnetLanguages = ["csharp", "razor"];

/** `IConfiguration` of .NET and its environment. */
export const dotnetConfiguration: SettingLibrary = {
  name: ".NET configuration",
  languages: dotnetLanguages,
  readers: [
    { hint: "GetEnvironmentVariable", reads: /\bEnvironment\.GetEnvironmentVariable\(/g },
    { hint: "onfiguration[", reads: /\b[cC]onfiguration(?:Manager)?\[/g, kind: "written", spelling: "colon" },
    { hint: "onfig[", reads: /\b_?[cC]onfig\[/g, kind: "written", spelling: "colon", when: /\bIConfiguration\b/ },
    {
      hint: "Setting(",
      reads:
        /\bnew\s+(?:\w{0,40}(?:App|Application|System|Site|Global|Config\w*|Store))?Setting\(\s*"(?<name>[\w.:-]+)"\s*\)\s*\{[^{}]{0,200}?\bValue\s*=\s*"(?<fallback>[^"\n]{0,200})"/g,
      kind: "key",
      spelling: "colon",
    },
    {
      hint: "GetValue",
      reads: /\b\w*[cC]onfig\w*\.GetValue(?:<(?<type>[\w?]+)>)?\(/g,
      fallback: 1,
      kind: "written",
      spelling: "colon",
    },
    {
      hint: "GetOrDefault",
      reads: /\b\w*[cC]onf(?:ig\w*)?\.GetOrDefault<(?<type>[\w?]+)>\(/g,
      fallback: 1,
      kind: "key",
      when: /\bIConfiguration\b|\bConfiguration\b/,
    },
    {
      hint: "GetRequiredValue",
      reads: /\b\w*[cC]onfig\w*\.GetRequiredValue(?:<(?<type>[\w?]+)>)?\(/g,
      isRequired: true,
      kind: "written",
      spelling: "colon",
    },
    {
      hint: "GetConnectionString",
      reads: /\.GetConnectionString\(/g,
      prefix: "ConnectionStrings:",
      kind: "key",
      spelling: "colon",
    },
    {
      hint: "GetRequiredConnectionString",
      reads: /\.GetRequiredConnectionString\(/g,
      prefix: "ConnectionStrings:",
      kind: "key",
      spelling: "colon",
      isRequired: true,
    },
  ],
  examples: [
    {
      files: {
        "src/Views/Index.cshtml": `@inject IConfiguration Config\n<script src="maps?key=@Config["TideMaps"]"></script>\n`,
        "src/Seed.cs": `
builder.Entity<AppSetting>().HasData(
    new AppSetting("Tide.PageSize") { Module = "Tide", IsVisible = true, Value = "10" },
    new AppSetting("TideMaps") { Module = "Tide", Value = "" });
`,
        "src/Program.cs": `
var host = Environment.GetEnvironmentVariable("TIDE_HOST") ?? "localhost";
var key = builder.Configuration["Tide:Key"] ?? throw new InvalidOperationException();
var size = configuration.GetValue<int>("Tide:Size", 20);
var db = builder.Configuration.GetConnectionString("TideDb");
`,
      },
      settings: [
        "ConnectionStrings:TideDb key",
        "TIDE_HOST =localhost",
        "Tide.PageSize key =10",
        "Tide:Key key required",
        "Tide:Size key integer =20",
        "TideMaps key",
      ],
    },
  ],
};

/** Spring's, Quarkus' and Micronaut's injected values. */
export const injectedValues: SettingLibrary = {
  name: "Spring, Quarkus and Micronaut",
  languages: ["java", "kotlin"],
  readers: [
    {
      hint: "@Value",
      reads: /@Value\(\s*(?:value\s*=\s*)?"[^"\n]{0,40}?\\?[$]\{(?<name>[\w.-]+)(?=\})/g,
      isRequired: true,
      kind: "key",
      spelling: "dotted",
    },
    {
      hint: "@Value",
      reads: /@Value\(\s*(?:value\s*=\s*)?"[^"\n]{0,40}?\\?[$]\{(?<name>[\w.-]+):(?<fallback>[^}"\n]{0,200})\}/g,
      kind: "key",
      spelling: "dotted",
    },
    {
      hint: "@ConfigProperty",
      reads: /@ConfigProperty\(/g,
      name: [0, "name"],
      fallback: "defaultValue",
      isRequired: true,
      kind: "key",
      spelling: "dotted",
    },
    {
      hint: "@Property",
      reads: /@Property\(\s*name\s*=\s*"(?<name>[\w.-]+)"/g,
      kind: "key",
      spelling: "dotted",
      when: /io\.micronaut/,
    },
    {
      hint: "nvironment.get",
      reads: /\b(?:env|environment)\.getProperty\(/g,
      fallback: 2,
      kind: "key",
      spelling: "dotted",
      when: /org\.springframework/,
    },
    {
      hint: "nvironment.get",
      reads: /\b(?:env|environment)\.getRequiredProperty\(/g,
      isRequired: true,
      kind: "key",
      spelling: "dotted",
      when: /org\.springframework/,
    },
  ],
  examples: [
    {
      files: {
        "src/main/java/harbour/Tide.java": `
class Tide {
  @Value("\${tide.size:20}") private int size;
  @Value("\${tide.key}") private String key;
  @ConfigProperty(name = "tide.host", defaultValue = "localhost") String host;
}
`,
      },
      settings: ["tide.host key =localhost", "tide.key key required", "tide.size key =20"],
    },
  ],
};
