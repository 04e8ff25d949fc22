import type { FileKind } from "#server/code-index/ports/facts.ts";

import { isBinaryPath } from "./binary-path.ts";

/** What a path alone tells about a file. */
export interface PathClass {
  language: string | null;
  /** A file with a meaning of its own to the extractors; null for ordinary content. */
  role: FileRole | null;
  kind: FileKind;
}

export type FileRole =
  | "package.json"
  | "tsconfig"
  | "pyproject"
  | "tox"
  | "requirements"
  | "go.mod"
  | "cargo"
  | "pom"
  | "gradle"
  | "composer"
  | "csproj"
  | "msbuild"
  | "gradle-settings"
  | "go.work"
  | "workspace"
  | "mix"
  | "gemfile"
  | "makefile"
  | "justfile"
  | "taskfile"
  | "mise"
  | "rakefile"
  | "noxfile"
  | "magefile"
  | "cargo-config"
  | "pipfile"
  | "deno"
  /** A script with the name of what one does to a project: `bin/setup`. */
  | "shell-script"
  | "env-example"
  /** A configuration that is made to be copied. */
  | "sample-config"
  | "compose"
  /** Keys that a framework gives to the program beside it. */
  | "app-config"
  | "workflow"
  | "dockerfile"
  | "procfile"
  | "systemd"
  /** What a supervisor within an image starts. */
  | "supervised"
  | "platform"
  | "env-file"
  | "lockfile"
  /** Not read: facts are cached by content, and this path must not share those of a text file with the same content. */
  | "binary";

const languageByExtension: Record<string, string> = {
  ts: "typescript", mts: "typescript", cts: "typescript", tsx: "tsx",
  js: "javascript", mjs: "javascript", cjs: "javascript", jsx: "javascript",
  py: "python", pyi: "python", pyw: "python", go: "go", rs: "rust", java: "java", cs: "csharp",
  c: "c", h: "c", cc: "cpp", cpp: "cpp", cxx: "cpp", hpp: "cpp", hh: "cpp", hxx: "cpp", inl: "cpp", ipp: "cpp",
  rb: "ruby", rake: "ruby", gemspec: "ruby", ru: "ruby", php: "php", sh: "shell", bash: "shell", zsh: "shell", ps1: "powershell",
  css: "css", scss: "scss", less: "less", kt: "kotlin", kts: "kotlin", swift: "swift", scala: "scala", sbt: "scala",
  ex: "elixir", exs: "elixir", erl: "erlang", lua: "lua", zig: "zig", dart: "dart", groovy: "groovy", gradle: "groovy",
  hs: "haskell", ml: "ocaml", clj: "clojure", cljs: "clojure", jl: "julia", r: "r", pl: "perl", pm: "perl",
  m: "objectivec", mm: "objectivec", vue: "vue", svelte: "svelte", astro: "astro", cshtml: "razor", razor: "razor", erb: "erb",
  ipynb: "jupyter", sql: "sql", cql: "sql", prisma: "prisma", graphql: "graphql", gql: "graphql", proto: "protobuf", tf: "terraform",
  html: "html", htm: "html", xml: "xml", xsd: "xml", json: "json", jsonc: "json", json5: "json",
  yaml: "yaml", yml: "yaml", toml: "toml", ini: "ini", cfg: "ini", conf: "ini", properties: "ini",
  md: "markdown", mdx: "markdown", markdown: "markdown", rst: "rst", txt: "text", adoc: "asciidoc",
}; // prettier-ignore

const roleByName: Record<string, FileRole> = {
  "package.json": "package.json",
  "pyproject.toml": "pyproject",
  "tox.ini": "tox",
  "go.mod": "go.mod",
  "cargo.toml": "cargo",
  "pom.xml": "pom",
  "build.gradle": "gradle",
  "build.gradle.kts": "gradle",
  "composer.json": "composer",
  "directory.build.props": "msbuild",
  "directory.build.targets": "msbuild",
  "settings.gradle": "gradle-settings",
  "settings.gradle.kts": "gradle-settings",
  "go.work": "go.work",
  "pnpm-workspace.yaml": "workspace",
  "lerna.json": "workspace",
  "mix.exs": "mix",
  gemfile: "gemfile",
  makefile: "makefile",
  gnumakefile: "makefile",
  justfile: "justfile",
  ".justfile": "justfile",
  "mise.toml": "mise",
  ".mise.toml": "mise",
  rakefile: "rakefile",
  "noxfile.py": "noxfile",
  "magefile.go": "magefile",
  pipfile: "pipfile",
  "deno.json": "deno",
  "deno.jsonc": "deno",
  dockerfile: "dockerfile",
};

const rolePatterns: [RegExp, FileRole][] = [
  [/^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|poetry\.lock|uv\.lock|pipfile\.lock|cargo\.lock|go\.sum|composer\.lock|gemfile\.lock|gradle\.lockfile|packages\.lock\.json|mix\.lock|pubspec\.lock|flake\.lock)$/, "lockfile"],
  [/^[tj]sconfig(?:\.[\w.-]+)?\.json$/, "tsconfig"],
  [/^requirements[\w.-]*\.txt$/, "requirements"],
  [/\.(?:csproj|fsproj|vbproj)$/, "csproj"],
  [/^\.env[\w.-]*(?:example|sample|template|dist|defaults?)[\w.-]*$|^[\w.-]*env[\w-]*\.(?:example|sample|template|dist|defaults?)$|^[\w.-]*(?:example|sample|template|dist|defaults?)[\w.-]*\.env$/, "env-example"],
  [/^[\w-]*(?:config|conf|settings)(?:uration)?[._-](?:docker[_-])?(?:example|sample|dist|template|defaults?)\.(?:ya?ml|toml|ini|conf|cfg)$|^[\w-]*(?:config|conf|settings|app)(?:uration)?\.(?:ya?ml|toml|ini|conf|cfg)[._-](?:example|sample|dist|template|defaults?)$|^(?:example|sample|defaults?)[._-](?:config|conf|settings)\.(?:ya?ml|toml|ini|conf|cfg)$|^(?:[\w-]*[.-])?(?:config|settings)[.-](?:default|sample|example|dist)\.php$|^(?:config|settings)\.php[.-](?:default|sample|example|dist)$/, "sample-config"],
  [/^(?:application|bootstrap)(?:-[\w-]+)?\.(?:ya?ml|properties)$|^appsettings(?:\.[\w-]+)*\.json$|^(?!messages|log4j|i18n)[\w.-]*defaults?\.properties$/, "app-config"],
  [/^(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml$/, "compose"],
  [/^dockerfile[.-]|\.dockerfile$/, "dockerfile"],
  [/\.mk$/, "makefile"],
  [/\.rake$/, "rakefile"],
  [/^taskfile(?:\.dist)?\.ya?ml$/, "taskfile"],
  [/^procfile(?:\.[\w.-]+)?$/, "procfile"],
  [/\.service$/, "systemd"],
  [/^(?:fly(?:\.[\w-]+)?\.toml|render\.ya?ml|serverless\.ya?ml|app\.json)$/, "platform"],
  [/\.env$|^\.env(?:\.[\w-]+)*$/, "env-file"],
]; // prettier-ignore

/** Reads language, role and kind off a path; content may still overrule the kind (generated, binary). */
export function classifyPath(path: string): PathClass {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  const role = roleOf(lower, name);
  const language = languageOf(name, role);
  return { language, role, kind: camelTestName.test(path) ? "test" : kindOf(lower, { name, role, language }) };
}

/** What extraction depends on beside the content: two paths of the same variant share one stored result. */
export function variantOf({ language, role }: Pick<PathClass, "language" | "role">): string {
  return role === null ? (language ?? "-") : `${language ?? "-"}/${role}`;
}

/** The variant alone, for walks over whole trees: the kind is the costly part. */
export function variantOfPath(path: string): string {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  const role = roleOf(lower, name);
  return variantOf({ language: languageOf(name, role), role });
}

function roleOf(lower: string, name: string): FileRole | null {
  const byName = roleByName[name];
  if (byName !== undefined && Object.hasOwn(roleByName, name)) return byName;
  for (const [pattern, role] of rolePatterns) if (pattern.test(name)) return role;
  // Hosts run those at the root alone; others came with somebody's code.
  if (/^\.(?:github|gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/.test(lower)) return "workflow";
  if (/(?:^|\/)(?:s6-rc\.d|services\.d|s6-overlay\/services|etc\/service)\/[^/]+\/run$/.test(lower))
    return "supervised";
  if (/(?:^|\/)\.cargo\/config(?:\.toml)?$/.test(lower)) return "cargo-config";
  // What a program comes with and reads first.
  if (
    /(?:^|\/)(?:conf|config|configs|etc)\/(?:app|config|settings|defaults?|application)\.(?:ini|conf|cfg)$/.test(lower)
  )
    return "app-config";
  // The gem config, and dynaconf.
  if (/(?:^|\/)config\/settings\.ya?ml$/.test(lower)) return "app-config";
  // The package config of Node.js, and what is like it.
  if (/(?:^|\/)(?:config|conf)\/defaults?\.(?:ya?ml|json)$/.test(lower)) return "app-config";
  if (shellScriptPath.test(lower)) return "shell-script";
  return isBinaryPath(lower) ? "binary" : null;
}

const shellScriptPath =
  /^(?:[\w-]+\/)?(?:bin|scripts?|dev|tools)\/(?:setup|bootstrap|install|dev|develop|start|serve|server|run|up|console|tests?|spec|lint|check|format|fmt|build|update|migrate|seed|reset|ci|cibuild|release|deploy)(?:[-_][a-z-]+)?(?:\.(?:sh|bash))?$/;

/** They tell nothing about what a file is beside its language. */
const neutralRoles = new Set<FileRole>(["requirements", "binary", "rakefile", "noxfile", "magefile", "shell-script"]);

function languageOf(name: string, role: FileRole | null): string | null {
  if (role === "makefile") return "make";
  if (role === "supervised") return "shell";
  if (role === "justfile") return "just";
  if (role === "dockerfile") return "dockerfile";
  if (role === "cargo-config" || role === "pipfile") return "toml";
  if (role === "gemfile" || name === "rakefile" || name === "podfile") return "ruby";
  if (role === "env-example" || role === "env-file" || role === "systemd") return "ini";
  if (role === "sample-config")
    return languageByExtension[/\.(ya?ml|toml|ini|conf|cfg|php)\b/.exec(name)?.[1] ?? ""] ?? null;
  if (role === "csproj" || role === "msbuild") return "xml";
  if (/^(?:readme|changelog|contributing|license|licence|notice|authors|copying|todo)$/.test(name)) return "text";
  const dot = name.lastIndexOf(".");
  if (dot < 0) return null;
  const extension = name.slice(dot + 1);
  return Object.hasOwn(languageByExtension, extension) ? (languageByExtension[extension] ?? null) : null;
}

const vendoredPath =
  /(?:^|\/)(?:node_modules|bower_components|vendor|vendored|third[-_]party|thirdparty|external_libs|\.yarn|pods|site-packages)\/|(?:^|\/)(?:static|public|assets|wwwroot|www|media|javascripts|plugins)\/(?:[\w.-]+\/)*[a-z][\w.]*-v?\d+\.\d+(?:\.\d+)*\//;
/** Libraries of browsers that were copied among a program's own files: a version behind a name says so, or a well-known name among assets. */
const vendoredName =
  /(?:^|\/)(?!v?\d+[.-])[\w-]+[-.]v?\d+\.\d+(?:\.\d+)?(?:[.-](?:slim|bundle|esm|umd|all|full|core|prod|pack))*\.(?:m?js|css)$|(?:^|\/)(?:static|public|assets|wwwroot|www|media|resources|scripts|javascripts|stylesheets)\/(?:[\w.-]+\/)*(?:jquery|bootstrap|datatables|d3|three|moment|lodash|underscore|backbone|knockout|angular|react|react-dom|vue|chart|highlight|select2|popper|modernizr|htmx|alpine|tinymce|ckeditor|codemirror|font-?awesome|normalize|socket\.io)(?:[.-](?:ui|slim|bundle|esm|umd|all|full|core|global|prod|iife))*\.(?:m?js|css)$/;
const generatedPath =
  /(?:^|\/)(?:dist|build\/generated|__generated__|generated|\.next|coverage)\/|\.min\.(?:js|css)$|\.(?:pb|pb\.gw|gen|generated|g)\.(?:go|ts|tsx|js|cs|dart|rs|py|cc|h)$|_pb2(?:_grpc)?\.pyi?$|_generated\.\w+$|\.(?:map|snap)$|(?:^|\/)zz_generated/;
const testPath =
  /(?:^|\/)(?:tests?|__tests__|specs?|__mocks__|__fixtures__|fixtures?|testdata|test[-_]data|testing|e2e(?:[-_]\w+)*|integration[-_]tests?|[\w-]+[-_]tests?|cypress|androidtest)\//;
const testName =
  /(?:[._-](?:test|tests|spec|specs|e2e|bench|cy|stories)\.[\w.]+$)|(?:^|\/)(?:test_[\w-]+|conftest|tests)\.py$|_test\.(?:go|py|rb|exs?|dart|cc|cpp|c|rs)$|_spec\.rb$/;
/** Judged with its capitals: `ContestTest.java` is one, `Contest.java` is none. */
const camelTestName = /(?:Tests?|TestCase|Spec|IT)\.(?:java|kt|scala|cs|php|swift|groovy)$/;
const docsPath = /(?:^|\/)(?:docs?|documentation|website|wiki|man|adr|decisions)\//;
const docsLanguages = new Set(["markdown", "rst", "text", "asciidoc"]);
const configLanguages = new Set(["yaml", "toml", "ini", "terraform", "dockerfile", "make", "just"]);
const configName =
  /(?:^|\/)(?:\.[\w-]+(?:rc)?(?:\.(?:json|ya?ml|js|cjs|mjs|toml))?|[\w.-]+\.config\.(?:js|ts|mjs|cjs|mts)|tsconfig[\w.-]*\.json|settings\.gradle(?:\.kts)?)$/;
const dataExtension =
  /\.(?:json5?|jsonc|csv|tsv|xml|svg|po|pot|geojson|ndjson|jsonl|lock|sum|sql\.gz|dat|txt\.gz|pem|crt|key)$/;
const dataLanguages = new Set(["json", "xml"]);

function kindOf(
  lower: string,
  { name, role, language }: { name: string; role: FileRole | null; language: string | null },
): FileKind {
  if (vendoredPath.test(lower) || vendoredName.test(lower)) return "vendored";
  if (role === "lockfile" || generatedPath.test(lower)) return "generated";
  if (testPath.test(lower) || testName.test(lower)) return "test";
  if (role !== null && !neutralRoles.has(role)) return "config";
  if (language !== null && docsLanguages.has(language)) return role === "requirements" ? "config" : "docs";
  if (configName.test(lower) || (language !== null && configLanguages.has(language))) return "config";
  if (dataExtension.test(name) || (language !== null && dataLanguages.has(language))) return "data";
  if (language !== null) return docsPath.test(lower) && language === "html" ? "docs" : "source";
  return "other";
}
