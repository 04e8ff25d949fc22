import { explainIssue } from "@cairn/contract/input-messages";
import { config } from "zod";

/**
 * Forms show the same plain words as the server for mistakes that the contract has no message of its own for.
 * Our content security policy forbids eval; zod would try it once per page load and cause a violation report.
 */
config({ jitless: true, customError: explainIssue });
