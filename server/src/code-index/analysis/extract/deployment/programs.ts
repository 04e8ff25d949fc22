import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt } from "#server/code-index/analysis/text/source-text.ts";
import type { ProgramFact } from "#server/code-index/ports/deployment-facts.ts";

interface ProgramRule {
  framework: string;
  languages: readonly string[];
  duty: ProgramFact["duty"];
  /** Stands in the text wherever the pattern matches: others are not searched. */
  literal: string;
  /** What the file that starts such a program holds. */
  pattern: RegExp;
  /** Also needed for it to be one. */
  also?: RegExp;
  example: string;
}

/** How programs begin: the file that is started, or that declares the application. */
export const programRules: readonly ProgramRule[] = [
  { framework: "Go", languages: ["go"], duty: "program", literal: "func main()", pattern: /^func main\(\)/m, also: /^package main\b/m, example: "package main\n\nfunc main() {\n}\n" },
  { framework: "Spring Boot", languages: ["java", "kotlin"], duty: "web", literal: "@SpringBootApplication", pattern: /^@SpringBootApplication\b/m, example: "@SpringBootApplication\npublic class Boats {}\n" },
  { framework: "Quarkus", languages: ["java", "kotlin"], duty: "web", literal: "@QuarkusMain", pattern: /^@QuarkusMain\b/m, example: "@QuarkusMain\npublic class Boats {}\n" },
  { framework: "ASP.NET", languages: ["xml"], duty: "web", literal: "Microsoft.NET.Sdk.Web", pattern: /<Project\s+Sdk="Microsoft\.NET\.Sdk\.Web"/, example: '<Project Sdk="Microsoft.NET.Sdk.Web">\n</Project>\n' },
  { framework: ".NET worker", languages: ["xml"], duty: "worker", literal: "Microsoft.NET.Sdk.Worker", pattern: /<Project\s+Sdk="Microsoft\.NET\.Sdk\.Worker"/, example: '<Project Sdk="Microsoft.NET.Sdk.Worker">\n</Project>\n' },
  { framework: "Rails", languages: ["ruby"], duty: "web", literal: "Rails::Application", pattern: /^\s*class Application < Rails::Application/m, example: "module Boats\n  class Application < Rails::Application\n  end\nend\n" },
  { framework: "Django", languages: ["python"], duty: "web", literal: "sgi_application()", pattern: /^\s*application\s*=\s*get_[aw]sgi_application\(\)/m, example: "application = get_wsgi_application()\n" },
  { framework: "FastAPI", languages: ["python"], duty: "web", literal: "FastAPI(", pattern: /^\s*\w+(?:\s*:\s*FastAPI)?\s*=\s*FastAPI\(/m, example: "app = FastAPI()\n" },
  { framework: "Flask", languages: ["python"], duty: "web", literal: "Flask(__name__", pattern: /^\s*\w+\s*=\s*Flask\(__name__/m, example: "app = Flask(__name__)\n" },
  { framework: "Celery", languages: ["python"], duty: "worker", literal: "Celery(", pattern: /^\s*\w+\s*=\s*Celery\(/m, example: 'app = Celery("boats")\n' },
  { framework: "Laravel", languages: ["php"], duty: "web", literal: "Application", pattern: /\bApplication::configure\(|new Illuminate\\Foundation\\Application\(/, example: "<?php\nreturn Application::configure(basePath: dirname(__DIR__))\n" },
  { framework: "Symfony", languages: ["php"], duty: "web", literal: "BaseKernel", pattern: /class Kernel extends BaseKernel/, example: "<?php\nclass Kernel extends BaseKernel\n{\n}\n" },
  { framework: "Phoenix", languages: ["elixir"], duty: "web", literal: "Phoenix.Endpoint", pattern: /^\s*use Phoenix\.Endpoint\b/m, example: "defmodule Web.Endpoint do\n  use Phoenix.Endpoint, otp_app: :boats\nend\n" },
  { framework: "NestJS", languages: ["typescript"], duty: "web", literal: "NestFactory", pattern: /\bNestFactory\.create(?:<[^<>()]{1,80}>)?\(/, example: "const app = await NestFactory.create(AppModule)\n" },
  { framework: "Next.js", languages: ["javascript", "typescript", "json"], duty: "web", literal: "next start", pattern: /"start"\s*:\s*"(?:[^"]{0,80}\s)?next start\b/, example: '{ "scripts": { "start": "next start" } }\n' },
  { framework: "Node.js", languages: ["typescript", "javascript"], duty: "web", literal: ".listen(", pattern: /^\s*(?:await )?(?:app|server|fastify|http|httpServer)\.listen\(/m, example: "app.listen(3000)\n" },
  { framework: "Kotlin", languages: ["kotlin"], duty: "program", literal: "fun main(", pattern: /^(?:suspend )?fun main\(/m, example: "fun main(args: Array<String>) {\n}\n" },
  { framework: "Java", languages: ["java"], duty: "program", literal: "void main(", pattern: /^\s*public static void main\(\s*(?:final )?String/m, example: "public class Boats {\n    public static void main(String[] args) {\n    }\n}\n" },
  { framework: "Rust", languages: ["rust"], duty: "program", literal: "fn main()", pattern: /^(?:pub )?(?:async )?fn main\(\)/m, example: "fn main() {\n}\n" },
]; // prettier-ignore

/** The programs that begin in a file. */
export function extractPrograms(source: SourceText): ProgramFact[] {
  return programRules.flatMap(({ framework, languages, duty, literal, pattern, also }) => {
    if (!languages.includes(source.language ?? "") || !source.text.includes(literal)) return [];
    const match = pattern.exec(source.text);
    if (match === null || also?.test(source.text) === false) return [];
    const line = lineAt(source, match.index + match[0].length - match[0].trimStart().length);
    return source.commentLines[line - 1] === 1 ? [] : [{ framework, duty, line }];
  });
}
