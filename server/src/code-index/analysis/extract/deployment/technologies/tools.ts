import type { Technology } from "./technology.ts";

/** Images of tools that help those who develop, test or operate, and of shells that a declaration runs once. */
export const tools: readonly Technology[] = [
  {
    name: "Tool",
    kind: "process",
    isDevelopment: true,
    images:
      /^(?:adminer|pgadmin\d?|phpmyadmin|pgweb|redis-?commander|redisinsight|redis-insight|mongo-express|kafka-ui|kafdrop|akhq|rabbitscout|mailhog|mailpit|mailcatcher|maildev|inbucket|smtp4dev|docker-mailcatcher|fake-?smtp-server|greenmail|portainer(?:-ce)?|watchtower|autoheal|dozzle|dockerize|wait-for-it|docker-compose-wait|localstack|moto|toxiproxy|wiremock|mockserver|httpbin|swagger-ui|selenium(?:-hub)?|standalone-(?:chrome|chromium|firefox)|node-chrome|playwright|cypress|included|ngrok|cloudflared|busybox|alpine|bash|mc|aws-cli|elasticvue|cerebro|kibana-dev|stripe-mock|stripe-cli|oidc-server-mock|mock-oauth2-server|simplesamlphp|docker-test-saml-idp|chaos|k6|locust|fake-gcs-server|docker-registry-ui|sonarqube|flyway|liquibase|migrate|atlas)$/,
    appHost: /^Add(?:MailPit|MailDev|MailCatcher|Ngrok|Parameter|DevTunnel)/,
  },
];
