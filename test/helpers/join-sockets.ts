import type { Socket } from "node:net";

/** What comes from one is given to the other, and when one is gone, so is the other. */
export function joinSockets(...pair: [Socket, Socket]): void {
  for (const [at, socket] of pair.entries()) {
    const other = pair[1 - at]!;
    socket.on("error", () => socket.destroy());
    socket.once("close", () => other.destroy());
    socket.pipe(other);
  }
}
