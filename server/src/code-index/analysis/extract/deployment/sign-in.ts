import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt, lineText } from "#server/code-index/analysis/text/source-text.ts";
import type { ClientFact } from "#server/code-index/ports/deployment-facts.ts";

import { technologyOfSignIn } from "./technologies/outside-services.ts";

interface SignInLibrary {
  library: string;
  /** Words of which a text holds one where the pattern matches, in lower case. */
  words: string;
  /** Group 1 is what the library calls the provider. */
  pattern: RegExp;
  example: string;
}

/** How libraries for signing in name the providers that a program uses. Each example names GitHub. */
export const signInLibraries: readonly SignInLibrary[] = [
  { library: "OmniAuth", words: "provider", pattern: /^\s*(?:config\.)?provider\s*\(?\s*:(\w+)/, example: "provider :github, key, secret" },
  { library: "Devise", words: "omniauth", pattern: /\bconfig\.omniauth\s*\(?\s*:(\w+)/, example: "config.omniauth :github, key, secret" },
  { library: "django-allauth", words: "allauth", pattern: /allauth\.socialaccount\.providers\.(\w+)/, example: '"allauth.socialaccount.providers.github",' },
  { library: "Python Social Auth", words: "social_core", pattern: /["']social_core\.backends\.(\w+)\./, example: '"social_core.backends.github.GithubOAuth2",' },
  { library: "Auth.js", words: "next providers", pattern: /["'](?:next-auth|@auth\/\w+)\/providers\/([\w-]+)["']/, example: 'import GitHub from "next-auth/providers/github"' },
  { library: "Better Auth", words: "socialproviders", pattern: /\bsocialProviders:\s*\{\s*(\w+)\s*:/, example: "socialProviders: { github: { clientId } }" },
  { library: "Passport", words: "passport", pattern: /["']passport-([\w-]+?)(?:-oauth2?0?)?["']/, example: 'import { Strategy } from "passport-github2"' },
  { library: "Ueberauth", words: "ueberauth", pattern: /\bUeberauth\.Strategy\.(\w+)/, example: "github: {Ueberauth.Strategy.Github, []}" },
  { library: "Assent", words: "assent", pattern: /\bAssent\.Strategy\.(\w+)/, example: "strategy: Assent.Strategy.Github" },
  { library: "oauth2 of Go", words: "oauth2", pattern: /"golang\.org\/x\/oauth2\/(\w+)"/, example: '"golang.org/x/oauth2/github"' },
  { library: "Goth", words: "goth", pattern: /"github\.com\/markbates\/goth\/providers\/(\w+)"/, example: '"github.com/markbates/goth/providers/github"' },
  { library: "Socialite", words: "socialite", pattern: /\bSocialite::(?:driver|with)\(\s*['"]([\w-]+)['"]/, example: "return Socialite::driver('github')->redirect();" },
  { library: "Socialite Providers", words: "socialiteproviders", pattern: /\bSocialiteProviders\\(\w+)\\/, example: "use SocialiteProviders\\GitHub\\Provider;" },
  { library: "Spring Security", words: "registration", pattern: /\bclient\.registration\.([\w-]+)\.client-?[iI]d\b/, example: 'environment.getProperty("spring.security.oauth2.client.registration.github.client-id")' },
]; // prettier-ignore

export const signInWords: readonly string[] = [...new Set(signInLibraries.flatMap(({ words }) => words.split(" ")))];

/** Who signs people in, by the lines that say so. `found` has where the words of the libraries stand. */
export function extractSignIns(
  source: SourceText,
  found: ReadonlyMap<string, number[]>,
  isRead: (line: number) => boolean,
): ClientFact[] {
  return signInLibraries.flatMap(({ words, pattern }) => {
    const lines = new Set(
      words
        .split(" ")
        .flatMap((word) => found.get(word) ?? [])
        .map((at) => lineAt(source, at)),
    );
    return [...lines].flatMap((line): ClientFact[] => {
      const provider = isRead(line) ? pattern.exec(lineText(source, line))?.[1] : undefined;
      const technology = provider === undefined ? null : technologyOfSignIn(provider);
      return technology === null ? [] : [{ technology: technology.name, line, isOption: false }];
    });
  });
}
