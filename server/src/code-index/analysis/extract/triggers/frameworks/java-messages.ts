import type { TriggerFramework } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

const languages = ["java", "kotlin"];

const kafka: TriggerFramework = {
  name: "Kafka",
  languages,
  mayTrigger: /@KafkaListener\b|\bKafkaTemplate\b|\bProducerRecord\b|\bKafkaConsumer\b/,
  from: /^org\.(?:springframework\.kafka|apache\.kafka)\b/,
  objects: ["KafkaTemplate", "KafkaConsumer"],
  decorators: { KafkaListener: { kind: "consumer", topic: "topics", name: "id", needs: "topic" } },
  calls: {
    send: { kind: "publisher", topic: 0, proof: "object" },
    subscribe: [
      { kind: "consumer", topic: 0, proof: "object", needs: "topic" },
      { kind: "consumer", topic: 0, needs: "topic", written: /^\w*[cC]onsumer\.subscribe\(/, isNamedByFunction: true },
    ],
    ProducerRecord: { kind: "publisher", topic: 0 },
  },
  examples: [
    {
      files: {
        "src/main/java/Orders.java": `
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.core.KafkaTemplate;
class Orders {
  private final KafkaTemplate<String, Order> orders;
  @KafkaListener(topics = {Topics.ORDERS, "boats"}) void handle(Order order) { orders.send("sums", order); }
}
`,
        "src/main/java/Topics.java": `class Topics { static final String ORDERS = "order.created"; }\n`,
      },
      triggers: [
        "consumer Orders.handle <order.created> -> Orders.handle",
        "consumer Orders.handle <boats> -> Orders.handle",
      ],
      publishes: ["sums"],
    },
    {
      files: {
        "src/main/java/Tides.java": `
import org.apache.kafka.clients.consumer.KafkaConsumer;
class Tides implements Runnable {
  public void run() {
    try (KafkaConsumer<byte[], byte[]> tideConsumer = new KafkaConsumer<>(properties)) {
      tideConsumer.subscribe(topics, new Rebalance());
      flux.subscribe(topics);
    }
  }
}
`,
      },
      triggers: ["consumer Tides.run <{topics}> -> Tides.run ?"],
    },
  ],
};

const rabbit: TriggerFramework = {
  name: "RabbitMQ",
  languages,
  mayTrigger: /@RabbitListener\b|\bRabbitTemplate\b|\bAmqpTemplate\b|\bcom\.rabbitmq\.client\b/,
  from: /^(?:org\.springframework\.amqp|com\.rabbitmq\.client)\b/,
  objects: ["RabbitTemplate", "AmqpTemplate", "Channel"],
  decorators: {
    RabbitListener: [
      { kind: "consumer", topic: "queues", needs: "topic" },
      { kind: "consumer", topic: "queuesToDeclare", needs: "topic" },
    ],
  },
  bases: { DefaultConsumer: { kind: "consumer", hasMethod: "handleDelivery" } },
  calls: {
    convertAndSend: { kind: "publisher", topic: 0, proof: "object" },
    basicConsume: { kind: "consumer", topic: 0, proof: "object", needs: "topic" },
    basicPublish: { kind: "publisher", topic: 1, proof: "object" },
  },
  examples: [
    {
      files: {
        "src/main/java/Mail.java": `
import org.springframework.amqp.rabbit.annotation.RabbitListener;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
class Mail {
  RabbitTemplate bus;
  @RabbitListener(queues = "mail") void send(String text) { bus.convertAndSend("sums", text); }
}
`,
      },
      triggers: ["consumer Mail.send <mail> -> Mail.send"],
      publishes: ["sums"],
    },
    {
      files: {
        "src/main/java/Tides.java": `
import com.rabbitmq.client.DefaultConsumer;
class Tides extends DefaultConsumer { @Override public void handleDelivery(String tag, byte[] body) {} }
`,
      },
      triggers: ["consumer Tides -> Tides"],
    },
  ],
};

const jms: TriggerFramework = {
  name: "JMS",
  languages,
  mayTrigger: /@JmsListener\b|\bJmsTemplate\b|\bjms\.(?:\*|MessageListener\b)/,
  from: /\bjms\b/,
  objects: ["JmsTemplate"],
  bases: { MessageListener: { kind: "consumer", hasMethod: "onMessage" } },
  decorators: { JmsListener: { kind: "consumer", topic: "destination", needs: "topic" } },
  calls: { convertAndSend: { kind: "publisher", topic: 0, proof: "object" } },
  examples: [
    {
      files: {
        "src/main/java/Mail.java": `
import org.springframework.jms.annotation.JmsListener;
class Mail {
  @JmsListener(destination = "mail") void send(String text) {}
}
`,
      },
      triggers: ["consumer Mail.send <mail> -> Mail.send"],
    },
    {
      files: {
        "src/main/java/Tides.java": `
import javax.jms.MessageListener;
class Tides implements Closeable, MessageListener { @Override public void onMessage(Message message) {} }
class Never { void onMessage(Message message) {} }
`,
      },
      triggers: ["consumer Tides -> Tides"],
    },
  ],
};

const pulsar: TriggerFramework = {
  name: "Pulsar",
  languages,
  mayTrigger: /\borg\.apache\.pulsar\b/,
  from: /^org\.apache\.pulsar\b/,
  bases: { MessageListener: { kind: "consumer", hasMethod: "received" } },
  examples: [
    {
      files: {
        "src/main/java/Tides.java": `
import org.apache.pulsar.client.api.MessageListener;
class Tides<T> implements MessageListener<T> { @Override public void received(Consumer<T> consumer, Message<T> message) {} }
`,
      },
      triggers: ["consumer Tides -> Tides"],
    },
  ],
};

const sqs: TriggerFramework = {
  name: "SQS",
  languages,
  mayTrigger: /@SqsListener\b/,
  from: /\bsqs\b/,
  decorators: { SqsListener: { kind: "consumer", topic: [0, "queueNames"], needs: "topic" } },
  examples: [
    {
      files: {
        "src/main/java/Mail.java": `import io.awspring.cloud.sqs.annotation.SqsListener;\nclass Mail { @SqsListener("mail") void send(String text) {} }\n`,
      },
      triggers: ["consumer Mail.send <mail> -> Mail.send"],
    },
  ],
};

const microProfile: TriggerFramework = {
  name: "MicroProfile messaging",
  languages,
  mayTrigger: /@(?:Incoming|Outgoing)\b/,
  from: /\breactive\.messaging\b/,
  decorators: {
    Incoming: { kind: "consumer", topic: 0, needs: "topic" },
    Outgoing: { kind: "publisher", topic: 0 },
  },
  examples: [
    {
      files: {
        "src/main/java/Tides.java": `
import org.eclipse.microprofile.reactive.messaging.*;
class Tides { @Incoming("tides") @Outgoing("sums") String tide(String text) {} }
`,
      },
      triggers: ["consumer Tides.tide <tides> -> Tides.tide"],
      publishes: ["sums"],
    },
  ],
};

const commands: TriggerFramework = {
  name: "picocli",
  languages,
  mayTrigger: /\bpicocli\b|@ShellMethod\b/,
  from: /^(?:picocli|org\.springframework\.shell)\b/,
  decorators: {
    Command: { kind: "command", name: "name", about: "description", needs: "name" },
    ShellMethod: { kind: "command", name: "key", about: [0, "value"], spelling: "kebab" },
  },
  examples: [
    {
      files: {
        "src/main/java/Serve.java": `import picocli.CommandLine.Command;\n@Command(name = "serve", description = "Serves.")\nclass Serve {}\n`,
      },
      triggers: ["command serve -> Serve"],
    },
  ],
};

/** Functions that Spring Cloud Stream gives messages, and the bridge that sends some. */
const cloudStream: TriggerFramework = {
  name: "Spring Cloud Stream",
  languages: ["java", "kotlin"],
  mayTrigger: /\bStreamBridge\b|@Bean\b[^]{0,120}\bConsumer</,
  objects: ["StreamBridge"],
  decorators: {
    Bean: {
      kind: "consumer", proof: "plain",
      returns: /^(?:[\w.]*\.)?Consumer<\s*(?:Message<\s*)?\w*(?:Event|Message|Command|Payload|Record|Notification)\b/,
    },
  },
  calls: { send: { kind: "publisher", topic: 0, proof: "object" } },
  examples: [
    {
      files: {
        "src/main/java/Events.java": `
import java.util.function.Consumer;
class Events {
  private final StreamBridge bridge;
  @Bean public Consumer<BoatEvent> boatSold(final Fleet fleet) { return fleet::sold; }
  @Bean public Consumer<Builder> never() { return builder -> {}; }
  void sell() { bridge.send("boats-out-0", event); other.send("never", event); }
}
`,
      },
      triggers: ["consumer Events.boatSold -> Events.boatSold"],
      publishes: ["boats-out-0"],
    },
  ],
}; // prettier-ignore

export const javaMessages: readonly TriggerFramework[] = [
  cloudStream,
  kafka,
  rabbit,
  jms,
  pulsar,
  sqs,
  microProfile,
  commands,
];
