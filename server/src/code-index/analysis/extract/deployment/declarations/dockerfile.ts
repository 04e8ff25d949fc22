import type { DeclarationReader } from "#server/code-index/analysis/extract/deployment/declaration-reader.ts";
import { commandText, makeUnit, withDefaults } from "#server/code-index/analysis/extract/deployment/deployed-unit.ts";
import { parseJson } from "#server/code-index/analysis/text/parse-json.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt } from "#server/code-index/analysis/text/source-text.ts";
import type { DeployedSetting, DeployedUnit } from "#server/code-index/ports/deployment-facts.ts";

interface Instruction {
  name: string;
  rest: string;
  line: number;
}

const maxInstructions = 600;
const maxMentions = 60;
const maxStages = 60;

/** Dockerfiles: each stage that says what it starts; the last one is the image where none is asked for. */
export const dockerfile: DeclarationReader = {
  roles: ["dockerfile"],
  read: (source) => ({ units: stagesOf(source) }),
  examples: [
    {
      path: "Dockerfile",
      text: `
FROM golang:1 AS build
WORKDIR /src/cmd/boats
COPY ./server ./web .
RUN go build -o /boats \\
    ./cmd/boats
FROM alpine AS base
FROM base
COPY --from=build /boats /boats
EXPOSE 8080/tcp 9090
ENV HOST=tide KIND="of boat"
ENV PORT 9090
VOLUME ["/data"]
ENTRYPOINT ["/boats"]
CMD ["serve", "--all"]
`,
      units: [
        " image=alpine build=.|| mentions=boats,src/cmd/boats,server,web,cmd/boats port=8080,9090 command=/boats serve --all volumes=:/data HOST=tide KIND=of boat PORT=9090",
      ],
    },
    {
      path: "Dockerfile",
      text: 'FROM node\nCMD ["sh", "-c", "migrate && exec concurrently -k -n web,work \\"cd /srv/apps/web && exec next start\\" \\"cd /srv/apps/work && exec tsx work.ts\\""]\n',
      units: [
        ' image=node build=.|| command=sh -c migrate && exec concurrently -k -n web,work "cd /srv/apps/web && exec next start" "cd /srv/apps/work && exec tsx work.ts"',
        "web command=cd /srv/apps/web; next start",
        "work command=cd /srv/apps/work; tsx work.ts",
      ],
    },
  ],
};

interface Stage {
  unit: DeployedUnit;
  entrypoint: string | null;
  /** Stages whose files it takes. */
  takes: Stage[];
}

function stagesOf(source: SourceText): DeployedUnit[] {
  const stages: Stage[] = [];
  const byName = new Map<string, Stage>();
  for (const { name, rest, line } of instructionsOf(source)) {
    if (name === "FROM") {
      const [, image = "", own = ""] = /^(?:--\S+\s+)*(\S+)(?:\s+as\s+(\S+))?/i.exec(rest) ?? [];
      const stage = beginStage(line, { image, own, above: byName.get(image.toLowerCase()) });
      if (own !== "") byName.set(own.toLowerCase(), stage);
      stages.push(stage);
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) continue;
    const taken = name === "COPY" ? byName.get(/--from=(\S+)/.exec(rest)?.[1]?.toLowerCase() ?? "") : undefined;
    if (taken !== undefined && !stage.takes.includes(taken)) stage.takes.push(taken);
    readInstruction(stage, { name, rest, line });
  }
  // Stages that start nothing only build.
  return stages
    .filter(({ unit }, at) => at === stages.length - 1 || unit.command !== null)
    .map((stage) => {
      const { unit } = stage;
      const build = unit.build === null ? null : { ...unit.build, mentions: [...mentionsWithin(stage)] };
      return { ...unit, build, ports: [...new Set(unit.ports)] };
    });
}

/** What a stage names and what the stages name that it takes files from. */
function mentionsWithin(stage: Stage): Set<string> {
  const seen = new Set<Stage>([stage]);
  const found = new Set<string>();
  for (const one of seen) {
    for (const mention of one.unit.build?.mentions ?? []) if (found.size < maxMentions) found.add(mention);
    for (const taken of one.takes) if (seen.size < maxStages) seen.add(taken);
  }
  return found;
}

function beginStage(line: number, from: { image: string; own: string; above: Stage | undefined }): Stage {
  const unit = makeUnit("dockerfile", "", { startLine: line, endLine: line });
  unit.image = from.above?.unit.image ?? from.image;
  unit.ports = [...(from.above?.unit.ports ?? [])];
  unit.command = from.above?.unit.command ?? null;
  unit.settings = [...(from.above?.unit.settings ?? [])];
  unit.volumes = [...(from.above?.unit.volumes ?? [])];
  // The stage that a compose file may ask for.
  unit.build = { context: ".", file: null, target: from.own === "" ? null : from.own, mentions: [] };
  return {
    unit,
    entrypoint: from.above?.entrypoint ?? null,
    takes: from.above === undefined ? [] : [from.above],
  };
}

function readInstruction(stage: Stage, { name, rest, line }: Instruction): void {
  const { unit } = stage;
  unit.endLine = line;
  unit.build?.mentions.push(...mentionsOf(name, rest));
  if (name === "EXPOSE") unit.ports.push(...rest.split(/\s+/).map((port) => port.replace(/\/\w+$/, "")));
  if (name === "VOLUME") unit.volumes.push(...volumesOf(rest).map((target) => ({ source: "", target, line })));
  if (name === "ENV") unit.settings.push(...variablesOf(rest, line));
  if (name === "ENTRYPOINT") {
    stage.entrypoint = execText(rest);
    unit.command = stage.entrypoint;
  }
  if (name === "CMD") unit.command = commandText([stage.entrypoint, execText(rest)].filter((part) => part !== null));
}

function* instructionsOf(source: SourceText): Generator<Instruction> {
  const pattern = /^[ \t]*([A-Za-z]+)[ \t]+((?:[^\n\\]|\\(?!\r?\n)|\\\r?\n)*)/gm;
  for (let found = 0; found < maxInstructions; found += 1) {
    const match = pattern.exec(source.text);
    if (match === null) return;
    const rest = (match[2] ?? "").replace(/\\\r?\n(?:[ \t]*#[^\n]*\n)*/g, " ").trim();
    yield { name: (match[1] ?? "").toUpperCase(), rest, line: lineAt(source, match.index) };
  }
}

/** `VOLUME /data /logs` and `VOLUME ["/data"]`. */
function volumesOf(rest: string): string[] {
  return (execText(rest) ?? "").split(" ").filter((path) => path.startsWith("/"));
}

function execText(rest: string): string | null {
  const list = rest.startsWith("[") ? parseJson(rest) : null;
  return commandText(Array.isArray(list) ? list.filter((one) => typeof one === "string") : [rest]);
}

/** `ENV A=1 B="2 3"`, and `ENV A 1` of old. */
function variablesOf(rest: string, line: number): DeployedSetting[] {
  const [, single, text = ""] = /^(\w+)\s+([^=\s]\S*)$/.exec(rest) ?? [];
  if (single !== undefined) return [{ name: single, value: withDefaults(text), line }];
  return [...rest.matchAll(/(?<!\S)(\w+)=(?:"([^"]*)"|'([^']*)'|(\S*))/g)]
    .slice(0, maxVariables)
    .map(([, name = "", double, quoted, plain]) => ({
      name,
      value: withDefaults(double ?? quoted ?? plain ?? ""),
      line,
    }));
}

const maxVariables = 50;

/** Folders and packages that a build names. */
function mentionsOf(name: string, rest: string): string[] {
  if (name === "WORKDIR") return [plainPath(rest)].filter((one) => one !== "");
  if (name === "COPY" || name === "ADD") {
    return rest
      .replace(/--\S+\s+/g, "")
      .split(/\s+/)
      .slice(0, -1)
      .map(plainPath)
      .filter((one) => one !== "");
  }
  if (name !== "RUN") return [];
  return [
    ...rest.matchAll(
      /(?:--filter[= ]|--package[= ]|-p[= ]|--bin[= ]|--workspace[= ]|-F[= ]|-pl[= ]|--scope[= ]|-C[= ])([\w@./-]+)|(?<=\s)(\.\/[\w./-]+|[\w./-]+\.(?:cs|fs)proj)/g,
    ),
  ]
    .slice(0, 20)
    .map(([, named = "", path = ""]) => plainPath(named || path))
    .filter((one) => one !== "");
}

function plainPath(path: string): string {
  return path
    .replace(/^["']|["']$/g, "")
    .replace(/^(?:\.?\/)+/, "")
    .replace(/\/+$/, "")
    .replace(/^\.$/, "");
}
