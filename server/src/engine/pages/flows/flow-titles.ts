import type { IndexedEndpoint } from "#server/code-index/ports/code-index.ts";

/** Words of acts by which people call what a request does. */
const acts = new Set(
  "accept activate add approve archive assign authorize ban block cancel clear clone close complete confirm connect convert copy create deactivate delete deploy detach disable disconnect dismiss download duplicate edit enable execute export finalize finish flag follow forward generate grant import insert install invite join leave link list lock mark merge move notify open pause pin post preview process publish purge put queue rate read reassign rebuild recover refresh register reject release remove rename renew reopen reorder reply report request rescan resend reset resolve restart restore resume retry revert review revoke rotate run save scan schedule send set share sign snooze split star start stop store submit subscribe suspend sync tag test toggle transfer trigger unarchive unassign unban unblock unfollow unlink unlock unmerge unpin unpublish unsubscribe update upgrade upload upsert validate verify view vote withdraw write"
    .split(" "),
); // prettier-ignore
const byMethod: Record<string, string> = {
  POST: "create",
  MUTATION: "create",
  PUT: "change",
  PATCH: "change",
  DELETE: "delete",
};
const instead: Record<string, string> = {
  store: "create",
  insert: "create",
  update: "change",
  edit: "change",
  upsert: "save",
  destroy: "delete",
  put: "change",
  post: "create",
  batch: "change",
};

/** "Creating a note" for `createNote` and for `POST /notes`; the address where neither tells what is done to what. */
export function titleOfRequest({ method, path }: IndexedEndpoint, name: string): string {
  // A function of a file of routes may be called as the method is.
  const words = wordsOf(/^(?:get|post|put|patch|delete)$/i.test(name) ? "" : name)
    .split(" ")
    .filter((word) => word !== "" && !/^(?:admin|api|v\d+|do|on)$/.test(word));
  const nouns = path
    .split("/")
    .filter((part) => /^[a-z][\w-]{2,}$/i.test(part) && !/^(?:api|v\d+|rest|admin|internal)$/i.test(part));
  const [first = "", ...rest] = words;
  const last = words.at(-1) ?? "";
  const verb = actOf(first);
  if (verb !== null && rest.length > 0) return doing(verb, rest.join(" "));
  if (words.length > 1 && actOf(last) !== null) return doing(actOf(last) ?? "", words.slice(0, -1).join(" "));
  const thing = nouns.at(-1) ?? "";
  const act = actOf(wordsOf(thing));
  const above = nouns.at(-2);
  if (act !== null && above !== undefined) return doing(act, singular(wordsOf(above)));
  const [firstOfThing = "", ...restOfThing] = wordsOf(thing).split(" ");
  if (actOf(firstOfThing) !== null && restOfThing.length > 0)
    return doing(actOf(firstOfThing) ?? "", restOfThing.join(" "));
  const [firstAbove = "", ...restAbove] = wordsOf(above ?? "").split(" ");
  if (verb !== null && actOf(firstAbove) !== null && restAbove.length > 0)
    return doing(actOf(firstAbove) ?? "", restAbove.join(" "));
  if (verb !== null && thing !== "" && wordsOf(thing) !== first) return doing(verb, singular(wordsOf(thing)));
  // `POST /hooks/service/:service` makes none.
  const usual = method === "POST" && /[:{<$][^/]*\/?$/.test(path) ? undefined : byMethod[method];
  const isOfMany = (thing.endsWith("s") && singular(thing) !== thing) || /[:{<$][^/]*$/.test(path);
  return usual !== undefined && thing !== "" && isOfMany
    ? doing(usual, singular(wordsOf(thing)))
    : `What ${shownInTitle(method === "ANY" ? path : `${method} ${path}`, 80)} does`;
}

/** Titles are plain text wherever they show, so that what they name stands in them without marks. */
export function shownInTitle(name: string, maxLength: number): string {
  return name.length > maxLength ? `${name.slice(0, maxLength - 1)}…` : name;
}

function actOf(word: string): string | null {
  const act = instead[word] ?? word;
  return acts.has(act) || act === "change" ? act : null;
}

function doing(verb: string, thing: string): string {
  const isMany = /(?:[^s]s|ies)$/.test(thing) && !/(?:us|is)$/.test(thing);
  const isNamed =
    isMany || thing.includes(" of ") || /^(?:to|from|all|own|by|for)\b/.test(thing) || uncounted.test(thing);
  const article = isNamed ? "" : /^[aeiou](?!ser|ni)/.test(thing) ? "an " : "a ";
  const text = `${gerund(verb)} ${article}${thing}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const uncounted =
  /(?:password|info|data|content|config|configuration|metadata|access|status|ownership|preservation|mail|feedback|settings|history)$/;

function gerund(verb: string): string {
  if (/(?:[^aeiou]e|ue)$/.test(verb)) return `${verb.slice(0, -1)}ing`;
  if (
    /^(?:stop|run|ban|set|put|pin|unpin|tag|flag|star|scan|rescan|unban|submit|split|get|cut|drop|map|plan|ship|snap)$/.test(
      verb,
    )
  )
    return `${verb}${verb.at(-1) ?? ""}ing`;
  return `${verb}ing`;
}

function singular(text: string): string {
  if (text.endsWith("ies")) return `${text.slice(0, -3)}y`;
  if (/(?:ss|us|is|news)$/.test(text)) return text;
  if (/(?:ches|shes|sses|xes|zes)$/.test(text)) return text.slice(0, -2);
  return text.replace(/s$/, "");
}

/** "createNote", "create_note" and "CreateNoteHandler" as words in small letters. */
export function wordsOf(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z]+)(?=[A-Z][a-z])/g, "$1$3 $2")
    .replaceAll(/[_\W]+/g, " ")
    .replace(/\b(?:Handler|Controller|Async|Job|Worker|Task|Command)$/i, "")
    .trim()
    .toLowerCase();
}
