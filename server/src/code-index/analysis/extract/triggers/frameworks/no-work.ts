/**
 * Words of functions that keep a connection alive, wait, show how far something is, or take what comes: what they do
 * again and again is no work of its own.
 */
export const noWork =
  /\b(?:stream|connect|reconnect|listen|serve\b|server\b|wait|keep ?alive|ping\b|socket|progress|spin|retry|until|execute$|draw|render|animat|typing|read\b|recv|receive|subscri|stdin|input|prompt|login|auth|download|upload|request|throttle|limit|demo|sample|handle \w)/i;
