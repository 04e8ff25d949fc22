/** What a process of the product may be for all others by a library, each of which finds it by one of its own. */
interface JoinedServer {
  /** Packages that make a process the server, as manifests write them, in lower case. */
  servers: readonly string[];
  /** Packages that make a process call it as it starts. */
  clients: readonly string[];
  /** Last parts of the names of images that are such a server. */
  images: RegExp;
}

export const joinedServers: readonly JoinedServer[] = [
  {
    servers: [
      "org.springframework.cloud:spring-cloud-starter-netflix-eureka-server",
      "org.springframework.cloud:spring-cloud-netflix-eureka-server",
      "org.springframework.cloud:spring-cloud-starter-eureka-server",
    ],
    clients: [
      "org.springframework.cloud:spring-cloud-starter-netflix-eureka-client",
      "org.springframework.cloud:spring-cloud-netflix-eureka-client",
      "org.springframework.cloud:spring-cloud-starter-eureka",
      "io.pivotal.spring.cloud:spring-cloud-services-starter-service-registry",
      "steeltoe.discovery.eureka",
      "eureka-js-client",
      "py-eureka-client",
    ],
    images: /^(?:[\w-]+-)?eureka(?:-server)?$/,
  },
  {
    servers: [
      "org.springframework.cloud:spring-cloud-config-server",
      "org.springframework.cloud:spring-cloud-starter-config-server",
    ],
    clients: [
      "org.springframework.cloud:spring-cloud-starter-config",
      "org.springframework.cloud:spring-cloud-config-client",
      "steeltoe.configuration.configserver",
      "steeltoe.extensions.configuration.configservercore",
    ],
    images: /^(?:spring-cloud-)?config-?server$/,
  },
  {
    servers: ["de.codecentric:spring-boot-admin-starter-server", "de.codecentric:spring-boot-admin-server"],
    clients: ["de.codecentric:spring-boot-admin-starter-client", "de.codecentric:spring-boot-admin-client"],
    images: /^spring-boot-admin(?:-server)?$/,
  },
  {
    servers: ["io.zipkin.java:zipkin-server", "io.zipkin.java:zipkin-autoconfigure-ui"],
    clients: [
      "org.springframework.boot:spring-boot-starter-zipkin",
      "org.springframework.cloud:spring-cloud-starter-zipkin",
      "org.springframework.cloud:spring-cloud-sleuth-zipkin",
      "io.zipkin.reporter2:zipkin-reporter-brave",
      "io.zipkin.reporter2:zipkin-sender-urlconnection",
      "io.opentelemetry:opentelemetry-exporter-zipkin",
      "io.micronaut.tracing:micronaut-tracing-zipkin",
      "io.micronaut.tracing:micronaut-tracing-brave-http",
      "zipkin-transport-http",
      "py-zipkin",
      "opentelemetry.exporter.zipkin",
    ],
    images: /^zipkin(?:-slim)?$/,
  },
];
