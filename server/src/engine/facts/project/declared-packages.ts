import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

import { findManifests, governingManifests } from "./find-manifests.ts";

export interface DeclaredPackage {
  /** As the manifest spells it. */
  name: string;
  version: string | null;
  isDev: boolean;
  evidence: Evidence;
}

/** What an import is of, by the manifests: "unknown" where none says what that language's packages are called. */
export type PackageDeclaration = DeclaredPackage | "unknown" | null;

/** Languages whose imports can be told by the names in manifests, and the ecosystem of those. */
const ecosystems = new Map([
  ["typescript", "npm"], ["tsx", "npm"], ["javascript", "npm"], ["vue", "npm"], ["svelte", "npm"], ["astro", "npm"],
  ["python", "python"], ["jupyter", "python"], ["go", "go"], ["rust", "cargo"], ["ruby", "ruby"], ["elixir", "hex"],
  ["php", "composer"],
]); // prettier-ignore

/**
 * Finds what declares an import's package: an import that no manifest of its ecosystem declares is of the standard
 * library, of the project itself or of another package's insides.
 */
export function openDeclarations(scope: CodeScope): (name: string, language: string | null) => PackageDeclaration {
  const byEcosystem = new Map<string, Map<string, DeclaredPackage>>();
  for (const { path, manifest } of [...governingManifests(scope), ...findManifests(scope)]) {
    const declared = byEcosystem.get(manifest.ecosystem) ?? new Map<string, DeclaredPackage>();
    byEcosystem.set(manifest.ecosystem, declared);
    for (const { name, version, isDev, line } of manifest.dependencies) {
      const key = spelledPlainly(name);
      if (!declared.has(key))
        declared.set(key, { name, version: version || null, isDev, evidence: scope.at(path, line) });
    }
  }
  const everything = [...byEcosystem.values()];
  return (name, language) => {
    const ecosystem = ecosystems.get(language ?? "");
    if (ecosystem === undefined)
      return everything.map((declared) => declared.get(spelledPlainly(name))).find((one) => one != null) ?? "unknown";
    const declared = byEcosystem.get(ecosystem);
    if (declared === undefined || declared.size === 0) return "unknown";
    return (spellings.get(ecosystem) ?? plainSpelling)(name, declared);
  };
}

type PackageSpelling = (name: string, declared: ReadonlyMap<string, DeclaredPackage>) => DeclaredPackage | null;

/** Names are compared in small letters and with dashes. */
export function spelledPlainly(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

function firstOf(names: readonly string[], declared: ReadonlyMap<string, DeclaredPackage>): DeclaredPackage | null {
  return names.map((name) => declared.get(name)).find((one) => one !== undefined) ?? null;
}

function plainSpelling(name: string, declared: ReadonlyMap<string, DeclaredPackage>): DeclaredPackage | null {
  const plain = spelledPlainly(name);
  return firstOf([plain, `@types/${plain}`], declared);
}

/** Packages of Python whose modules are called otherwise. */
const pythonModules = new Map([
  ["yaml", "pyyaml"], ["pil", "pillow"], ["bs4", "beautifulsoup4"], ["cv2", "opencv-python"], ["sklearn", "scikit-learn"],
  ["attr", "attrs"], ["rest-framework", "djangorestframework"], ["corsheaders", "django-cors-headers"], ["magic", "python-magic"],
  ["openssl", "pyopenssl"], ["crypto", "pycryptodome"], ["git", "gitpython"], ["mysqldb", "mysqlclient"], ["fitz", "pymupdf"],
  ["docx", "python-docx"], ["zmq", "pyzmq"], ["telegram", "python-telegram-bot"], ["allauth", "django-allauth"],
]); // prettier-ignore

/** By ecosystem, where imports are not spelled as their packages are. */
const spellings: ReadonlyMap<string, PackageSpelling> = new Map<string, PackageSpelling>([
  [
    "python",
    (name, declared) => {
      const plain = spelledPlainly(name.split(".")[0] ?? name);
      const known = pythonModules.get(plain);
      const around = [`python-${plain}`, `py${plain}`, `django-${plain}`, `${plain}-binary`, `${plain}-python`];
      return firstOf(
        [spelledPlainly(name).replaceAll(".", "-"), plain, ...(known === undefined ? [] : [known]), ...around],
        declared,
      );
    },
  ],
  ["go", goPackage],
  [
    "ruby",
    (name, declared) => {
      const plain = spelledPlainly(name);
      const first = plain.split("/")[0] ?? plain;
      const ofRails = /^(?:rails|active-\w+|action-\w+)$/.test(first) ? ["rails"] : [];
      return firstOf([plain.replaceAll("/", "-"), first, ...ofRails], declared);
    },
  ],
  ["hex", hexPackage],
  ["composer", composerPackage],
]);

/** A module holds packages below its path; a number for the major version may be left out. */
function goPackage(name: string, declared: ReadonlyMap<string, DeclaredPackage>): DeclaredPackage | null {
  const withoutMajor = (path: string) => path.replace(/\/v\d+$/, "");
  const wanted = withoutMajor(spelledPlainly(name));
  const found = [...declared].filter(([module]) => {
    const path = withoutMajor(module);
    return wanted === path || wanted.startsWith(`${path}/`) || path.startsWith(`${wanted}/`);
  });
  return found.toSorted(([a], [b]) => b.length - a.length)[0]?.[1] ?? null;
}

/** `Phoenix.LiveView` is of `phoenix_live_view`, `Phoenix.Controller` of `phoenix`; Ecto comes with its SQL half. */
function hexPackage(name: string, declared: ReadonlyMap<string, DeclaredPackage>): DeclaredPackage | null {
  const parts = name
    .split(".")
    .map((part) => part.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "-").toLowerCase());
  const longestFirst = parts.map((_, at) => parts.slice(0, parts.length - at).join("-"));
  return firstOf([...longestFirst, `${parts[0]}-sql`], declared);
}

/** Packages of PHP whose namespaces are called otherwise; of several names the first that is declared counts. */
const phpNamespaces = new Map<string, readonly string[]>([
  ["illuminate", ["laravel/framework", "illuminate/support"]],
  ["carbon", ["nesbot/carbon"]],
  ["guzzlehttp", ["guzzlehttp/guzzle"]],
  ["symfony\\component", ["symfony/symfony", "symfony/framework-bundle"]],
  ["symfony\\bundle", ["symfony/symfony", "symfony/framework-bundle"]],
  ["yii", ["yiisoft/yii2"]],
  ["phpamqplib", ["php-amqplib/php-amqplib"]],
  ["google", ["google/apiclient"]],
  ["fos\\userbundle", ["friendsofsymfony/user-bundle"]],
  ["fos\\restbundle", ["friendsofsymfony/rest-bundle"]],
]);

/**
 * Namespaces begin with the maker of a package and its name as a rule, or with its name alone: `Laravel\\Fortify` is of
 * `laravel/fortify`, `Inertia` of `inertiajs/inertia-laravel`. What no package is called by came with another one.
 */
function composerPackage(name: string, declared: ReadonlyMap<string, DeclaredPackage>): DeclaredPackage | null {
  const [first = "", second = ""] = name.split("\\").map(plainWord);
  if (second === "") return null;
  const made = [...declared].map(([key, one]) => {
    const [maker = "", title = ""] = key.split("/");
    return { one, maker: plainWord(maker.replace(/(?:php|js)$/, "")), titles: plainTitles(title) };
  });
  const ofMaker = made.find(
    ({ maker, titles }) => maker === first && (titles.includes(second) || titles.includes(first + second)),
  );
  const known = phpNamespaces.get(`${first}\\${second}`) ?? phpNamespaces.get(first) ?? [];
  return ofMaker?.one ?? firstOf(known, declared) ?? made.find(({ titles }) => titles.includes(first))?.one ?? null;
}

function plainWord(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]/g, "");
}

/** As it is, and without words for what it is made for. */
function plainTitles(title: string): string[] {
  const words = title.split(/[-_.]/);
  const own = words.filter((word) => !/^(?:laravel|php|symfony|bundle|sdk|client|js)$/.test(word));
  return [plainWord(title), plainWord(own.join(""))].filter((one) => one !== "");
}
