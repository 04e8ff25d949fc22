import { useRouterState } from "@tanstack/react-router";

interface SignInFailure {
  message: string;
  /** The originally requested address; undefined when unknown. */
  returnTo: string | undefined;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    signInFailure?: SignInFailure;
  }
}

/**
 * Why the last sign-in failed; undefined when there was none. It is passed in the history state and not in the address:
 * otherwise anybody could craft a link that shows an arbitrary message.
 */
export function useSignInFailure(): SignInFailure | undefined {
  return useRouterState({ select: ({ location }) => location.state.signInFailure });
}
