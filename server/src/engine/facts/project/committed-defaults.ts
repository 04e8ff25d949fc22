import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

interface ReadSetting {
  name: string;
  defaultValue: string | null;
  readers: readonly string[];
  evidence: readonly Evidence[];
}

const committed = /(?:^|\/)\.env$/;
const placeholders = /(?:^|\/)config\/.*\.(?:ya?ml|php|xml)$/;

/** Symfony reads a committed `.env` before anything else: what stands there counts where nothing else is set. */
export async function addCommittedDefaults(scope: CodeScope, settings: readonly ReadSetting[]): Promise<void> {
  await Promise.all(
    settings.map(async (setting) => {
      const line = setting.evidence.find(({ path }) => committed.test(path));
      if (
        line === undefined ||
        setting.defaultValue !== null ||
        !setting.readers.some((path) => placeholders.test(path))
      )
        return;
      const text = (await scope.lines(line.path))?.[line.startLine - 1] ?? "";
      setting.defaultValue = valueIn(text, setting.name);
    }),
  );
}

/** Null for a line that is commented out, and for an empty value. */
function valueIn(text: string, name: string): string | null {
  const written = /^\s*(?:export\s+)?([A-Z][A-Z\d_]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s#"']+))\s*(?:\s#.*)?$/.exec(
    text,
  );
  if (written === null || written[1] !== name) return null;
  return (written[2] ?? written[3] ?? written[4] ?? "") || null;
}
