import { config } from "zod";

/** Our content security policy forbids eval; zod would try it once per page load and cause a violation report. */
config({ jitless: true });
