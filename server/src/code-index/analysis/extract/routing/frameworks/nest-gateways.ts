import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

const from = /^@nestjs\/websockets$/;

/** NestJS over sockets: messages that gateways answer, below their namespace. */
export const nestGateways: WebFramework = {
  name: "NestJS gateways",
  languages: ["ecmascript"],
  controllers: {
    marks: {
      WebSocketGateway: { makes: "controller", paths: ["namespace"], from },
      SubscribeMessage: { methods: ["MESSAGE"], paths: ["0"], from },
    },
  },
  examples: [
    {
      files: {
        "src/main.ts": `
import { NestFactory } from "@nestjs/core";
const app = await NestFactory.create(AppModule);
app.setGlobalPrefix("never");
`,
        "src/boats.gateway.ts": `
import { SubscribeMessage, WebSocketGateway } from "@nestjs/websockets";
@WebSocketGateway({ namespace: "fleet", cors: true })
export class BoatsGateway {
  @SubscribeMessage("boat.move") move() {}
}
@WebSocketGateway(8080)
export class TidesGateway {
  @SubscribeMessage("tide") tide() {}
}
`,
      },
      endpoints: ["MESSAGE fleet/boat.move", "MESSAGE tide"],
    },
  ],
};
