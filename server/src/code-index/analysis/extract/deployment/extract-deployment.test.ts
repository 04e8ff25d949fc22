import { describe, expect, it } from "vitest";

import { classifyPath } from "#server/code-index/analysis/text/classify-path.ts";
import { readSourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { DeployedUnit, DeploymentFacts } from "#server/code-index/ports/deployment-facts.ts";
import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { clientPrograms } from "./client-programs.ts";
import { declarationReaders } from "./declarations/declaration-readers.ts";
import { extractDeployment } from "./extract-deployment.ts";
import { programRules } from "./programs.ts";
import { signInLibraries } from "./sign-in.ts";
import { technologies, technologyOfImage, technologyOfPackage } from "./technologies/known-technologies.ts";
import {
  technologyOfAddress,
  technologyOfConstant,
  technologyOfImport,
  technologyOfSetting,
} from "./technologies/outside-services.ts";
import { parseYamlValues, type YamlValue } from "./yaml-values.ts";

function read(path: string, text: string): DeploymentFacts | null {
  const { language, role } = classifyPath(path);
  return extractDeployment(readSourceText(text, language), role);
}

/** A unit in short, as examples write it. */
function shortOf(unit: DeployedUnit): string {
  const { build } = unit;
  const parts = [
    unit.name,
    unit.base && `base=${unit.base.file ?? ""}#${unit.base.name}`,
    unit.image && `image=${unit.image}`,
    build && `build=${build.context}|${build.file ?? ""}|${build.target ?? ""}`,
    build !== null && build.mentions.length > 0 && `mentions=${build.mentions.join(",")}`,
    unit.ports.length > 0 && `port=${unit.ports.join(",")}`,
    unit.technology && `technology=${unit.technology}`,
    unit.project && `project=${unit.project}`,
    unit.command && `command=${unit.command}`,
    unit.needs.length > 0 && `needs=${[...new Set(unit.needs.map(({ name }) => name))].join(",")}`,
    unit.mounts.length > 0 && `mounts=${unit.mounts.join(",")}`,
    unit.volumes.length > 0 && `volumes=${unit.volumes.map(({ source, target }) => `${source}:${target}`).join(",")}`,
    unit.settingFiles.length > 0 && `files=${unit.settingFiles.join(",")}`,
    ...unit.settings.map(({ name, value }) => `${name}=${value}`),
    unit.duration !== "long" && unit.duration,
  ];
  return parts
    .filter((part) => part !== null && part !== false && part !== "")
    .join(" ")
    .trim();
}

describe("declarations of what runs", () => {
  const examples = declarationReaders.flatMap(({ examples: own }) => own);
  it.each(examples.map((one) => [one.path, one] as const))("are read: %s", (_path, { path, text, units }) => {
    expect(read(path, text)?.units.map(shortOf)).toEqual(units.map((one) => one.trim()));
  });

  it.each([...programRules, ...clientPrograms].map((one) => [one.framework, one] as const))(
    "programs begin: %s",
    (framework, { example, languages }) => {
      const found = extractDeployment(readSourceText(example, languages[0] ?? null), null);
      expect(found?.programs.map((one) => one.framework)).toContain(framework);
    },
  );
});

describe("technologies", () => {
  const withExamples = technologies.flatMap(({ name, examples }) =>
    examples === undefined ? [] : [[name, examples] as const],
  );
  it.each(withExamples)("are known by the lines that make their clients: %s", (name, { clients, others = [] }) => {
    const isFound = (text: string): boolean => {
      const found = ["typescript", "python", "ruby", "yaml"].flatMap(
        (language) => extractDeployment(readSourceText(`${text}\n`, language), null)?.clients ?? [],
      );
      return found.some(({ technology }) => technology === name);
    };
    expect(clients.filter((text) => !isFound(text))).toEqual([]);
    expect(others.filter(isFound)).toEqual([]);
  });

  it.each([
    ["docker.io/library/postgres:16@sha256:abc", "PostgreSQL"],
    ["postgis/postgis:17-3.5-alpine", "PostgreSQL"],
    ["mcr.microsoft.com/mssql/server:2022", "SQL Server"],
    ["valkey/valkey:8", "Valkey"],
    ["quay.io/sclorg/postgresql-15-c9s:latest", "PostgreSQL"],
    ["localhost:5000/redis", "Redis"],
    ["ghcr.io/boats/boats:latest", undefined],
  ])("are known by the image %s", (image, name) => {
    expect(technologyOfImage(image)?.name).toBe(name);
  });

  it("are known by the package of their driver", () => {
    expect(technologyOfPackage("github.com/jackc/pgx/v5")?.name).toBe("PostgreSQL");
    expect(technologyOfPackage("pgadmin")).toBeNull();
  });
});

describe("outside services", () => {
  it.each([
    ["stripe", [], "Stripe"],
    ["@sentry/node", [], "Sentry"],
    ["github.com/stripe/stripe-go/v81", [], "Stripe"],
    ["League\\Flysystem\\AwsS3V3\\AwsS3V3Adapter", [], "Amazon S3"],
    ["google.cloud", ["storage"], "Google Cloud Storage"],
    ["./stripe", [], undefined],
    ["stripes", [], undefined],
    ["github.com/boats/boats", [], undefined],
    ["gopkg.in/gomail.v2", [], "SMTP server"],
    ["google.cloud", ["compute"], undefined],
    ["constructor", [], undefined],
  ])("are known by what code imports: %s", (specifier, names, name) => {
    expect(technologyOfImport(specifier, names)?.name).toBe(name);
  });

  it.each([
    ["Aws::S3::Client", "Amazon S3"],
    ["::Stripe::Charge", "Stripe"],
    ["ExAws.S3", "Amazon S3"],
    ["StripeEvent", undefined],
  ])("are known by the constants of a package: %s", (constant, name) => {
    expect(technologyOfConstant(constant)?.name).toBe(name);
  });

  it.each([
    ["api.stripe.com/v1/charges", "Stripe"],
    ["bucket.s3.amazonaws.com", "Amazon S3"],
    ["openlibrary.org", "Open Library"],
    ["api{settings.Part}.paypal.com/v1", "PayPal"],
    ["${region}.api.stripe.com", "Stripe"],
    ["openlibrary.org/works/OL1W", undefined],
    ["slack.com/help", undefined],
    ["docs.api.stripe.com", undefined],
    ["api.stripe.com.evil.example", undefined],
  ])("are known by the address of their interface: %s", (address, name) => {
    expect(technologyOfAddress(address)?.name).toBe(name);
  });

  it.each([
    ["STRIPE_SECRET_KEY", "Stripe"],
    ["services.stripe.secret", "Stripe"],
    ["Authentication:Facebook:AppId", "Facebook"],
    ["BOATS_GOOGLE_MAPS_API_KEY", "Google Maps"],
    ["SMTP_HOST", "SMTP server"],
    ["GITHUB_URL", undefined],
    ["STRIPE_ENABLED", undefined],
    ["__proto___KEY", undefined],
  ])("are known by the settings that hold their keys: %s", (setting, name) => {
    expect(technologyOfSetting(setting)?.name).toBe(name);
  });

  it.each([
    ['const BASE_URL = "https://api.boats.io/v1";', "api.boats.io"],
    ['const url = env["BOATS_URL"] || "https://api.boats.io";', "api.boats.io"],
    ["await fetch(`https://boats.io/${id}.json`);", "boats.io"],
    ['const page = "https://boats.io/about";', undefined],
    ['const url = "https://api.example.com/v1";', undefined],
    ['const url = "https://api.boats.local/v1";', undefined],
    ['const url = "https://boats.onrender.com/api";', undefined],
    ['// const url = "https://api.boats.io/v1";', undefined],
    ['const frameUrl = "https://boats.io/v2/embed/";', undefined],
    ['const BoatsApiUrl = "https://tides.boats.io";', "tides.boats.io"],
    ['client.baseUrl("https://boats.io");', "boats.io"],
    ['config.withApiUrl(URI.create("https://tides.boats.io"));', "tides.boats.io"],
    ['page.withHelpUrl(URI.create("https://boats.io/help"));', undefined],
    ['const REL_BOAT_API = "http://www.boats.io/api/rel";', undefined],
  ])("nobody listed are known by the hosts that code calls: %s", (line, host) => {
    const found = extractDeployment(readSourceText(`${line}\n`, "typescript"), null);
    expect(found?.calls[0]?.host).toBe(host);
  });

  it("are not told by a long list of addresses", () => {
    const stores = (count: number): string =>
      Array.from({ length: count }, (_, at) => `"k${at}": "https://api.stripe.com/v1/${at}",`).join("\n");
    const found = (count: number): unknown =>
      extractDeployment(readSourceText(`const keys = {\n${stores(count)}\n};\n`, "typescript"), null)?.clients ?? [];
    expect(found(3)).toHaveLength(1);
    expect(found(100)).toEqual([]);
  });

  it.each(signInLibraries.map((one) => [one.library, one.example] as const))(
    "are known by who signs people in: %s",
    (_library, example) => {
      const found = ["typescript", "python", "ruby", "php"].flatMap(
        (language) => extractDeployment(readSourceText(`${example}\n`, language), null)?.clients ?? [],
      );
      expect(found.map(({ technology }) => technology)).toContain("GitHub");
    },
  );
});

describe("declarations that are no help", () => {
  const bomb = `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(",")}]`).join("\n")}\n`;
  const merges = `x0: &x0 {a: 1}\n${Array.from({ length: 400 }, (_, at) => `x${at + 1}: &x${at + 1}\n  <<: *x${at}\n  k${at}: 1`).join("\n")}\n`;
  const services = Array.from(
    { length: 5000 },
    (_, at) => `  s${at}:\n    image: postgres\n    depends_on: [s${at + 1}]`,
  ).join("\n");
  it.each([
    ["a bomb", bomb],
    ["a chain of merges", merges],
    ["20,000 aliases", `a: &a 1\nservices:\n  web: { image: a, command: [${"*a,".repeat(19_800)}] }\n`],
    ["an anchor within itself", "services:\n  web: &web\n    image: nginx\n    again: *web\n"],
    ["an unknown anchor", "services:\n  web: *nothing\n"],
    ["no YAML", "services: [}{\n\t- %%"],
    ["brackets", `services: ${"[".repeat(20_000)}`],
    ["5,000 services", `services:\n${services}\n`],
    [
      "names of every object's own",
      "services:\n  __proto__:\n    image: a\n  constructor:\n    image: b\n  toString: 1\n",
    ],
  ])("are read with little work: %s", (_what, text) => {
    const passedMs = startCpuClock();
    read("compose.yml", text);
    expect(passedMs()).toBeLessThan(3000);
  });

  it("copy what services share within a bound of the file", () => {
    const shared = Array.from({ length: 1000 }, (_, at) => `K${at}: 1`).join(",");
    const lists = "environment: *e, depends_on: *d, ports: *p, volumes: *v, labels: *e, links: *p";
    const text = [
      `x-e: &e {${shared}}`,
      `x-d: &d [${"db,".repeat(300)}]`,
      `x-p: &p [${'"80:80",'.repeat(300)}]`,
      `x-v: &v [${'"./a:/b",'.repeat(300)}]`,
      "services:",
      ...Array.from({ length: 200 }, (_, at) => `  s${at}: { image: nginx, ${lists} }`),
    ].join("\n");
    const units = read("compose.yml", `${text}\n`)?.units ?? [];
    const count = units.reduce(
      (sum, { settings, needs, ports, volumes, mounts }) =>
        sum + settings.length + needs.length + ports.length + volumes.length + mounts.length,
      0,
    );
    expect(units).toHaveLength(200);
    expect(units[0]?.needs[0]).toMatchObject({ name: "db" });
    expect(count).toBeLessThanOrEqual(5_000);
  });

  it("mean by an alias the last of its name that stands before it", () => {
    const text = "a: &x one\nservices:\n  web: { image: *x }\n  job: &x { image: two, command: *x }\n  end: *x\n";
    expect(read("compose.yml", text)?.units.map(shortOf)).toEqual(["web image=one", "job image=two", "end image=two"]);
    const merged =
      "services:\n  a: &a { image: &i one }\n  b: { <<: *a, command: *i }\n  c: { image: *late }\nz: &late 1\n";
    expect(read("compose.yml", merged)?.units.map(shortOf)).toEqual(["a image=one", "b image=one command=one", "c"]);
  });

  it("are of no more values than a reader walks, however often an alias repeats them", () => {
    const walk = ({ items, entries }: YamlValue): number =>
      [...items, ...entries.values()].reduce((sum, value) => sum + walk(value), 1);
    const [value] = parseYamlValues(
      `a0: &a0 [1,2,3]\n${Array.from({ length: 8 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(",")}]`).join("\n")}\n`,
    );
    const walked = value === undefined ? 0 : walk(value);
    expect(walked).toBe(value?.size);
    expect(walked).toBeLessThan(120_000);
  });

  it.each([
    ["chart/templates/x.yaml", `kind: Deployment\n${"{{".repeat(50_000)}`],
    ["chart/templates/y.yaml", `kind: Deployment\nmetadata:\n  name: {{ ${"x ".repeat(50_000)}\n`],
    ["Dockerfile", `FROM a AS b\n${"RUN \\\n".repeat(50_000)}`],
    ["Procfile", "web: ".repeat(50_000)],
    ["AppHost/Program.cs", `DistributedApplication.CreateBuilder(args);\nbuilder${'.AddRedis("x")'.repeat(20_000)}`],
    ["app.json", "[".repeat(100_000)],
    ["a.ts", "https://a".repeat(50_000)],
    ["a.conf", `${"a-".repeat(100_000)}:80`],
  ])("garbage is read with little work: %s", (path, text) => {
    const passedMs = startCpuClock();
    read(path, text);
    expect(passedMs()).toBeLessThan(3000);
  });
});
