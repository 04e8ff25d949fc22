import type { LineCondition } from "#server/engine/text/line-conditions.ts";

import type { FlowEffect, FollowedBody } from "./followed-flow.ts";

/** No flow is followed deeper. */
const deepest = 5;

/** Each line once, in the order in which it is reached. What is done where something failed is no end that it leads to. */
export function effectsBelow(root: FollowedBody, depth = deepest): FlowEffect[] {
  const seen = new Map<FollowedBody, boolean>();
  const found = new Map<string, FlowEffect>();
  const walk = (body: FollowedBody, left: number, isSure: boolean): void => {
    // What is reached for certain in another way is looked at once more.
    if (seen.has(body) && (seen.get(body) === true || !isSure)) return;
    seen.set(body, isSure);
    for (const event of body.events) {
      if (event.conditions.some(isOfFailure)) continue;
      const sure = isSure && event.conditions.every(({ kind }) => kind === "each" || kind === "end");
      if (event.kind === "effect") {
        const key = `${event.effect.path}:${event.effect.line}`;
        // Of what is deleted in a loop there may be nothing.
        const isLoop = event.effect.verb === "deletes" && event.conditions.some(({ kind }) => kind === "each");
        if (isLoop) found.set(key, { ...event.effect, mayBe: true });
        else if (sure || !found.has(key)) found.set(key, sure ? event.effect : { ...event.effect, mayBe: true });
      }
      if (event.kind === "call" && event.inside !== null && left > 0) walk(event.inside, left - 1, sure);
    }
  };
  walk(root, depth, true);
  return [...found.values()];
}

function isOfFailure({ kind, text, isEarlier }: LineCondition): boolean {
  return (
    isEarlier !== true &&
    (kind === "failure" || (kind === "if" && /^\(?(?:\w+ :?= [^;]{1,200}; )?err\w* != nil\)?$/.test(text)))
  );
}
