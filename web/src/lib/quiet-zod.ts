import { explainIssue } from "@cairn/contract/input-messages";
import { config } from "zod";

/**
 * Forms show the same plain words as the server for mistakes that the contract has no message of its own for.
 * Our content policy forbids code made from text; zod would try it once and leave a report on the server each time.
 */
config({ jitless: true, customError: explainIssue });
