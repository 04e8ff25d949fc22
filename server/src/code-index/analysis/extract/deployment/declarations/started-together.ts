import type { DeclarationReader } from "#server/code-index/analysis/extract/deployment/declaration-reader.ts";
import { commandText, makeUnit } from "#server/code-index/analysis/extract/deployment/deployed-unit.ts";
import { lineAt, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { DeployedUnit } from "#server/code-index/ports/deployment-facts.ts";

/** Programs that stay: what else a script leaves behind runs for a moment. */
const program =
  /^(?:exec |nohup |gosu \S+ |su-exec \S+ |s6-setuidgid \S+ |sudo -u \S+ |env |bundle exec |poetry run |uv run |npx |[A-Z_]+=\S+ )*(?:\.\/|\/)?(?:[\w.-]+\/)*(?:celery|gunicorn|uvicorn|hypercorn|daphne|granian|uwsgi|sidekiq|puma|unicorn|rails|bin\/jobs|node|tsx|bun|deno|next|nest|python3?|manage\.py|php|java|dotnet|mix|rq|dramatiq|huey|clockwork|supercronic|yarn|npm|pnpm)(?: |$)/;
/** What prepares, and what is kept running for developers. */
const passing =
  /\b(?:migrate|makemigrations|collectstatic|seed|install|build|prisma|wait|setup|init|dev|watch|test|lint|generate|sleep|tail|--version|check|-c ["'])\b/;
const maxParts = 12;

interface Part {
  /** As the one who starts it calls it; null where it does not. */
  name: string | null;
  command: string;
  /** Where it is started; null where nothing says it. */
  folder: string | null;
}

function partOf(text: string, name: string | null): Part[] {
  const [, folder = null] = /(?:^|&& ?|; ?)cd ["']?([\w./-]+)["']? ?(?:&&|;)/.exec(text) ?? [];
  const steps = text
    .replace(/ ?\d?>{1,2} ?&?\S+/g, "")
    .split(/ ?(?:&&|;) ?/)
    .map((step) => step.trim());
  const last = steps.at(-1) ?? "";
  return program.test(last) && !passing.test(last)
    ? [{ name, command: last.replace(/^(?:exec|nohup) /, ""), folder }]
    : [];
}

/** The programs that one command starts side by side: `concurrently "a" "b"`, and `a & b`. */
function partsOf(command: string): Part[] {
  const at = command.indexOf("concurrently ");
  if (at >= 0) {
    const rest = command.slice(at);
    const names = /\s(?:-n|--names)[ =]["']?([\w,:-]+)/.exec(rest)?.[1]?.split(",") ?? [];
    const quoted = [...rest.matchAll(/(?<=\s)(["'])(?!\s)([^"'\n]{3,300})\1/g)].slice(0, maxParts);
    return quoted.flatMap(([, , text = ""], order) => partOf(text, names[order] ?? null));
  }
  const steps = command.split(/ & /);
  return steps.length > 1 ? steps.slice(0, maxParts).flatMap((text) => partOf(text.trim(), null)) : [];
}

/** By what it is asked to do: "worker" of `celery -A boats worker`, of `node dist/worker.js`, of `/srv/apps/worker`. */
function nameOf({ name, command, folder }: Part): string {
  if (name !== null) return name;
  const asked = /\b(?:manage\.py|artisan|celery(?: -\S+(?: [\w.:]+)?)*) ([\w:-]+)/.exec(command)?.[1];
  const built = /([\w.-]+)\/(?:target|build\/libs)\/\S*\.jar\b/.exec(command)?.[1];
  if (built !== undefined) return built;
  const script = /([\w-]+)\.(?:[cm]?[jt]s|py|rb|php|jar|dll)\b/.exec(command)?.[1];
  const placed = folder?.split("/").findLast((part) => part !== "" && part !== ".");
  const isGeneral = script === undefined || /^(?:main|index|server|app|manage|artisan)$/.test(script);
  const first = command.replace(/^(?:bundle exec|poetry run|uv run|npx) /, "").split(" ")[0] ?? "";
  return asked ?? (isGeneral ? placed : script) ?? first.slice(first.lastIndexOf("/") + 1);
}

/** Units of what the command of one starts side by side; none where it starts one program. */
export function startedTogether({ form, command, startLine, endLine }: DeployedUnit): DeployedUnit[] {
  const parts = command === null ? [] : partsOf(command);
  // An image says last what it starts.
  const lines = { startLine: form === "dockerfile" ? endLine : startLine, endLine };
  return parts.length < 2 ? [] : parts.map((part) => unitOf(part, lines));
}

function unitOf(part: Part, lines: { startLine: number; endLine: number }): DeployedUnit {
  const { command, folder } = part;
  const moved = folder === null ? command : `cd ${folder}; ${command}`;
  return { ...makeUnit("supervised", nameOf(part), lines), command: commandText([moved]) };
}

/** Scripts that leave programs running behind them: `celery -A boats worker &`. */
export const startScript: DeclarationReader = {
  language: "shell",
  pattern: /^[^#\n]{3,300}[^&|<>\s]\s*&[ \t]*(?:#.*)?$/m,
  read(source) {
    const behind = [...matchesInCode(source, /^[ \t]*([^#\n]{3,300}[^&|<>\s])[ \t]*&[ \t]*(?:#.*)?$/gm)];
    const ahead = [...matchesInCode(source, /^[ \t]*(exec [^\n&|]{3,300})$/gm)].slice(-1);
    const units = [...behind, ...ahead].slice(0, maxParts).flatMap(({ match, line }) => {
      const [part] = partOf((match[1] ?? "").trim(), null);
      return part === undefined ? [] : [unitOf(part, { startLine: line, endLine: line })];
    });
    return { units: units.length < 2 ? [] : units };
  },
  examples: [
    {
      path: "docker/entrypoint.sh",
      text: "#!/bin/sh\npython manage.py migrate\ncelery -A boats worker -l info &\nsleep 5 &\nexec gunicorn boats.wsgi\n",
      units: ["worker command=celery -A boats worker -l info", "gunicorn command=gunicorn boats.wsgi"],
    },
  ],
};

/** Programs that uWSGI starts beside the one that it serves. */
export const uwsgi: DeclarationReader = {
  language: "ini",
  pattern: /^[ \t]*(?:smart-)?attach-daemon2?[ \t]*=/m,
  read(source) {
    const daemons = [...matchesInCode(source, /^[ \t]*(?:smart-)?attach-daemon2?[ \t]*=[ \t]*([^\n]{3,300})$/gm)];
    return {
      units: daemons.slice(0, maxParts).flatMap(({ match, offset }) => {
        const line = lineAt(source, offset + match[0].length - match[0].trimStart().length);
        const [part] = partOf((match[1] ?? "").trim(), null);
        return part === undefined ? [] : [unitOf(part, { startLine: line, endLine: line })];
      }),
    };
  },
  examples: [
    {
      path: "docker/uwsgi.ini",
      text: "[uwsgi]\nmodule = boats.wsgi\nattach-daemon = ./manage.py sendtides --skip-checks\n",
      units: ["sendtides command=./manage.py sendtides --skip-checks"],
    },
  ],
};
