import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import { lineAt } from "#server/code-index/analysis/text/source-text.ts";
import type { ProgramFact } from "#server/code-index/ports/deployment-facts.ts";

import { clientPrograms } from "./client-programs.ts";
import type { ProgramRule } from "./program-rule.ts";

/** How programs begin: the file that is started, or that declares the application. */
export const programRules: readonly ProgramRule[] = [
  { framework: "Go", languages: ["go"], duty: "program", literal: "func main()", pattern: /^func main\(\)/m, also: /^package main\b/m, example: "package main\n\nfunc main() {\n}\n" },
  { framework: "Spring Boot", languages: ["java", "kotlin"], duty: "web", literal: "@SpringBootApplication", pattern: /^@SpringBootApplication\b/m, example: "@SpringBootApplication\npublic class Boats {}\n" },
  { framework: "Quarkus", languages: ["java", "kotlin"], duty: "web", literal: "@QuarkusMain", pattern: /^@QuarkusMain\b/m, example: "@QuarkusMain\npublic class Boats {}\n" },
  { framework: "ASP.NET", languages: ["xml"], duty: "web", literal: "Microsoft.NET.Sdk.Web", pattern: /<Project\s+Sdk="Microsoft\.NET\.Sdk\.Web"(?![\s\S]{0,4000}<OutputType>Library<)/, example: '<Project Sdk="Microsoft.NET.Sdk.Web">\n</Project>\n' },
  { framework: ".NET worker", languages: ["xml"], duty: "worker", literal: "Microsoft.NET.Sdk.Worker", pattern: /<Project\s+Sdk="Microsoft\.NET\.Sdk\.Worker"/, example: '<Project Sdk="Microsoft.NET.Sdk.Worker">\n</Project>\n' },
  { framework: "Rails", languages: ["ruby"], duty: "web", literal: "Rails::Application", pattern: /^\s*class Application < Rails::Application/m, example: "module Boats\n  class Application < Rails::Application\n  end\nend\n" },
  { framework: "Django", languages: ["python"], duty: "web", literal: "sgi_application()", pattern: /^\s*application\s*=\s*get_[aw]sgi_application\(\)/m, example: "application = get_wsgi_application()\n" },
  { framework: "FastAPI", languages: ["python"], duty: "web", literal: "FastAPI(", pattern: /^\s*\w+(?:\s*:\s*FastAPI)?\s*=\s*FastAPI\(/m, example: "app = FastAPI()\n" },
  { framework: "Flask", languages: ["python"], duty: "web", literal: "Flask(__name__", pattern: /^\s*\w+\s*=\s*\w*Flask\(__name__/m, example: "app = Flask(__name__)\n" },
  { framework: "Celery", languages: ["python"], duty: "worker", literal: "Celery(", pattern: /^\s*\w+\s*=\s*Celery\(/m, example: 'app = Celery("boats")\n' },
  { framework: "Laravel", languages: ["php"], duty: "web", literal: "Application", pattern: /\bApplication::configure\(|new Illuminate\\Foundation\\Application\(/, example: "<?php\nreturn Application::configure(basePath: dirname(__DIR__))\n" },
  { framework: "Symfony", languages: ["php"], duty: "web", literal: "BaseKernel", pattern: /class Kernel extends BaseKernel/, example: "<?php\nclass Kernel extends BaseKernel\n{\n}\n" },
  { framework: "CakePHP", languages: ["php"], duty: "web", literal: "BaseApplication", pattern: /class Application extends BaseApplication\b/, example: "<?php\nclass Application extends BaseApplication\n{\n}\n" },
  { framework: "Slim", languages: ["php"], duty: "web", literal: "AppFactory::create", pattern: /^\s*\$\w+\s*=\s*AppFactory::create/m, example: "<?php\n$app = AppFactory::create();\n" },
  { framework: "Yii", languages: ["php"], duty: "web", literal: "web\\Application", pattern: /new \\?yii\\web\\Application\(/, example: "<?php\n(new yii\\web\\Application($config))->run();\n" },
  { framework: "Pyramid", languages: ["python"], duty: "web", literal: "make_wsgi_app()", pattern: /\bmake_wsgi_app\(\)/, example: "return config.make_wsgi_app()\n" },
  { framework: "aiohttp", languages: ["python"], duty: "web", literal: "web.run_app(", pattern: /\bweb\.run_app\(/, example: "web.run_app(app)\n" },
  { framework: "Starlette", languages: ["python"], duty: "web", literal: "Starlette(", pattern: /^\s*\w+\s*=\s*Starlette\(/m, example: "app = Starlette(routes=routes)\n" },
  { framework: "Litestar", languages: ["python"], duty: "web", literal: "Litestar(", pattern: /^\s*\w+\s*=\s*Litestar\(/m, example: "app = Litestar(handlers)\n" },
  { framework: "Quart", languages: ["python"], duty: "web", literal: "Quart(__name__", pattern: /^\s*\w+\s*=\s*Quart\(__name__/m, example: "app = Quart(__name__)\n" },
  { framework: "Ktor", languages: ["kotlin"], duty: "web", literal: "embeddedServer(", pattern: /\bembeddedServer\(/, example: "embeddedServer(Netty, port = 8080) {\n}\n" },
  { framework: "Micronaut", languages: ["java", "kotlin"], duty: "web", literal: "Micronaut", pattern: /\bMicronaut\.run\(/, example: "Micronaut.run(Boats.class, args);\n" },
  { framework: "Nuxt", languages: ["json"], duty: "web", literal: "nuxt", pattern: /"(?:start|build)"\s*:\s*"nuxi? (?:start|build)\b|"(?:start|build)"\s*:\s*"nuxt (?:start|build)\b/, example: '{ "scripts": { "build": "nuxt build" } }\n' },
  { framework: "Phoenix", languages: ["elixir"], duty: "web", literal: "Phoenix.Endpoint", pattern: /^\s*use Phoenix\.Endpoint\b/m, example: "defmodule Web.Endpoint do\n  use Phoenix.Endpoint, otp_app: :boats\nend\n" },
  { framework: "NestJS", languages: ["typescript"], duty: "web", literal: "NestFactory", pattern: /\bNestFactory\.create(?:<[^<>()]{1,80}>)?\(/, example: "const app = await NestFactory.create(AppModule)\n" },
  { framework: "Next.js", languages: ["javascript", "typescript", "json"], duty: "web", literal: "next start", pattern: /"start"\s*:\s*"(?:[^"]{0,80}\s)?next start\b/, example: '{ "scripts": { "start": "next start" } }\n' },
  { framework: "Node.js", languages: ["typescript", "javascript"], duty: "web", literal: ".listen(", pattern: /^\s*(?:await )?(?:\w+\.){0,4}(?:app|server|fastify|https?|httpServer)\.listen\(/m, example: "app.listen(3000)\n" },
  { framework: "Kotlin", languages: ["kotlin"], duty: "program", literal: "fun main(", pattern: /^(?:suspend )?fun main\(/m, example: "fun main(args: Array<String>) {\n}\n" },
  { framework: "Java", languages: ["java"], duty: "program", literal: "void main(", pattern: /^\s*public static void main\(\s*(?:final )?String/m, example: "public class Boats {\n    public static void main(String[] args) {\n    }\n}\n" },
  { framework: "Rust", languages: ["rust"], duty: "program", literal: "fn main()", pattern: /^(?:pub )?(?:async )?fn main\(\)/m, example: "fn main() {\n}\n" },
]; // prettier-ignore

/** The programs that begin in a file. */
export function extractPrograms(source: SourceText): ProgramFact[] {
  return [...programRules, ...clientPrograms].flatMap(({ framework, languages, duty, literal, pattern, also }) => {
    if (!languages.includes(source.language ?? "") || !source.text.includes(literal)) return [];
    const match = pattern.exec(source.text);
    if (match === null || also?.test(source.text) === false) return [];
    const line = lineAt(source, match.index + match[0].length - match[0].trimStart().length);
    return source.commentLines[line - 1] === 1 ? [] : [{ framework, duty, line }];
  });
}
