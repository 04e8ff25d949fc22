import type { Statement } from "#server/engine/evidence/cited-text.ts";
import { stemsOf } from "#server/engine/intent/words.ts";

import { changed, maxDescriptionLength, minDescriptionLength, refused, type DescriptionChange } from "./description.ts";
import type { MaterialBlock } from "./gather-material.ts";
import { joinBlocks, list, prose, splitBlocks, type TextBlock } from "./text-blocks.ts";

/** Default length of a description, in characters. */
const usualLength = 1200;
/** With so many characters said in plain words, those of the trade can be left out. */
const enoughLength = 300;
/** A statement with this share of its words already in the text is not repeated. */
const saidShare = 0.75;
/** What "longer" adds at most, in characters. */
const moreLength = 700;

/** A description out of what the code says; `wanted` is its length in characters. */
export function compose(material: readonly MaterialBlock[], before: string, wanted: number | null): DescriptionChange {
  const limit = Math.min(maxDescriptionLength, Math.max(minDescriptionLength, wanted ?? usualLength));
  const plain = take(
    material.filter(({ isTechnical }) => !isTechnical),
    { existing: "", budget: limit },
  );
  const isEnough = joinBlocks(plain.blocks).length >= Math.min(enoughLength, limit / 2);
  const { blocks, evidence } = isEnough ? plain : take(material, { existing: "", budget: limit });
  const text = joinBlocks(blocks);
  if (text.length < minDescriptionLength) {
    const little = text === "" ? "nothing I could prove" : `only this: “${text}”`;
    return refused(
      before,
      `The code says ${little} about what the product is for, which is too little for a description.`,
    );
  }
  return changed(text, before === "" ? "wrote a description" : "wrote the description anew", evidence);
}

/** Says what the code says and the text does not say yet. */
export function lengthen(material: readonly MaterialBlock[], text: string): DescriptionChange {
  const budget = Math.min(moreLength, maxDescriptionLength - text.length - 2);
  const { blocks, evidence } = take(material, { existing: text, budget });
  if (blocks.length === 0) {
    return refused(
      text,
      "The code says nothing more I could prove. Tell me what is missing in your own words, for example: add “Crews use it offline.”",
    );
  }
  return changed(joinBlocks([...splitBlocks(text), ...blocks]), "added what the code says beside it", evidence);
}

/** As much as fits, in order; a list is cut after an item, a paragraph after a sentence. */
function take(
  material: readonly MaterialBlock[],
  { existing, budget }: { existing: string; budget: number },
): { blocks: TextBlock[]; evidence: Statement[] } {
  const blocks: TextBlock[] = [];
  const evidence: Statement[] = [];
  const known = new Set(stemsOf(existing));
  let left = budget;
  for (const { lead, statements } of material) {
    const found: Statement[] = [];
    let length = lead === null ? 2 : lead.length + 4;
    for (const statement of statements) {
      if (isSpeakable(statement.text, known)) continue;
      const more = statement.text.length + (lead === null ? 1 : 3);
      if (length + more > left) break;
      found.push(statement);
      length += more;
    }
    if (found.length === 0 || (lead !== null && found.length < 2)) continue;
    const texts = found.map(({ text }) => text);
    blocks.push(...(lead === null ? [prose(...texts)] : [prose(lead), list(texts)]));
    evidence.push(...found);
    for (const stem of stemsOf(texts.join(" "))) known.add(stem);
    left -= length;
  }
  return { blocks, evidence };
}

function isSpeakable(text: string, known: ReadonlySet<string>): boolean {
  const stems = [...new Set(stemsOf(text).filter((stem) => stem.length > 3))];
  return (
    known.size > 0 && stems.length > 0 && stems.filter((stem) => known.has(stem)).length >= stems.length * saidShare
  );
}
