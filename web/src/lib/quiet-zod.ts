import { config } from "zod";

/** Our content policy forbids code made from text; zod would try it once and leave a report on the server each time. */
config({ jitless: true });
