import {
  parseYamlValues,
  textAt,
  textsOf,
  type YamlValue,
} from "#server/code-index/analysis/extract/deployment/yaml-values.ts";
import type { PrefixFact, RoutingFacts } from "#server/code-index/ports/facts.ts";

import { noRouting } from "./no-routing.ts";
import type { DocumentFramework, RouteDocuments } from "./route-documents.ts";
import { unknownPart } from "./unknown-part.ts";

const maxEntries = 2_000;
const folderTypes = /^(?:attribute|annotation)s?$/;

/** What a document of settings or of routes says; facts that are empty for all others. */
export function readRouteDocument(
  { text, language }: { text: string; language: string },
  frameworks: readonly DocumentFramework[],
): RoutingFacts {
  const facts = noRouting();
  const documents = language === "yaml" ? parseYamlValues(text) : [];
  const settings = language === "yaml" ? yamlSettings(documents) : lineSettings(text);
  for (const [key, { value }] of settings)
    if (/^\/?[\w-][\w/.{}-]{0,200}$/.test(value)) facts.constants[settingConstant(key)] = value;
  for (const { name, documents: rules } of frameworks) {
    const prefix = prefixIn(rules, settings, name);
    if (prefix !== null) facts.prefixes.push(prefix);
    if (rules.areLists === true) for (const document of documents) addEntries(facts, document, name);
  }
  return facts;
}

interface WrittenSetting {
  value: string;
  line: number;
}

/** What a setting is called among the constants that paths are made of. */
export function settingConstant(key: string): string {
  return `setting ${comparable(key).replaceAll(".", "/")}`;
}

/** Settings by their whole keys, as they are compared: without case and hyphens. */
type WrittenSettings = ReadonlyMap<string, WrittenSetting>;

function lineSettings(text: string): WrittenSettings {
  const found = new Map<string, WrittenSetting>();
  for (const [at, line] of text.split("\n").entries()) {
    const [, key = "", value = ""] = /^\s{0,20}([\w.-]{1,200})\s{0,20}[=:]\s{0,20}(.{0,500})$/.exec(line) ?? [];
    if (key !== "") found.set(comparable(key), { value: value.trim(), line: at + 1 });
  }
  return found;
}

/** Documents that count in one profile alone are left out. */
function yamlSettings(documents: readonly YamlValue[]): WrittenSettings {
  const found = new Map<string, WrittenSetting>();
  const add = (value: YamlValue, key: string): void => {
    for (const [name, inner] of value.entries) {
      const whole = key === "" ? name : `${key}.${name}`;
      if (inner.text !== null) found.set(comparable(whole), { value: inner.text, line: inner.line });
      else add(inner, whole);
    }
  };
  const always = documents.filter((one) =>
    ["config.activate.on-profile", "profiles"].every((key) => !hasKey(one, key)),
  );
  for (const document of always) add(document, "");
  return found;
}

function hasKey(document: YamlValue, key: string): boolean {
  const whole = textAt(document, `spring.${key}`) ?? textAt(document, "spring", key);
  return (whole ?? textAt(document, "spring", ...key.split("."))) !== null;
}

function comparable(key: string): string {
  return key.replaceAll(/[-_]/g, "").toLowerCase();
}

function prefixIn(
  { prefixKeys = [] }: RouteDocuments,
  settings: WrittenSettings,
  framework: string,
): PrefixFact | null {
  const given = prefixKeys.flatMap((keys) => {
    const key = keys.map(comparable).find((one) => settings.has(one));
    return key === undefined ? [] : (settings.get(key) ?? []);
  });
  const [first] = given;
  if (first === undefined) return null;
  const path = given.map(({ value }) => `/${pathIn(value).replace(/^\/+|\/+$/g, "")}`).join("");
  return { path: path.replace(/\/+$/, ""), framework, line: first.line, isOutermost: true };
}

/** Of `${BASE:/api}` what is meant where nothing is set. */
function pathIn(value: string): string {
  const plain = value.replace(/^(["'])(.*)\1$/, "$2").replace(/\/\*+$/, "");
  return plain
    .replaceAll(/\$\{[\w.-]{1,100}:([^${}]{0,200})\}/g, "$1")
    .replaceAll(/[$#]\{[^{}]{0,200}\}|@[\w.-]{1,100}@/g, unknownPart);
}

/** Symfony's: `boats: { path: /boats, controller: … }`, `all: { resource: ../src/Controller/, type: attribute }`. */
function addEntries(facts: RoutingFacts, document: YamlValue, framework: string): void {
  for (const [name, entry] of [...document.entries].slice(0, maxEntries)) {
    if (name.startsWith("when@")) continue;
    const path = textAt(entry, "path");
    const controller = textAt(entry, "controller") ?? textAt(entry, "defaults", "_controller");
    const resource = textAt(entry, "resource") ?? textAt(entry, "resource", "path");
    const lines = { startLine: entry.line, endLine: entry.endLine };
    if (resource !== null) addResource(facts, entry, { resource, framework });
    else if (path !== null && /^[/%]/.test(path)) {
      const methods = textsOf(entry.entries.get("methods")).flatMap((one) => one.split("|"));
      for (const method of methods.length === 0 ? ["ANY"] : methods)
        facts.routes.push({
          router: "routes",
          method: method.toUpperCase(),
          path: withoutParameters(path),
          handler: handlerIn(controller),
          ...lines,
        });
    }
  }
}

/** `%app.base%` is put in while the program is built. */
function withoutParameters(path: string): string {
  return path.replaceAll(/%[\w.-]{1,100}%/g, unknownPart);
}

function handlerIn(controller: string | null): string | null {
  return controller?.replace(/^.*\\/, "") ?? null;
}

function addResource(facts: RoutingFacts, entry: YamlValue, at: { resource: string; framework: string }): void {
  const { resource, framework } = at;
  const prefix = entry.entries.get("prefix");
  const path = prefix === undefined ? "" : withoutParameters(prefix.text ?? unknownPart);
  const type = textAt(entry, "type") ?? "";
  const { line } = entry;
  if (/\.(?:ya?ml|php)$/.test(resource) && type === "")
    facts.mounts.push({ parent: "routes", path, child: `${resource.replace(/^(?![./@])/, "./")}#routes`, line });
  // Resources are found wherever they are.
  else if (type === "api_platform") facts.prefixes.push({ path, framework: "API Platform", line });
  else if (folderTypes.test(type) || resource === "routing.controllers")
    facts.prefixes.push({ path, framework, line, below: resource });
}
