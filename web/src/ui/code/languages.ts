import type { LanguageRegistration } from "shiki/core";

type LoadLanguage = () => Promise<{ default: LanguageRegistration[] }>;

/** Grammars for highlighting, each loaded when a file first needs it. */
const languages: Record<string, LoadLanguage> = {
  bash: () => import("shiki/langs/bash.mjs"),
  c: () => import("shiki/langs/c.mjs"),
  cpp: () => import("shiki/langs/cpp.mjs"),
  csharp: () => import("shiki/langs/csharp.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  dart: () => import("shiki/langs/dart.mjs"),
  diff: () => import("shiki/langs/diff.mjs"),
  docker: () => import("shiki/langs/docker.mjs"),
  elixir: () => import("shiki/langs/elixir.mjs"),
  go: () => import("shiki/langs/go.mjs"),
  graphql: () => import("shiki/langs/graphql.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  ini: () => import("shiki/langs/ini.mjs"),
  java: () => import("shiki/langs/java.mjs"),
  javascript: () => import("shiki/langs/javascript.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  jsonc: () => import("shiki/langs/jsonc.mjs"),
  jsx: () => import("shiki/langs/jsx.mjs"),
  kotlin: () => import("shiki/langs/kotlin.mjs"),
  lua: () => import("shiki/langs/lua.mjs"),
  make: () => import("shiki/langs/make.mjs"),
  markdown: () => import("shiki/langs/markdown.mjs"),
  php: () => import("shiki/langs/php.mjs"),
  powershell: () => import("shiki/langs/powershell.mjs"),
  prisma: () => import("shiki/langs/prisma.mjs"),
  proto: () => import("shiki/langs/proto.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  r: () => import("shiki/langs/r.mjs"),
  ruby: () => import("shiki/langs/ruby.mjs"),
  rust: () => import("shiki/langs/rust.mjs"),
  scala: () => import("shiki/langs/scala.mjs"),
  scss: () => import("shiki/langs/scss.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  svelte: () => import("shiki/langs/svelte.mjs"),
  swift: () => import("shiki/langs/swift.mjs"),
  terraform: () => import("shiki/langs/terraform.mjs"),
  toml: () => import("shiki/langs/toml.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  vue: () => import("shiki/langs/vue.mjs"),
  xml: () => import("shiki/langs/xml.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
};

const aliases: Record<string, string> = {
  "c#": "csharp",
  "c++": "cpp",
  cjs: "javascript",
  conf: "ini",
  cs: "csharp",
  cts: "typescript",
  dockerfile: "docker",
  ex: "elixir",
  exs: "elixir",
  gql: "graphql",
  h: "c",
  hcl: "terraform",
  hpp: "cpp",
  htm: "html",
  ipynb: "json",
  js: "javascript",
  jupyter: "json",
  kt: "kotlin",
  kts: "kotlin",
  makefile: "make",
  md: "markdown",
  mdx: "markdown",
  mjs: "javascript",
  mts: "typescript",
  ps1: "powershell",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sass: "scss",
  sh: "bash",
  shell: "bash",
  svg: "xml",
  tf: "terraform",
  ts: "typescript",
  yml: "yaml",
  zsh: "bash",
};

/** The grammar key for a language name from a fence, the server or a file extension; null when unknown. */
export function languageKey(name: string | null | undefined): string | null {
  const key = name?.toLowerCase() ?? "";
  const known = Object.hasOwn(aliases, key) ? (aliases[key] ?? key) : key;
  return Object.hasOwn(languages, known) ? known : null;
}

/** The grammar of a file: by its extension or whole name first, because "typescript" would lose TSX. */
export function fileLanguageKey(path: string, language: string | null): string | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : name;
  return languageKey(extension) ?? languageKey(name.split(".")[0]) ?? languageKey(language);
}

/** Fetches the grammar of a key made by `languageKey`. */
export async function loadLanguage(key: string): Promise<LanguageRegistration[]> {
  const load = languages[key];
  return load ? (await load()).default : [];
}
