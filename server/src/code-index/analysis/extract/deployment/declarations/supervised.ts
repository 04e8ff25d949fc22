import type { DeclarationReader } from "#server/code-index/analysis/extract/deployment/declaration-reader.ts";
import { commandText, makeUnit } from "#server/code-index/analysis/extract/deployment/deployed-unit.ts";
import { lineAt, matchesInCode } from "#server/code-index/analysis/text/source-text.ts";
import type { DeployedUnit } from "#server/code-index/ports/deployment-facts.ts";

/** Programs of the machine that an image brings along, and what only waits for others. */
const ofMachine =
  /^(?:\S*\/)?(?:nginx|apache2\w*|httpd|caddy|cron|crond|anacron|rsyslogd|syslogd|syslog-ng|sshd|redis-server|valkey-server|postgres|pg_ctl|mysqld\w*|mariadbd|memcached|dbus-daemon|foreman|honcho|overmind|supervisord|sleep|tail|echo|true)(?:\s|$)/;
const runsAs =
  /^(?:s6-setuidgid|s6-notifyoncheck|su-exec|gosu|setpriv|sudo|chpst|nice|exec)\s+(?:-\S+\s+)*(?:[\w$:"{}]+\s+)?/;
const maxUnits = 50;

function unitOf(name: string, lines: { startLine: number; endLine: number }, start: Start): DeployedUnit[] {
  const plain = start.command.trim();
  const program = plain.replace(runsAs, "").replace(runsAs, "");
  if (program === "" || ofMachine.test(program.replace(/^(?:\S*\/)?bundle exec /, ""))) return [];
  const moved = start.folder === null ? program : `cd ${start.folder}; ${program}`;
  return [{ ...makeUnit("supervised", name, lines), command: commandText([moved]) }];
}

interface Start {
  command: string;
  /** Where it is started; null where nothing says it. */
  folder: string | null;
}

/** Services of s6, one a folder; their names are those of the folders. */
export const s6Service: DeclarationReader = {
  roles: ["supervised"],
  read(source) {
    const starts = [...matchesInCode(source, /^[ \t]*exec[ \t]+(?!\d|>)(\S[^\n]*)$/gm)];
    const last = starts.at(-1);
    if (last === undefined) return { units: [] };
    const folder = /^[ \t]*cd[ \t]+["']?([\w./-]+)/m.exec(source.text)?.[1] ?? null;
    const lines = { startLine: last.line, endLine: last.line };
    return { units: unitOf("", lines, { command: last.match[1] ?? "", folder }) };
  },
  examples: [
    {
      path: "docker/root/etc/s6-overlay/s6-rc.d/svc-work/run",
      text: "#!/command/with-contenv sh\ncd /app/apps/work;\nif root; then\n  exec s6-setuidgid boats node main.js\nfi\n",
      units: [" command=cd /app/apps/work; node main.js"],
    },
  ],
};

/** Programs of supervisord. */
export const supervisord: DeclarationReader = {
  language: "ini",
  pattern: /^\[program:[^\]\n]{1,80}\]/m,
  read(source) {
    const heads = [...matchesInCode(source, /^\[([^\]\n]{1,100})\]/gm)].slice(0, maxUnits);
    return {
      units: heads.flatMap(({ match, offset, line }, at) => {
        const name = /^program:(.+)/.exec(match[1] ?? "")?.[1];
        if (name === undefined) return [];
        const body = source.text.slice(offset, heads[at + 1]?.offset);
        const command = /^[ \t]*command[ \t]*=[ \t]*([^\n]+)/m.exec(body)?.[1] ?? "";
        const folder = /^[ \t]*directory[ \t]*=[ \t]*([\w./-]+)/m.exec(body)?.[1] ?? null;
        const endLine = lineAt(source, offset + body.trimEnd().length);
        return unitOf(name.trim(), { startLine: line, endLine }, { command, folder });
      }),
    };
  },
  examples: [
    {
      path: "docker/supervisord.conf",
      text: "[supervisord]\nnodaemon=true\n[program:nginx]\ncommand=/usr/sbin/nginx\n[program:work]\ndirectory=/srv\ncommand=php artisan queue:work\n",
      units: ["work command=cd /srv; php artisan queue:work"],
    },
  ],
};
