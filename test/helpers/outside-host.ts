import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface OutsideHost {
  url: string;
  /** Paths that somebody asked it for. */
  asked: string[];
  close(): Promise<void>;
}

/** A host that no page of ours may ask for anything. */
export async function startOutsideHost(): Promise<OutsideHost> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
