import { lastPart } from "./code-places.ts";

interface StartedLanguage {
  /** What is told where no framework is known. */
  name: string;
  /** Files in which a program of it may begin. */
  files: RegExp;
}

const languages: readonly (StartedLanguage & { programs: RegExp })[] = [
  { name: "Node.js", programs: /^(?:node(?:js)?|npm|npx|yarn|pnpm|tsx|pm2(?:-\w+)?|nodemon)$/, files: /\.(?:[cm]?[jt]sx?|json)$/ },
  { name: "Python", programs: /^(?:python[\d.]*|gunicorn|uvicorn|daphne|hypercorn|granian|celery|waitress-serve|flask|fastapi)$/, files: /\.py$/ },
  { name: "Ruby", programs: /^(?:ruby|bundle|rails|puma|unicorn|sidekiq|rackup)$/, files: /\.(?:rb|ru)$/ },
  { name: "PHP", programs: /^(?:php[\d.]*|php-fpm[\d.]*|apache2-foreground|frankenphp)$/, files: /\.php$/ },
  { name: "Java", programs: /^java$/, files: /\.(?:java|kt|scala|groovy)$/ },
  { name: ".NET", programs: /^dotnet$/, files: /\.(?:cs|fs|\w+proj)$/ },
  { name: "Elixir", programs: /^(?:mix|elixir|iex)$/, files: /\.exs?$/ },
]; // prettier-ignore

/** What stands in front of the program itself. */
const around = /^(?:exec|env|tini|dumb-init|su-exec|gosu|time|nice|--|-\w*|\/init|catatonit|\w+=\S*)$/;

/** The language of the program that one of these commands starts; null where none says it. */
export function startedLanguage(commands: readonly (string | null)[]): StartedLanguage | null {
  for (const command of commands) {
    const words = (command ?? "").split(/\s+/).slice(0, 8).map(lastPart);
    const program = words.find((word) => word !== "" && !around.test(word));
    const found = languages.find(({ programs }) => program !== undefined && programs.test(program));
    if (found !== undefined) return found;
  }
  return null;
}
