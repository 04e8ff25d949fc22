import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { isExample, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { someOf } from "#server/engine/text/wording.ts";

interface Rule {
  file: RegExp;
  line: RegExp;
  say(found: RegExpMatchArray, fileName: string): string | null;
}

const rules: Rule[] = [
  { file: /^package\.json$/, line: /^\s*"node"\s*:\s*"([^"]+)"/, say: ([, range]) => `Node.js ${codeSpan(range ?? "")}.` },
  { file: /^package\.json$/, line: /^\s*"engines"\s*:\s*\{[^}]*"node"\s*:\s*"([^"]+)"/, say: ([, range]) => `Node.js ${codeSpan(range ?? "")}.` },
  { file: /^package\.json$/, line: /^\s*"packageManager"\s*:\s*"([\w-]+)@([\w.-]+)/, say: ([, name, version]) => `The package manager ${codeSpan(name ?? "")}, version ${version}.` },
  { file: /^\.(?:nvmrc|node-version)$/, line: /^\s*(v?\d[\w.]*|lts\/\w+)\s*$/, say: ([, version], name) => `Node.js ${codeSpan(version ?? "")} is what ${codeSpan(name)} selects.` },
  { file: /^\.python-version$/, line: /^\s*(\d[\w.]*)\s*$/, say: ([, version]) => `Python ${codeSpan(version ?? "")}.` },
  { file: /^pyproject\.toml$/, line: /^\s*(?:requires-python|python)\s*=\s*"([^"]+)"/, say: ([, range]) => `Python ${codeSpan(range ?? "")}.` },
  { file: /^setup\.(?:cfg|py)$/, line: /python_requires\s*=\s*["']?([^"',\s][^"',]*)/, say: ([, range]) => `Python ${codeSpan(range ?? "")}.` },
  { file: /^go\.mod$/, line: /^go\s+(\d[\w.]*)/, say: ([, version]) => `Go ${version} or newer.` },
  { file: /^rust-toolchain(?:\.toml)?$/, line: /^(?:channel\s*=\s*")?((?:\d+\.\d+[\w.]*)|stable|nightly[\w-]*)"?\s*$/, say: ([, version]) => `The Rust toolchain ${codeSpan(version ?? "")}.` },
  { file: /^Cargo\.toml$/, line: /^rust-version\s*=\s*"([^"]+)"/, say: ([, version]) => `Rust ${version} or newer.` },
  { file: /^pom\.xml$/, line: /<(?:java\.version|maven\.compiler\.(?:release|source)|release)>\s*([\d.]+)\s*</, say: ([, version]) => `Java ${version}, with Maven.` },
  { file: /^build\.gradle(?:\.kts)?$/, line: /(?:JavaLanguageVersion\.of\(|sourceCompatibility\s*=\s*["']?(?:JavaVersion\.VERSION_)?)(\d[\w.]*)/, say: ([, version]) => `Java ${version?.replace("_", ".")}, with Gradle.` },
  { file: /^composer\.json$/, line: /^\s*"php"\s*:\s*"([^"]+)"/, say: ([, range]) => `PHP ${codeSpan(range ?? "")}.` },
  { file: /^Gemfile$/, line: /^ruby\s+["']([^"']+)["']/, say: ([, version]) => `Ruby ${codeSpan(version ?? "")}.` },
  { file: /^\.ruby-version$/, line: /^\s*([\w.-]+)\s*$/, say: ([, version]) => `Ruby ${codeSpan(version ?? "")}.` },
  { file: /^CMakeLists\.txt$/, line: /cmake_minimum_required\s*\(\s*VERSION\s+([\d.]+)/i, say: ([, version]) => `CMake ${version} or newer.` },
  { file: /^\.tool-versions$/, line: /^(\w+)\s+(\d[\w.-]*)/, say: ([, tool, version], name) => `${capitalize(tool ?? "")} ${codeSpan(version ?? "")} is what ${codeSpan(name)} selects.` },
  ...["elixir", "erlang", "node", "python", "go", "ruby", "java", "rust", "php", "dotnet", "deno", "bun"].map((tool): Rule => ({
    file: /^\.?mise\.toml$/,
    line: new RegExp(`^\\s*${tool}\\s*=\\s*"(\\d[\\w.-]*)"`),
    say: ([, version], name) => `${capitalize(tool === "node" ? "nodejs" : tool)} ${codeSpan(version ?? "")} is what ${codeSpan(name)} selects.`,
  })),
  { file: /\.csproj$/, line: /<TargetFramework>\s*net([\d.]+)\s*</, say: ([, version]) => `.NET ${version}.` },
]; // prettier-ignore

/** What must be there before anything else, from the lines that ask for it. */
export async function findPrerequisites(scope: CodeScope): Promise<Statement[]> {
  const found = new Map<string, Statement>();
  for (const path of await toolFiles(scope)) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const own = rules.filter((rule) => rule.file.test(name));
    const lines = (await scope.lines(path)) ?? [];
    for (const rule of own) {
      const at = lines.findIndex((line) => rule.line.test(line));
      const match = lines[at]?.match(rule.line);
      const text = match ? rule.say(match, name) : null;
      if (text === null) continue;
      const known = found.get(text);
      found.set(text, { text, evidence: [...(known?.evidence ?? []), scope.at(path, at + 1)].slice(0, 2) });
    }
  }
  const own = [...found.values()].toSorted(
    (a, b) => Number(a.text.includes("selects")) - Number(b.text.includes("selects")),
  );
  return [...own, ...(await composeServices(scope))];
}

/** Files right in the scope's folder and at the repository's root that a rule knows. */
async function toolFiles(scope: CodeScope): Promise<string[]> {
  const paths = scope.repository.index.files().map((file) => file.path);
  const isNear = (path: string) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    return folder === "" || folder === scope.folder;
  };
  return paths.filter(
    (path) => isNear(path) && rules.some((rule) => rule.file.test(path.slice(path.lastIndexOf("/") + 1))),
  );
}

/** The images that the compose file starts: what would otherwise have to be installed by hand. */
async function composeServices(scope: CodeScope): Promise<Statement[]> {
  const path = scope.files
    .map((file) => file.path)
    .filter(
      (one) =>
        /(?:^|\/)(?:docker-)?compose(?:[.-](?:dev|local|development))?\.ya?ml$/.test(one) &&
        isNearRoot(scope.shorten(one)) &&
        !isExample(one),
    )
    .toSorted((a, b) => a.split("/").length - b.split("/").length)[0];
  const lines = path === undefined ? null : await scope.lines(path);
  if (path === undefined || lines === null) return [];
  const images = lines.flatMap((line, at) => {
    const image = line.match(/^\s*image:\s*["']?([^\s"'#]+)/)?.[1];
    return image && !image.includes("$") ? [{ image, line: at + 1 }] : [];
  });
  if (images.length === 0)
    return [
      {
        text: `Docker, if you want the containers of ${codeSpan(scope.shorten(path))}.`,
        evidence: [
          scope.at(
            path,
            Math.max(
              0,
              lines.findIndex((line) => /^\s+(?:build|image):/.test(line)),
            ) + 1,
          ),
        ],
      },
    ];
  const names = someOf([...new Set(images.map(({ image }) => codeSpan(image)))], 4);
  return [
    {
      text: `Docker, if you want ${codeSpan(scope.shorten(path))} to start ${names} for you.`,
      evidence: images.slice(0, 6).map(({ line }) => scope.at(path, line)),
    },
  ];
}

/** One in a folder of anything else starts what that folder is about. */
function isNearRoot(path: string): boolean {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  return (
    folder === "" ||
    /^(?:\.?docker|compose|containers?|deploy(?:ment)?|dev|development|infra|local|\.?devcontainer)$/i.test(folder)
  );
}

function capitalize(text: string): string {
  return text === "nodejs" ? "Node.js" : text.charAt(0).toUpperCase() + text.slice(1);
}
