import { stem } from "./words.ts";

/**
 * What people who use a product call what its documents, screens and settings call otherwise: each line one meaning, with turns of
 * phrase in quotes. What stands before the colon is found by all of the line, what stands behind it finds nothing else. Nothing here is about any
 * one product. Texts for people are searched with them; code has synonyms of its own.
 */
const meanings = [
  // people and who may
  "stranger outsider public anonymous guest unauthenticated 'not logged in' 'not logged-in' 'without an account' 'without account' 'no account' : visitor external non-users unregistered",
  "everybody everyone anyone anybody : public all 'all users'",
  "customer client person people user users somebody someone : member",
  "post posts posted posting send sends sending : publish create",
  "startup 'starts up' 'start up' start starts starting boot : launch",
  "'wrong password' 'wrong passwords' 'bad password' : wrong incorrect invalid failed password attempt attempts lockout throttle throttled",
  "colleague colleagues teammate teammates coworker : member collaborator",
  "boss chief : owner admin administrator manager",
  "admin administrator superuser",
  "'who can see' 'who may see' 'who sees' 'who can read' 'let … see' 'let … change' 'let … edit' : permission permissions owner visibility",
  "'take back' 'taken back' 'take it back' : revoke revoked unshare disable",
  "selection : query queries filter search saved",
  "company companies firm : provider vendor",
  "outside elsewhere : external remote",
  "'file format' 'file formats' 'new format' 'kind of file' 'file type' : parser parsers importer mime",
  "style 'code style' : lint linter linting formatter formatting",
  "push pushed pushes : instant instantly webhook",
  "rights privilege privileges permission permissions 'who may' 'is allowed to' : role access",
  "invite invitation invited : 'ask to join'",
  "register registration signup 'sign up' 'signs up' 'create an account' 'make an account' 'open an account' 'get an account'",
  "login signin 'log in' 'logs in' 'sign in' 'signs in' 'logged in' 'signed in' : authentication authenticate",
  "logout signout 'log out' 'sign out' 'logged out' 'signed out'",
  "ban banned 'kick out' 'throw out' 'get rid of somebody' : block blocked suspend suspended remove",
  "password passphrase passcode",
  "'shut out' 'locked out' 'get back in' 'gets back in' : lock locked lockout unlock",
  "lock locked lockout unlock",
  "forgot forgotten : reset recover recovery",
  "wrong false mistaken : incorrect invalid bad failed mismatch",
  "attempt attempts tries 'try to'",
  "'second step' 'two steps' : two-factor 2fa mfa totp otp authenticator",
  "'close sign-up' 'close registration' 'sign up or stop' 'stop strangers' : disable disabled registration register limit",
  "'text recognition' 'recognize text' 'recognizes text' : ocr",
  "'watched folder' 'drop folder' 'hot folder' scanner scan scanned : consume consumer consumption inotify watch",
  "'inside network' 'internal network' 'inside our network' 'internal addresses' : ssrf blocked loopback",
  "hang hangs hung 'stops answering' 'stop answering' unresponsive : timeout deadline abort error unreachable",
  "'how long … kept' retained retention : purge archive expire days",
  "two-factor 2fa mfa totp otp 'two factor' 'second factor' 'two-step' 'one-time' : authenticator",
  "sso 'single sign-on' 'single sign on' : oidc saml oauth openid ldap",
  "phone smartphone handset mobile : android ios app",
  // time
  "expire expires expiry expiration 'run out' 'runs out' 'no longer valid' lapse 'stop working' : lifetime ttl validity valid days hours",
  "forever permanent permanently indefinitely 'for good' : always kept retention delete deleted",
  "automatic automatically 'by itself' 'on its own' 'by themselves' 'by its own' : scheduled periodic periodically nightly daily regularly",
  "nightly midnight 'every night' 'every day' 'each day' : daily 'once a day' scheduled",
  "regularly 'every so often' recurring : periodic periodically scheduled interval cron",
  "remind reminds reminder reminders : notification notify",
  "notification notifications notify : alert email",
  "overdue late : due deadline",
  "'right away' 'at once' instantly immediately : realtime 'real-time' live",
  // things done
  "tick ticked ticks 'tick off' 'ticked off' 'ticked-off' 'cross off' 'crossed off' : check checked done completed complete",
  "delete deleted remove removed erase 'get rid of' 'throw away' : trash purge",
  "trash bin 'recycle bin' : deleted archive",
  "'saved copy' 'saved copies' 'copy of the page' 'copies of the page' 'copies of web pages' : archive archives archived snapshot",
  "restore restored restoring recover 'bring back' 'brought back' 'taken back' 'get back' 'undo' undelete : revert rollback",
  "backup backups 'back up' 'backed up' : snapshot dump",
  "lose lost loss : overwrite overwritten destructive 'cannot be undone' irreversible",
  "import imported importing importer 'bring … along' 'bring … over' 'take … over' 'move from' 'come from' 'switch from' : migrate migration",
  "export exported 'take … out' 'get … out' 'take … away' : download dump",
  "share shared sharing 'send to others' : publish link public collaborate collaboration collaborator",
  "join joins joined joining : accept member invite collaborator",
  "link links invitation invite : token",
  "track tracks song songs : music audio",
  "hear listen listens : play access",
  "'password again' 'password once more' 're-enter' 'prove who' : reauthenticate elevate elevation elevated sudo confirm 'authentication required'",
  "risky dangerous sensitive : elevate elevated sudo destructive confirm",
  "'threw away' 'throw away' 'by mistake' 'by accident' accidentally : undo restore trash delete deleted recover",
  "'first time' 'very first' 'first login' beforehand : default initial admin username password",
  "username 'user name' login account",
  "person people customer : user account",
  "picture pictures : image images avatar logo icon",
  "device devices : client session",
  "slow late hanging : timeout deadline wait",
  "died dead broken gone : closed disconnect disconnected ping timeout",
  "convert converted converting conversion converter : transcode transcoding ffmpeg format",
  "private secret confidential : hidden restricted",
  "see view visible : viewable read access shown",
  "edit change modify alter : update",
  "copy duplicate clone",
  "twice 'more than once' 'a second time' duplicate duplicated",
  "merge merged combine combined join joined 'put together' 'added together'",
  "'hand over' handover 'give to' : transfer reassign owner",
  "sort order arrange : reorder ordering",
  "attach attached attachment attachments : upload file",
  "picture pictures photo photos image images",
  "print printed printing : pdf",
  "comment comments remark remarks : note discussion reply",
  "rate rating ratings stars",
  "favorite favourite favorites favourites like liked : bookmark starred",
  "follow follows : subscribe subscription",
  "approve approval accept : review moderation confirm",
  "reject refuse refused decline : deny denied forbidden",
  "pay paid payment payments : billing charge invoice subscription",
  "free gratis : trial price",
  "buy purchase : order checkout",
  "refund 'money back'",
  "limit limits 'how many' 'how much' 'how big' 'how large' : maximum max most quota",
  "big large size 'how big' 'how large' : megabytes mb maximum max",
  "tag tags label labels : category categories",
  "languages language translation translations translate translated : locale locales localization i18n",
  "theme 'dark mode' appearance",
  "email emails mail e-mail : smtp",
  "'web address' 'web addresses' url urls link links",
  "website websites site sites webpage 'web page' : url",
  "'other apps' 'other services' 'other tools' 'other programs' 'third party' 'third-party' : integration integrations integrate import importing plugin",
  "app apps program programs : application applications service services source sources",
  "plugin plugins extension extensions addon addons",
  "offline 'no internet' 'without internet' 'without a connection'",
  "install installing installation 'set up' 'set it up' setup 'get it running' 'get this running' 'get … running' : deploy deployment",
  "'my machine' 'own machine' 'my computer' 'own computer' 'my laptop' : local locally development",
  "upgrade upgrading 'new version' 'newer version' : update updating migrate",
  "configure configuration setting settings option options preference preferences",
  "'out of the box' 'if i change nothing' initially : default",
  "'turn on' 'turned on' 'switch on' 'switched on' activate activated enable enabled",
  "'turn off' 'turned off' 'switch off' 'switched off' deactivate deactivated disable disabled",
  "prevent stop forbid forbidden : block restrict disallow disable",
  "network internal intranet : private local",
  "hack hacked hacker attack abuse abused spam : security malicious",
  "'go wrong' 'goes wrong' 'blow up' 'blows up' 'break down' crash crashes fail fails failed : failure error exception",
  "'try again' retry retries : again",
  "history audit 'who did what' 'who changed' : log logs trail activity revision",
  "statistics stats report reports : analytics metrics dashboard",
  "'background jobs' 'background job' : scheduled cron worker scheduler",
  "database databases db",
  "'pull request' 'pull requests' contribute contributing contribution",
  "'database change' 'add a column' 'add a table' migration migrations : schema",
  "document documents documentation docs guide manual",
  "developer developers programmer : contributor",
  "draft drafts unpublished : unfinished",
  "version versions revision revisions : history",
  "moderator moderators : admin role permission privilege",
  "reputation karma rank score points : privilege",
  "presentation slides slideshow : slide present",
  "diagram chart graph flowchart : visualization",
  "hide mask censor : redact obfuscate anonymize private invisible hidden",
  "recorded tracked : audit log history activity",
  "workspace organization organisation team group space",
  "schedule planned : automatic recurring cron",
  "draw drawn display : render show",
  "sync synchronize synchronized : syncs cache",
  "item items entry entries article articles",
  "text texts wording 'texts shown' : strings messages translation translations locale",
];

/** Other words for the same: stems of single words, and turns of phrase as they are written. */
export interface LayWords {
  stems: ReadonlySet<string>;
  phrases: readonly string[];
}

interface LayEntry {
  /** Null for a single word. */
  phrase: string | null;
  stems: readonly string[];
}

interface LayMeaning extends LayWords {
  /** What people say for it; the rest is only said by products. */
  spoken: readonly LayEntry[];
}

/** Words that mean the very same as one, as they are written; empty where there are none. */
export function sameWords(root: string): string[] {
  return meanings.flatMap((line) => {
    const words = (line.split(" : ")[0] ?? "")
      .replaceAll(/'[^']*'/g, "")
      .split(" ")
      .filter(Boolean);
    return words.some((one) => stem(one) === root) ? words : [];
  });
}

const read: readonly LayMeaning[] = meanings.map((line) => {
  const [spoken = "", meant = ""] = line.split(" : ");
  const all = [...entriesIn(spoken), ...entriesIn(meant)];
  return {
    spoken: entriesIn(spoken),
    stems: new Set(all.flatMap(({ phrase, stems }) => (phrase === null ? stems : []))),
    phrases: all.flatMap(({ phrase }) => (phrase === null ? [] : [phrase])),
  };
});

function entriesIn(line: string): LayEntry[] {
  return [...line.matchAll(/'([^']+)'|([\w-]+)/g)].map(([, phrase, word = ""]) => {
    const written = phrase ?? (word.includes("-") ? word : null);
    const words = (written ?? word).split(/[ -]/).filter((one) => one !== "…");
    return { phrase: written, stems: words.map(stem) };
  });
}

/** What else a word of a question may be called; `text` is the whole question, whose turns of phrase count as well. */
export function layWordsFor(root: string, text: string): LayWords {
  const asked = text.toLowerCase();
  const has = ({ spoken }: LayMeaning, isMeant: (entry: LayEntry) => boolean) =>
    spoken.some((entry) => entry.stems.includes(root) && isMeant(entry));
  const phrased = read.filter((one) => has(one, ({ phrase }) => phrase !== null && says(asked, phrase)));
  // A turn of phrase means its own: "shut out" has nothing to do with what is shut.
  const meant = phrased.length > 0 ? phrased : read.filter((one) => has(one, ({ phrase }) => phrase === null));
  return {
    stems: new Set(meant.flatMap(({ stems }) => [...stems])),
    phrases: [...new Set(meant.flatMap(({ phrases }) => phrases))],
  };
}

/** What the turns of phrase of a text mean that have none of its words of `roots`, as "who may". */
export function turnsOfPhrase(text: string, roots: ReadonlySet<string>): LayWords[] {
  const asked = text.toLowerCase();
  return read.filter(({ spoken }) => {
    const said = spoken.filter(({ phrase }) => phrase !== null && says(asked, phrase));
    return said.length > 0 && !spoken.some(({ stems }) => stems.some((root) => roots.has(root)));
  });
}

const patterns = new Map<string, RegExp>();

/** Whether a text in lower case has a turn of phrase as whole words; "…" stands for up to four others. */
export function says(text: string, phrase: string): boolean {
  const known = patterns.get(phrase);
  const pattern = known ?? new RegExp(String.raw`\b${phrase.replace(" … ", String.raw`(?:\s+[\w'-]+){0,4}\s+`)}\b`);
  if (!known) patterns.set(phrase, pattern);
  return pattern.test(text);
}
