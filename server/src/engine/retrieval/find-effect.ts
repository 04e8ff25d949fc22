/** What a line does to the world outside of its program, in a verb for a sentence. */
export type EffectVerb =
  | "writes"
  | "deletes"
  | "puts a job in line"
  | "sends a message"
  | "calls another service"
  | "writes a file";

const store = String.raw`(?:\b\w*(?:repo|repository|store|dao|database|db|tx|trx|session|collection|objects|prisma|knex|storage)\w*)`;

/** First match wins. Names are those of the usual libraries, and of methods that are called so wherever something is kept. */
const effects: readonly (readonly [EffectVerb, RegExp])[] = [
  [
    "sends a message",
    /\.(?:deliver_later|deliver_now|deliver!|deliver|sendMail|send_mail|SendMail)\b|\b(?:send|deliver|dispatch)_?(?:e?mail|message|notification|push|sms|webhook)\w*\(/i,
  ],
  [
    "puts a job in line",
    /\.(?:perform_later|perform_async|perform_in|perform_at|enqueue\w*|Enqueue\w*|apply_async|delay|addJob|add_job)\b\s*\(|\bdispatch\(\s*new\b|\b\w*(?:queue|Queue)\w*\.(?:add|push|send|publish|put|Add|Push)\(|\.(?:publish|Publish|produce)\(/,
  ],
  [
    "calls another service",
    /\bfetch\(|\baxios\b[\w.]*\(|\bhttp\.(?:Get|Post|NewRequest\w*)\(|\bhttp_?[cC]lient\w*\.\w+\(|\brequests\.(?:get|post|put|patch|delete|request)\(|\bFaraday\b|\bHTTParty\b|\bNet::HTTP\b|\breqwest\b|\burlopen\(|\bhttpx\.\w+\(|\bHttpClient\b|\bHttp::\w+\(/,
  ],
  [
    "deletes",
    new RegExp(
      String.raw`\bDELETE FROM\b|\.(?:destroy!?|destroy_all|delete_all|deleteMany|deleteOne|deleteFrom|forceDelete)\b|${store}(?:\(\))?\.(?:\w+\.)?(?:delete|remove|Delete|Remove)\w*\(`,
    ),
  ],
  [
    "writes",
    new RegExp(
      String.raw`\b(?:INSERT INTO|UPDATE\s+\w+\s+SET)\b|\.(?:save!?|create!|insert|insertMany|insertOne|insertInto|insert_all|upsert\w*|updateMany|updateOne|update_all|update!|update_columns?|bulk_create|bulk_update|get_or_create|update_or_create|find_or_create_by!?|persist|saveAndFlush|FirstOrCreate|createMany|toggle!|increment!|touch)\s*[({]|\.(?:save!?|destroy!?)\s*$|${store}(?:\(\))?\.(?:\w+\.)?(?:create|add|insert|update|save|set|put|write|upsert|Create|Insert|Update|Save|Exec|Upsert|Set|Put)\w*\(`,
    ),
  ],
  [
    "writes a file",
    /\bwriteFile\w*\(|\bfs\.write\w*\(|\bos\.(?:WriteFile|Create)\(|\bFile\.write\b|\.write_(?:text|bytes)\(/,
  ],
];

const logging =
  /\b(?:log(?:ger|ging)?|slog|clog|zap|logrus|console|winston|Rails\.logger|Log)(?:\(\))?(?:\.|->|::)(?:debug|info|warn(?:ing)?|error|trace|notice|fatal|critical|log|print\w*|[A-Z]\w*)\s*\(/i;
const quoted = /"(?:[^"\\\n]|\\.){0,400}"|'(?:[^'\\\n]|\\.){0,400}'/g;

/** What a line of code does, as far as the names on it tell; null where they tell nothing. */
export function effectOfLine(line: string): EffectVerb | null {
  const code = line.replace(/(?:^|\s)(?:\/\/|#(?![{[])|--\s).*$/, "");
  if (
    /^\s*(?:\*|\/\*|rescue\b|except\b|raise\b|throw\b|\}?\s*catch\b|def\s|func\s|function\s|async function\s|import\s|export\s)/.test(
      code,
    )
  )
    return null;
  if (logging.test(code)) return null;
  // Texts name clients and messages; of statements of databases they are what is done.
  const bare = code.replaceAll(quoted, '""');
  return effects.find(([verb, pattern]) => pattern.test(/writes$|deletes/.test(verb) ? code : bare))?.[0] ?? null;
}
