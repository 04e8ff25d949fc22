import { technologyNamed } from "#server/code-index/analysis/extract/deployment/technologies/known-technologies.ts";
import { joinPath } from "#server/code-index/analysis/structure/paths.ts";

import { connectOutside, type NodesByName } from "./connect-nodes.ts";
import type { LocatedUnit } from "./located-unit.ts";
import type { OwnProcess } from "./own-process.ts";
import type { SystemBuilder } from "./system-builder.ts";

/** Places of the machine, of settings, of code and of what can be made again. */
const noFiles =
  /^\/(?:etc|tmp|run|proc|sys|dev|root\/\.|var\/(?:run|log|cache)|usr\/(?:local\/)?(?:share|lib|bin)(?!\/[\w-]+\/(?:html|data|uploads?|files|media|storage)))(?:\/|$)|\/node_modules\/|(?:^|[/._-])(?:node_modules|logs?|cache|\.?venv|vendor|certs?|ssl|tls|letsencrypt|keys|secrets?|conf(?:ig)?(?:\.d)?|settings|templates?|plugins?|themes|locales?|static(?:files)?|migrations?|scripts?|src|lib|target|build|dist|bin|gems|bundle|deps|_build|nuget|\.m2|\.gradle|tmp|sock(?:et)?s?|backups?)$|\.(?:sock|ya?ml|json|toml|ini|conf|env|cfg|xml|pem|key|crt|sql|sh|properties|py|js|ts|rb|php|db|sqlite3?|[jw]ar|dll|so)$/i;

/** Processes that keep files where a volume or a folder of the machine is put in. */
export function connectVolumes(
  units: readonly LocatedUnit[],
  {
    builder,
    names,
    own,
    has,
  }: { builder: SystemBuilder; names: NodesByName; own: readonly OwnProcess[]; has: (place: string) => boolean },
): void {
  const files = technologyNamed("Local files");
  if (files === null) return;
  const ids = new Set(own.map(({ id }) => id));
  for (const unit of units) {
    const from = unit.form === "dockerfile" ? builtFrom(unit, own) : names.get(unit.name.toLowerCase())?.id;
    if (from === undefined || !ids.has(from) || unit.isDevelopment) continue;
    for (const { source, target, path, line } of unit.volumes) {
      // What the repository holds is code and settings.
      const inside = /^\.{1,2}(?:\/|$)/.test(source) ? joinPath(unit.directory, source) : null;
      if (noFiles.test(target) || (inside !== null && has(inside))) continue;
      connectOutside(builder, files, {
        from,
        how: "mount",
        certainty: "resolved",
        source: { path, startLine: line, endLine: line },
      });
    }
  }
}

/** The only process of the code that an image is built from. */
function builtFrom({ isOwn, code }: LocatedUnit, own: readonly OwnProcess[]): string | undefined {
  const processes = isOwn ? own.filter(({ folder }) => folder === code) : [];
  return processes.length === 1 ? processes[0]?.id : undefined;
}
