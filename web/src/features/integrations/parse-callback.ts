import { AppError } from "@cairn/contract/errors";

/** Parameters of the redirect back from the code host. */
export interface CallbackParameters {
  code: string;
  installationId: string;
  state: string;
}

/**
 * Parses the callback query. Nothing of the query is ever shown, because anybody could have made the link.
 * @throws AppError with a message for people when the query is incomplete
 */
export function parseCallback(query: Record<string, string | number | undefined>): CallbackParameters {
  // The router parses numeric values as numbers.
  const text = (name: string) => String(query[name] ?? "");
  const answer = { code: text("code"), installationId: text("installation_id"), state: text("state") };
  if (text("error") !== "") throw refused("GitHub did not allow it, or somebody cancelled it there.");
  if (text("setup_action") === "request") {
    throw refused("An owner of the account on GitHub was asked to allow it. Connect it again once they did.");
  }
  if (answer.state === "") {
    throw refused("This did not start here. Connect the account from the integrations of your organization.");
  }
  if (answer.code === "" || !/^\d{1,20}$/.test(answer.installationId)) {
    throw refused("GitHub did not say which account was chosen.");
  }
  return answer;
}

function refused(message: string): AppError {
  return new AppError("invalid_input", { message });
}
