import { connect } from "node:net";

/** Runs inside of a sandbox, by itself: `node open-tools.ts SOCKET`. The agent starts it and speaks with the socket through it. */
const socket = connect(process.argv[2] ?? "");
socket.on("error", () => process.exit(1)).on("close", () => process.exit(0));
process.stdin.pipe(socket).pipe(process.stdout);
