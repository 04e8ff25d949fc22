/** Instructions that people write for agents. */
export const agentFile = /(?:^|\/)(?:agents|claude|gemini|copilot-instructions)\.md$/i;

/** Words to an agent about whoever it talks with, about what it says, and about its tools: no rules for the code. */
export const toAgents =
  /\b(?:ask|tell|inform|remind|warn|show|confirm with) (?:them|the user)\b|\bthe user(?:['’]s)? (?:asks?|asked|wants?|says?|requests?|doesn|does|explicitly|approv\w+|permission|request)|\byour (?:replies|reply|responses?|answers?|explanations?|knowledge|training)\b|\byou(?:['’]re| are) (?:an? )?(?:\w+ )?(?:agent|assistant|expert|language model)\b|\b(?:MCP|`[\w-]+` tool)\b/i;

/** A tool's own tag or comment on a line of its own, by which it finds its section again to write it anew. */
const opensSection =
  /^\s*(?:<([a-z]\w*(?:-\w+)+)>|<!--\s*(?:begin|start)\b[:\s-]*([\w:.-]*).*-->|<!--\s*([\w:.-]+)(?:\s[\w\s:.-]*?)?[\s:_-](?:begin|start)\s*-->)\s*$/i;

/** The lines of a document, those that a tool put there left blank, so that their numbers stay. */
export function withoutVendors(lines: readonly string[]): string[] {
  const own = [...lines];
  for (let at = 0; at < own.length; at += 1) {
    const [opening, tag] = opensSection.exec(own[at] ?? "") ?? [];
    if (opening === undefined) continue;
    const isEnd =
      tag === undefined
        ? (line: string) => /^\s*<!--.*\b(?:end|stop)\b.*-->\s*$/i.test(line)
        : (line: string) => line.trim() === `</${tag}>`;
    const end = own.findIndex((line, position) => position > at && isEnd(line));
    if (end < 0) continue;
    own.fill("", at, end + 1);
    at = end;
  }
  return own;
}

/** "Laravel - A PHP Framework For Web Artisans": what a framework writes above files that it makes. */
const ofFramework =
  /^([A-Z][\w.]*)(?:\s?\(tm\))?\s*[-–—:]\s*(?:an? |the )?(?:[\w-]+ ){0,4}framework\b|^This file is part of the (Symfony|Laravel|Yii|CakePHP|CodeIgniter)\b/i;

/** Whether a file's first comment is its framework's; of the framework's own repository it is its own. */
export function isOfFramework(header: string, repository: string): boolean {
  const [found, first, second] = ofFramework.exec(header) ?? [];
  return found !== undefined && !repository.toLowerCase().includes((first ?? second ?? "").toLowerCase());
}
