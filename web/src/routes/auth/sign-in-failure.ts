import { useRouterState } from "@tanstack/react-router";

interface SignInFailure {
  message: string;
  /** Where one wanted to go; undefined when that is not known any more. */
  returnTo: string | undefined;
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    signInFailure?: SignInFailure;
  }
}

/**
 * Why the sign-in before this screen failed; undefined when there was none. It travels in the history of the tab and not
 * in the address: otherwise anybody's link could show people any sentence in our name.
 */
export function useSignInFailure(): SignInFailure | undefined {
  return useRouterState({ select: ({ location }) => location.state.signInFailure });
}
