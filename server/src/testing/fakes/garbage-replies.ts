import type { ModelReply } from "./model-server.ts";

/** What a bad model, or something that is none, answers with. */
export interface Garbage {
  name: string;
  /** In order; the last one stays. */
  replies: readonly ModelReply[];
}

const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const frame = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const delta = (content: unknown, finishReason: string | null = null) =>
  frame({ id: "1", model: "fake", choices: [{ index: 0, delta: content, finish_reason: finishReason }] });
const done = "data: [DONE]\n\n";

const stream = (body: string | Buffer, contentType = "text/event-stream"): ModelReply => {
  return { kind: "raw", status: 200, contentType, body };
};
const refusal = (status: number, body = "{}", contentType = "application/json"): ModelReply => {
  return { kind: "raw", status, contentType, body };
};
const call = (name: string, json: string, id = "a") => ({ id, name, arguments: json });
const calls = (...list: ReturnType<typeof call>[]): ModelReply => ({ kind: "tool-calls", calls: list });

/** Never to be shown to anybody: the kind of thing vendors put into their own error texts. */
export const vendorSecret = "sk-canary-in-a-vendors-text";

/** One 50 MB buffer for all that use it. */
const fiftyMegabytes = Buffer.alloc(50_000_000, "x");

export const garbageReplies: readonly Garbage[] = [
  { name: "an empty body", replies: [stream("")] },
  { name: "no content at all", replies: [refusal(204, "")] },
  { name: "an answer without a word", replies: [{ kind: "text", pieces: [] }] },
  { name: "an answer of blanks", replies: [{ kind: "text", pieces: [" ", "\n", "\t"] }] },
  { name: "a page of HTML", replies: [stream("<!doctype html><h1>Gateway</h1>", "text/html")] },
  { name: "HTML as events", replies: [stream("<!doctype html>\n<h1>Gateway</h1>\n\n")] },
  { name: "bytes that are no UTF-8", replies: [stream(Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0x0a, 0x0a]))] },
  { name: "half a frame of JSON", replies: [stream('data: {"choices":[{"del\n\n')] },
  { name: "frames of another schema", replies: [stream(frame({ choices: "none" }) + frame({ answer: 42 }) + done)] },
  {
    name: "a whole answer where a stream was asked for",
    replies: [stream('{"choices":[{"message":{"content":"Hi"}}]}', "application/json")],
  },
  { name: "50 MB in one line", replies: [stream(Buffer.concat([Buffer.from("data: "), fiftyMegabytes]))] },
  {
    name: "50 MB in one word",
    replies: [
      stream(
        Buffer.concat([
          Buffer.from(`data: {"id":"1","choices":[{"index":0,"delta":{"content":"`),
          fiftyMegabytes,
          Buffer.from(`"}}]}\n\n${done}`),
        ]),
      ),
    ],
  },
  {
    name: "an answer that never ends to grow",
    replies: [{ kind: "text", pieces: Array.from({ length: 300 }, () => "words ".repeat(200)) }],
  },
  {
    name: "thoughts that never end",
    replies: [stream(delta({ reasoning_content: "hm ".repeat(2_000) }).repeat(60) + done)],
  },
  { name: "JSON 100,000 deep", replies: [stream(`data: {"choices":${deep(100_000)}}\n\n${done}`)] },
  {
    name: "a frame that reaches for the prototype",
    replies: [
      stream(
        `data: {"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"choices":[{"delta":{"content":"x"}}]}\n\n${done}`,
      ),
    ],
  },
  {
    name: "arguments that reach for the prototype",
    replies: [
      calls(
        call("search_code", '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"query":"x"}'),
      ),
    ],
  },
  { name: "a tool that does not exist", replies: [calls(call("delete_organization", "{}"))] },
  { name: "arguments that are no JSON", replies: [calls(call("search_code", '{"query": "pi'))] },
  { name: "arguments of the wrong shape", replies: [calls(call("search_code", '{"query": {"$ne": null}}'))] },
  { name: "arguments 100,000 deep", replies: [calls(call("search_code", `{"query":${deep(100_000)}}`))] },
  { name: "look-ups without end", replies: [calls(call("search_code", '{"query":"delay"}'))] },
  {
    name: "calls with the same id",
    replies: [calls(call("search_code", '{"query":"delay"}', "same"), call("search_code", '{"query":"boat"}', "same"))],
  },
  {
    name: "500 look-ups at once",
    replies: [calls(...Array.from({ length: 500 }, (_, at) => call("search_code", '{"query":"delay"}', `c${at}`)))],
  },
  { name: "status 429", replies: [refusal(429)] },
  { name: "status 500", replies: [refusal(500, vendorSecret, "text/plain")] },
  {
    name: "status 401",
    replies: [refusal(401, JSON.stringify({ error: { message: `Incorrect key ${vendorSecret}` } }))],
  },
  { name: "status 404", replies: [refusal(404, "<h1>nginx</h1>", "text/html")] },
  { name: "status 400", replies: [refusal(400, JSON.stringify({ error: { message: vendorSecret } }))] },
  { name: "a redirect into the network", replies: [refusal(302, "")] },
  { name: "another content type", replies: [stream("PK\u0003\u0004 not a stream", "application/zip")] },
  { name: "[DONE] missing", replies: [{ kind: "unfinished", pieces: ["Half an"] }] },
  { name: "an answer cut at its length", replies: [{ kind: "text", pieces: ["Half an"], endsAs: "length" }] },
  { name: "an answer that was withheld", replies: [stream(delta({ content: "" }, "content_filter") + done)] },
  { name: "an end nobody knows", replies: [stream(delta({ content: "Half an" }) + delta({}, "solar_flare") + done)] },
  {
    name: "an error in mid-stream",
    replies: [stream(delta({ content: "Half an" }) + frame({ error: { message: vendorSecret } }))],
  },
  {
    name: "characters no database keeps",
    replies: [
      stream(
        `data: {"id":"1","choices":[{"index":0,"delta":{"content":"a\\u0000b\\ud800c"},"finish_reason":null}]}\n\n${delta({}, "stop")}${done}`,
      ),
    ],
  },
];
