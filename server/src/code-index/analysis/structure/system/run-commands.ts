/** What a command is there for, by the program that it starts; "beside" is a program of others. */
export interface CommandDuty {
  duty: "web" | "worker" | "schedule" | "once" | "development" | "beside" | "client";
  /** Workers of different tools are different processes. */
  tool: string;
}

/** Without a tool it is what group 1 of the pattern is. */
const rules: readonly [pattern: RegExp, duty: CommandDuty["duty"], tool?: string][] = [
  [/\b(?:db:(?:migrate|prepare|setup|seed)|migrate deploy|alembic upgrade|manage\.py (?:migrate|collectstatic|createsuperuser)|artisan (?:migrate|db:seed|schedule:clear-cache|optimize|(?:config|cache|view|route):\w+)|ecto\.migrate|flyway|liquibase|golang-migrate|prisma (?:migrate|db push)|sleep infinity|tail -f \/dev\/null)\b/, "once"],
  [/^(?:\/bin\/)?true$/, "once"],
  [/\b(?:tailwindcss|webpack|vite|esbuild|livereload|guard|watch(?:man)?|css:build|build:css|js:build|next dev|npm (?:run )?(?:dev|watch)|yarn (?:run )?(?:dev|watch|build)|pnpm (?:run )?(?:dev|watch)|storybook)\b/, "development"],
  [/\bcelery\b.*\bbeat\b/, "schedule", "celery beat"],
  [/\bclockwork\b/, "schedule", "clockwork"],
  [/\b(?:whenever|supercronic|cron(?:d| -f)?|artisan schedule:(?:work|run)|rufus)\b/, "schedule", "schedule"],
  [/\bcelery\b.*\bflower\b|\bflower\b/, "development"],
  [/\bcelery\b/, "worker", "celery"],
  [/\bsidekiq\b/, "worker", "sidekiq"],
  [/\bresque\b/, "worker", "resque"],
  [/\b(?:solid_queue|bin\/jobs)\b/, "worker", "solid_queue"],
  [/\bgood_job\b/, "worker", "good_job"],
  [/(?:^|[\s/])que(?:\s|$)/, "worker", "que"],
  [/\bgraphile-worker\b/, "worker", "graphile-worker"],
  [/\bprocrastinate\b.*\bworker\b/, "worker", "procrastinate"],
  [/\b(?:shoryuken|karafka(?:-server)? s(?:erver)?|sneakers:run|racecar)\b/, "worker"],
  [/\bdelayed_job|jobs:work\b/, "worker", "delayed_job"],
  [/\b(?:rq worker|rqworker)\b/, "worker", "rq"],
  [/\b(?:dramatiq|rundramatiq)\b/, "worker", "dramatiq"],
  [/\bhuey|run_huey\b/, "worker", "huey"],
  [/\bqcluster\b/, "worker", "django-q"],
  [/\bmanage\.py ((?:send|process|poll|listen|consume|work|watch|run_?(?:worker|queue|scheduler|jobs|tasks))\w*|\w*(?:worker|consumer|scheduler|listener|smtpd|daemon))\b/, "worker"],
  [/\bartisan (?:queue:(?:work|listen)|horizon)\b/, "worker", "artisan"],
  [/\bartisan (?:reverb:start|websockets:serve)\b/, "worker", "websockets"],
  [/\bmessenger:consume\b/, "worker", "messenger"],
  [/\b(?:puma|unicorn|passenger|thin|falcon|thrust|rails s(?:erver)?|rackup)\b/, "web"],
  [/\b(?:gunicorn|uvicorn|daphne|hypercorn|granian|waitress-serve|runserver|flask run|fastapi run)\b/, "web"],
  [/\b(?:phx\.server|artisan (?:serve|octane:\w+)|php-fpm|apache2-foreground|frankenphp)\b/, "web"],
  [/\bprometheus_exporter\b/, "beside", "prometheus_exporter"],
]; // prettier-ignore

/** Null where the command says nothing about it. */
export function dutyOfCommand(command: string | null): CommandDuty | null {
  if (command === null) return null;
  const found = rules.find(([pattern]) => pattern.test(command));
  return found === undefined ? null : { duty: found[1], tool: found[2] ?? found[0].exec(command)?.[1] ?? "" };
}
