import { capitalized } from "#server/engine/text/quoting.ts";

/** What a wish of this shape means, as something that one can check; null where this one does not mean it. */
type Meaning = { pattern: RegExp; criterion: (match: RegExpExecArray) => string | null };

const shown =
  /\b(?:show|display|list|surface)\s+((?!(?:people|users?|them|him|her)\b)[^.;]{3,80}?)\s+(?:on|in|at|beside)\s+((?:the|each|every|a|an)\s[^.;,]{3,60}?)(?=\s+(?:beside|next to|under|above|below|when|if|so|and|for|with|while)\b|[.;,]|$)/i;

const timeUnit = /^(?:second|minute|hour|day|night|week|month|quarter|year)s?$/i;

/** Shapes of wishes with what is most often forgotten of them. */
const meanings: readonly Meaning[] = [
  {
    pattern:
      /\blimit\w*\s+(?:the\s+)?(?:number of\s+)?([^.;]{3,60}?)\s+to\s+(\d[\d,]*)\s+(?:per|an?|each|every|in an?|within an?)\s+(\p{L}+)/iu,
    criterion: ([, what = "", most = "", unit = ""]) => {
      const number = Number(most.replaceAll(",", ""));
      if (!timeUnit.test(unit)) {
        return `Up to number ${number} for each ${unit} ${what} are taken and number ${number + 1} is refused, in words that name the limit`;
      }
      return `Within one ${unit} ${what} up to number ${number} go through and number ${number + 1} is refused, with words that say for how long`;
    },
  },
  {
    pattern: /^(?:and\s+)?(?:log|record|audit)\s+((?:every|each|any)\s[^.;,]{3,80})/i,
    criterion: ([, what = ""]) =>
      `${capitalized(what)} leaves one line that says what happened, and no password or key`,
  },
  {
    pattern: shown,
    criterion: ([, what = "", where = ""]) =>
      `${capitalized(where.trim())} shows ${what}, and looks as it does today where there is none`,
  },
  {
    pattern:
      /\badd\s+(an?\s+[^.;]{0,40}?\b(?:button|link|menu|field|filter|column|checkbox|switch|toggle|tab|badge|dialog|form))\s+(?:to|on|in)\s+((?:the|each|every|a|an)\s[^.;,]{3,80})/i,
    criterion: ([, what = "", where = ""]) =>
      `${capitalized(where.trim())} has ${what} that works by keyboard alone and tells a screen reader what it does`,
  },
  {
    pattern:
      /\b(?:how often|how many times|(?:the|a) count|count of|count (?:how|each|every))\b|\b(?:show|display|see|say|tell)\w*\b[^.;]{0,40}\bthe number of\b/i,
    criterion: () => "Before the first time it says 0 and after the third 3, also where two come at once",
  },
  {
    pattern: /\b(?:choose|pick|select|switch)\s+(?:between\s+)?([\p{L}-]+)\s+(?:or|and)\s+([\p{L}-]+)/iu,
    criterion: ([, one = "", other = ""]) =>
      `Both ${one} and ${other} can be chosen, and the choice is still there when the page is loaded again`,
  },
  {
    pattern: /\b(?:have|set|require|need|with|ask for)\s+(?:an?\s+)?(?:password|passphrase|pin code)\b/i,
    criterion: () => "The password is kept as a hash alone and is in no answer and no line of the log",
  },
  {
    // What is marked as code is looked for in the code.
    pattern:
      /\brename\s+((?:an?\s|the\s)?[^`.;]{2,60}?)\s+to\s+([^`.;,]{2,40}?)(?=\s+(?:everywhere|in|on|and)\b|[.;,]|$)/i,
    criterion: ([, former = "", latter = ""]) =>
      `What was stored as ${former} is there as ${latter}, and nothing that people read says the former name`,
  },
  {
    pattern: /\b(?:csv|spreadsheet|excel)\b/i,
    criterion: ({ input }) =>
      /\b(?:import|upload)/i.test(input)
        ? "Texts with commas, quotes and line breaks come in as the file has them"
        : "Texts with commas, quotes and line breaks read the same in a spreadsheet that opens the file",
  },
  {
    pattern: /\bexport\b/i,
    criterion: () => "The file has all of them in the order of the screen, also where that shows them on several pages",
  },
  {
    pattern:
      /^(?:and\s+)?(?:mark|flag|highlight)\s+(those|all|every \p{L}+|each \p{L}+)\s+(?:that|which|who)\s+([^.;]{3,80})/iu,
    criterion: ([, which = "", what = ""]) =>
      /^(?:those|all)$/i.test(which)
        ? `Those that ${what} are marked, and lose the mark once that is no longer so`
        : `${capitalized(which)} that ${what} is marked, and loses the mark once that is no longer so`,
  },
  {
    pattern:
      /\b(?:once (?:an?|every|each|per) (?:hour|day|night|week|month)|(?:every|each) (?:\d+ )?(?:minutes?|hours?|days?|nights?|weeks?|months?)|hourly|daily|nightly|weekly|monthly)\b/i,
    criterion: () => "With two servers it still happens once each time, and what was cut off halfway is made up for",
  },
  {
    pattern: /\b(?:users?|people|members?|those|customers?|everybody)\s+(?:who|that)\s+(?:want|wish|ask|opt|choose)/i,
    criterion: () => "Who has not asked for it gets none, and who has can end it again",
  },
  {
    pattern: /\bmerge\s+(?:two|several|both)\s+(\p{L}+)/iu,
    criterion: ([, what = ""]) => `What had any of the merged ${what} has the one that is left, and has it once`,
  },
  {
    pattern: /\b(?:larger|longer|bigger|more|higher)\s+than\s+(?:the|its|a|an|\d)/i,
    criterion: () => "Exactly at the limit it is taken, and the next one above it is not",
  },
  {
    pattern:
      /\b(?:snooze|silence|mute|pause|suspend|ban|block|lock|hide)\w*\b[^.;]{0,80}\b(?:for|until)\s+(?:an?|one|two|\d+|the|some)\b/i,
    criterion: () =>
      "When the time is over it ends by itself, and it can be ended before, tried with a clock that stands",
  },
  {
    pattern: /\bdocument\s+(?:it|this|that|them|the)\b/i,
    criterion: () => "The documents name it, with an example that was tried",
  },
  {
    pattern: /\b(?:send|deliver|e?-?mail|notify)\b[^.;]{0,60}\b(?:when|whenever|after|once|if)\b/i,
    criterion: () =>
      "One occasion sends one message to each recipient, also where the sending fails first and is tried again",
  },
  {
    pattern: /\bexpir\w+\b[^.;]{0,40}\b(?:after|on|at|date|days?|hours?|minutes?)\b/i,
    criterion: () => "Just before the moment it works and just after it does not, tried with a clock that stands",
  },
  {
    pattern: /\b(?:configurable|setting|environment variable|opt[- ]in|feature flag|switch(?:ed)? (?:on|off))\b/i,
    criterion: () => "Without the setting all is as it is today, and the documents name it with its default",
  },
  {
    pattern: /\b(?:faster|speed up|performance|slow|latency|optimi[sz]e)\b/i,
    criterion: () =>
      "The time that it takes is measured before and after on the same data, and both figures are written down",
  },
  {
    pattern:
      /\b(?:delete|remove|purge|clean up|prune)\b[^.;]{0,60}\b(?:older than|after (?:\d+|an?|one|some)\s+\p{L}+)\b/iu,
    criterion: () => "What is a moment too young stays, and a second run right after the first removes nothing more",
  },
  {
    pattern: /\b(?:import|upload)\b/i,
    criterion: () =>
      "The same file a second time makes nothing double, and a broken one says which line is wrong and changes nothing",
  },
  {
    pattern: /\b(?:filter|search|sort|paginat\w*)\b/i,
    criterion: () => "It is in the address of the page or the call, and nothing that matches says so in words",
  },
];

/** "`POST /checks`": what the call takes and gives. */
const call = /`?\b(POST|PUT|PATCH)\s+(\/[^\s`),;]+)/;

const most = 2;

/** What is meant by a wish of this shape and easily forgotten. */
export function meantByWish(text: string): string[] {
  const found = meanings.flatMap(({ pattern, criterion }) => {
    const match = pattern.exec(text);
    return match === null ? [] : (criterion(match) ?? []);
  });
  const [, method, path] = call.exec(text) ?? [];
  const said = `\`${method} ${path}\` takes it and gives it back, answers 4xx with a reason where it makes no sense, and works as today without it`;
  return [...(path === undefined ? [] : [said]), ...found].slice(0, most);
}
