import type { DeclarationReader } from "#server/code-index/analysis/extract/deployment/declaration-reader.ts";
import { commandText, makeUnit } from "#server/code-index/analysis/extract/deployment/deployed-unit.ts";
import { lineAt } from "#server/code-index/analysis/text/source-text.ts";

/** Units of systemd; their names are those of their files. */
export const systemd: DeclarationReader = {
  roles: ["systemd"],
  read(source) {
    const start = /^ExecStart=[-@:+!]*(\S[^\n]*)$/m.exec(source.text);
    if (start === null) return { units: [] };
    const line = lineAt(source, start.index);
    const needs = [...source.text.matchAll(/^(?:After|Requires|Wants|BindsTo)=([^\n]{1,500})$/gm)].slice(0, 20);
    const unit = {
      ...makeUnit("systemd", "", { startLine: line, endLine: line }),
      command: commandText([start[1] ?? ""]),
      duration: /^Type=oneshot\s*$/m.test(source.text) ? ("once" as const) : ("long" as const),
      needs: needs.flatMap(({ 1: names = "", index }) =>
        [...names.matchAll(/([\w@-]+)\.service/g)].map(([, name = ""]) => ({
          name,
          kind: "start" as const,
          line: lineAt(source, index),
        })),
      ),
    };
    return { units: [unit] };
  },
  examples: [
    {
      path: "boats-worker.service",
      text: "[Unit]\nAfter=network.target redis.service\n[Service]\nExecStart=/usr/bin/boats work\n[Install]\nWantedBy=multi-user.target\n",
      units: [" command=/usr/bin/boats work needs=redis"],
    },
  ],
};
