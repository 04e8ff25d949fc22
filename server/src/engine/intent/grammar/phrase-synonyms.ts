import type { Vocabulary } from "./compile-pattern.ts";
import { compilePhrase } from "./intent-grammar.ts";

const vocabulary: Vocabulary = {
  wordClasses: {
    digits: /\d+/,
    /** How many of them there are is counted, and no limit. */
    counted: ["(tables|entities|schemas|endpoints|routes|dependencies|deps|libraries|frameworks)"],
    /** "over 5 MB". */
    amount: /\d+\s?(?:[kmg]b|seconds|minutes)\b/i,
    "c-key": /ctrl[- +]?c\b/i,
    sets: ["(set|sets|configure|configures|say|says|pass|passes|give|gives)"],
  },
};

/** Turns of phrase that mean one thing, after the words that code has for it, the likeliest first; "" for none. */
const phrases: readonly (readonly [string, ...string[]])[] = [
  ["limit exceed", "too (many|much|often|large|big|long|fast)", "more than (allowed|@digits)", "over &(@amount)"],
  ["limit size max count", "how !(many ~1 @counted !(may|can|could|should|must)) (many|much|big|large)"],
  [
    "expire ttl stale lifetime",
    "how long &(... (kept|keep|remembered|stored|stay[s]|remain[s]|live[s]|valid))",
    "(kept|keep|stay[s]) around",
    "so long that",
    "(nobody|no one) [_] (want[s]|need[s]) ~3 (any more|anymore)",
    "too late",
  ],
  ["timeout duration expire interval delay", "how (long|soon|late)", "take[s] (ages|forever|(too|so|very) long)"],
  ["interval rate percent", "how (often|frequently)"],
  [
    "retry redeliver requeue repeat",
    "(try|tries|tried|trying|run|runs|send|sent|done|do|start|started|deliver*) [it|them] (again|once more|anew|second time|a second time)",
  ],
  ["permanent", "gone for good", "for good", "for ever", "forever", "irrevocabl(e|y)", "once and for all"],
  ["reject", "(turn|turns|turned|turning|send|sends|sending|sent) [_] away"],
  ["discard reject drop", "(throw|threw|throws|thrown) ~3 away"],
  ["requeue restore return", "(put|puts|putting) [_] back"],
  ["login", "(log|logs|logged|logging|sign|signs|signed|signing) in", "(log|sign)-in"],
  ["logout", "(log|logs|logged|logging|sign|signs|signed|signing) out", "(log|sign)-out"],
  ["signup register registration", "(sign|signs|signed|signing) up"],
  ["otp totp passcode", "one-time (code[s]|password[s]|passcode[s])", "one time (code[s]|password[s]|passcode[s])"],
  ["concurrent parallel group", "at the same time", "at once", "in parallel", "simultaneously", "side by side"],
  ["sequential chain serial order", "one after (the other|another)", "one by one", "in a row"],
  ["all bulk batch", "in one go", "all at once"],
  ["invalid", "not (valid|correct|well formed|well-formed)"],
  ["forbidden allow deny", "not (allowed|permitted)"],
  ["idle timeout", "(send|sends|does|do|say|says) nothing", "for a long time"],
  ["unavailable", "not available"],
  ["variables", "env[ironment] var[iable][s]"],
  ["background", "in the background"],
  ["disable", "(switch|switches|switched|switching|turn|turns|turned|turning) [it|them|that|this] off"],
  ["enable", "(switch|switches|switched|switching|turn|turns|turned|turning) [it|them|that|this] on"],
  ["cancel abort fail give", "(give|gives|giving|given) [it] up", "gave up"],
  [
    "default",
    "by default",
    "out of the box",
    "when (i|we|you|nobody|nothing) [_] @sets [up] [nothing]",
    "(if|when) (i|we|you) @sets [up] nothing",
    "unless (i|we|you|told|somebody) [say|said|set] (otherwise|something else)",
    "(never|not) (set|configured) [anything]",
  ],
  ["exceed limit full", "(is|are|get[s]|become[s]|run[s]) (full|out of)"],
  ["memory limit", "out of (memory|ram)"],
  ["unavailable unhealthy fail down", "(is|are|goes|went) (down|offline|unreachable)"],
  [
    "connect unavailable unreachable",
    "(cannot|can't|can not|could not|couldn't) be (reached|contacted)",
    "(isn't|is not|aren't|are not) [yet] (up|reachable) [yet]",
  ],
  ["any wildcard fallback", "catch all", "catch-all"],
  ["notfound 404 missing", "not found", "not-found"],
  [
    "disconnect abort close cancel broken pipe",
    "(hang|hangs|hung|hanging) [_] up",
    "(close|closes|closed|closing) (the|their|his|her|a) (tab|window|browser|page|laptop)",
    "(go|goes|gone|going) away",
    "walk[s|ed] away",
  ],
  ["proxy forwarded balancer", "load balancer[s]", "load-balancer[s]", "(reverse proxy|reverse-proxy|reverse proxies|reverse-proxies)"], // prettier-ignore
  ["ip forwarded remote address", "(real|true|actual) [_] (address|ip)"],
  ["main thread executor handler looper dispatch", "(ui|main|gui) thread"],
  ["sigint interrupt signal", "@c-key"],
  ["active running inflight pending", "still (under way|running|in flight|busy)", "under way", "in flight"],
  ["timeout truncate abort limit", "(cut|cuts|cutting) ~3 off"],
  ["listing readdir directory browse", "list of [the] files", "directory listing"],
  ["mock fake stub", "made up", "(stand in|stand-in|stand ins|stand-ins)"],
  ["path segment url param", "part[s] of [the|a|an] (url|address)", "piece of [the|a|an] (url|address)"],
  ["session cookie token", "stay[s] (logged|signed) in", "remember me"],
  [
    "origin cors csrf cross",
    "other (domain[s]|site[s]|website[s]|origin[s])",
    "another (domain|site|website|origin)",
    "cross (domain|site|origin)",
    "cross-domain",
    "cross-site",
    "cross-origin",
  ],
  ["attachment download save", "(save[s]|store[s]|keep[s]) ~2 to disk", "instead of (showing|displaying|opening) it"],
  ["keepalive alive ping heartbeat", "(keep|keeps|keeping) alive", "keep-alive", "kept alive"],
  ["upstream backend proxy", "(machine[s]|server[s]|host[s]|computer[s]) behind (it|us|them)"],
  ["ignore exclude skip omit", "(leave|leaves|left|leaving) ~2 out"],
  ["ensure check", "make[s] sure"],
  ["remove delete discard", "(get|gets|got) rid of"],
  ["newline", "line break[s]", "newline[s]", "new line[s]"],
  ["case insensitive lower upper", "upper and lower case", "capital letter[s]", "small letter[s]"],
  ["schedule cron periodic", "run[s|ning] on [_] [a] schedule"],
  ["track record", "keep[s|ing] track"],
  ["", "take[s|n] care", "took care"],
  ["detect resolve get", "find[s] out", "figure[s] out", "work[s] out"],
  ["allow pass skip", "let[s|ting] [_] through"],
  ["memory max limit", "(eat[s]|use[s]|take[s]|consume[s]) [up] too much (memory|ram)"],
];

/** In the order of replacement. */
export const phraseSynonyms: readonly (readonly [RegExp, string])[] = phrases.map(([means, ...patterns]) => [
  compilePhrase(patterns, vocabulary),
  means,
]);
