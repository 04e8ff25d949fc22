import { findSettings } from "#server/engine/facts/project/find-config.ts";
import { findScripts } from "#server/engine/facts/project/find-scripts.ts";
import { type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { scriptItems } from "#server/engine/pages/commands/command-items.ts";
import { settingTable } from "#server/engine/pages/service/setting-table.ts";
import { list, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

import { enclosingSymbol } from "./enclosing-symbol.ts";

const maxHandlers = 8;
/** Files whose words are about stopping; the rest need not be read. */
const searchedFiles = 25;
const searches = ["SIGTERM SIGINT signal", "graceful shutdown stop close server", "atexit shutdown hook ctrl_c"];

const handlers: readonly { pattern: RegExp; says: string }[] = [
  { pattern: /\bprocess\.(?:on|once)\(\s*["'](?<what>SIG[A-Z]+)["']/, says: "listens to" },
  { pattern: /\bsignal\.(?:Notify|NotifyContext)\([^)]*?(?<what>(?:syscall|os)\.\w+)/, says: "listens to" },
  { pattern: /\b(?:signal\.signal|add_signal_handler|signal)\(\s*(?:signal\.)?(?<what>SIG(?:TERM|INT|HUP|QUIT))\b/, says: "listens to" },
  { pattern: /\b(?<what>(?:tokio::)?signal::ctrl_c|ctrl_c)\(\)/, says: "waits for" },
  { pattern: /\b(?<what>addShutdownHook)\(|(?<hook>@PreDestroy)\b/, says: "cleans up by" },
  { pattern: /\b(?<what>atexit\.register)\(/, says: "cleans up by" },
  { pattern: /\b(?<what>\w+\.Shutdown)\(\s*(?:ctx|context|\w*[cC]tx)/, says: "lets what runs end with" },
]; // prettier-ignore

/** What stops it: commands, the signals its code listens to, and the settings of stopping. */
export async function draftShutdown({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks: DraftBlock[] = [];
  for (const scope of scopes) {
    const items = [...commandItems(scope), ...(await handlerItems(scope))];
    if (items.length > 0) blocks.push(list(null, items));
    const all = await findSettings(scope);
    const settings = all.filter(({ name }) => /shutdown|grace|drain|stop_?timeout/i.test(name)).slice(0, 6);
    const lead = items.length > 0 ? "Settings of it:" : null;
    if (settings.length > 0) blocks.push(settingTable(scope, lead, settings));
  }
  return blocks.length > 0 ? { blocks } : null;
}

function commandItems(scope: CodeScope): ListItem[] {
  const stopping = findScripts(scope).filter(({ script }) =>
    /^(?:stop|down|kill|shutdown|teardown|restart)(?:$|[:.-])/.test(script.name),
  );
  return scriptItems(scope, stopping, 4);
}

async function handlerItems(scope: CodeScope): Promise<ListItem[]> {
  const sources = new Set(scope.sources.map((file) => file.path));
  const under = scope.folder === "" ? {} : { under: scope.folder };
  const hits = searches.flatMap((query) => scope.repository.index.search(query, { limit: searchedFiles, ...under }));
  const paths = [...new Set(hits.map(({ path }) => path))].filter((path) => sources.has(path));
  const items: ListItem[] = [];
  const reported = new Set<string>();
  for (const path of paths) {
    const lines = (await scope.lines(path)) ?? [];
    for (const [at, line] of lines.entries()) {
      if (/^\s*(?:\/\/|#|\*)/.test(line)) continue;
      const found = handlers.flatMap(({ pattern, says }) => {
        const groups = pattern.exec(line)?.groups;
        const what = groups?.["what"] ?? groups?.["hook"];
        return what === undefined ? [] : [{ what, says }];
      })[0];
      if (!found || reported.has(`${path} ${found.what}`)) continue;
      reported.add(`${path} ${found.what}`);
      const symbol = enclosingSymbol(scope, path, at + 1);
      const where =
        symbol === null
          ? codeSpan(scope.shorten(path))
          : `${codeSpan(symbol.name)} in ${codeSpan(scope.shorten(path))}`;
      items.push({ text: `${where} ${found.says} ${codeSpan(found.what)}.`, evidence: [scope.at(path, at + 1)] });
    }
  }
  return items.slice(0, maxHandlers);
}
