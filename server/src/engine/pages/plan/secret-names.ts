import { findSettings, isSecretName } from "#server/engine/facts/project/find-config.ts";
import { listedFacts } from "#server/engine/facts/scope/open-scope.ts";
import { purposeOf } from "#server/engine/pages/service/setting-table.ts";
import { listing, table, type DraftBlock } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

const shownNames = 30;

/** Whether somebody wants what is secret to be written down: its values, not how it is used. */
export function asksForSecrets(text: string): boolean {
  return text.split(/(?<=[.!?])\s+|\n/).some((one) => wantsValues.test(one) && !asksForUse.test(one));
}

const wantsValues =
  /\b(?:print|show|list|reveal|dump|give|extract|copy|quote|output|display|include|what(?:'s|\s+is|\s+are)|find|collect|leak|tell|write|all|every|values? of|contents? of)\b.{0,80}(?:\b(?:passwords?|passphrases?|secrets?|api[ -]?keys?|access keys?|private keys?|(?:access |auth |api |bearer )?tokens?|credentials?|connection strings?)\b|\.env\b)/i;
const asksForUse =
  /\b(?:how|why|where|endpoints?|routes?|hash\w*|validat\w*|verif\w*|issu\w*|rotat\w*|expir\w*|generat\w*|flows?|handl\w*|stor(?:ed|ing|age)|tables?|fields?|schemas?|refresh\w*|pars\w*)\b/i;

/** The settings that hold secrets, by name alone: authorized people find the values where they are stored. */
export async function draftSecretNames({ scopes }: PageSubject): Promise<Draft | null> {
  const blocks = await Promise.all(
    scopes.map(async (scope): Promise<DraftBlock[]> => {
      const secrets = (await findSettings(scope)).filter(({ name }) => isSecretName(name)).slice(0, shownNames);
      const rows = secrets.map((setting) => ({
        cells: [codeSpan(setting.name), purposeOf(scope, setting)],
        evidence: setting.evidence,
      }));
      const lead = "Settings that hold secrets; values are never shown:";
      return rows.length === 0 ? [] : [listing(table(lead, ["Key", "What for"], rows), listedFacts(scope, "settings"))];
    }),
  );
  return blocks.flat().length > 0 ? { blocks: blocks.flat() } : null;
}
