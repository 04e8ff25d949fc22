import { config } from "zod";

/**
 * Our content security policy forbids eval; zod would try it when the first schema is made, and the browser would report
 * it on each page load. It stands in the first chunk, because the contract's chunk makes schemas before the app begins.
 */
config({ jitless: true });
