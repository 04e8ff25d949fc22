import { explainIssue } from "@cairn/contract/input-messages";
import { config } from "zod";

/** Forms show the same plain words as the server for mistakes that the contract has no message of its own for. */
config({ customError: explainIssue });
