import { lineAt, type SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { DataFacts } from "#server/code-index/ports/data-facts.ts";

import { readDdl } from "./read-ddl.ts";

/** Where the way back begins: goose, sql-migrate, dbmate, tern, Play. */
const wayBack =
  /^(?:--[ \t]*(?:\+goose[ \t]+down|\+migrate[ \t]+down|migrate:down|!downs)|#[ \t]*---[ \t]*!downs|----[ \t]*create above)/im;
const maxVersionsLength = 400_000;
const mayChangeTables = /\b(?:table|sp_rename)\b/i;

/** Null where the file says nothing about tables. */
export function extractSqlData(source: SourceText): DataFacts | null {
  if (!mayChangeTables.test(source.text)) return null;
  const back = source.text.search(wayBack);
  const text = back < 0 ? source.text : source.text.slice(0, back);
  const { operations, unread } = readDdl(text, (offset) => lineAt(source, offset));
  if (operations.length + unread.length === 0) return null;
  const version = lastVersion(source.text);
  const step = version === null ? null : { name: version, after: [] };
  return { role: "sql", library: "sql", operations, entities: [], registrations: [], step, unread };
}

/** The newest of the steps that a dump says it holds. */
function lastVersion(text: string): string | null {
  const at = text.search(/^INSERT INTO [^\n]{0,60}\bschema_migrations\b/im);
  if (at < 0) return null;
  const versions = [...text.slice(at, at + maxVersionsLength).matchAll(/['(](\d{8,17})['),]/g)].map(
    ([, one = ""]) => one,
  );
  return versions.length === 0 ? null : versions.reduce((a, b) => (b > a ? b : a));
}
