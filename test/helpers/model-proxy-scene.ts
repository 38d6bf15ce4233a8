import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { EngineModel, EngineProtocol } from "../../src/engines/engine-model.ts";
import type { ModelProxy } from "../../src/engines/model-proxy.ts";

export const apiKey = "the-real-key";

export const minimal: Record<EngineProtocol, string> = {
  openai: '{"messages":[]}',
  "openai-responses": '{"input":""}',
  anthropic: '{"messages":[]}',
  google: '{"contents":[]}',
};

export function model(protocol: EngineProtocol, baseUrl = "https://api.example/v1"): EngineModel {
  return { name: "model-1", protocol, baseUrl, apiKey };
}

export function open(proxy: ModelProxy, path: string, headers: Record<string, string>) {
  return request({
    socketPath: proxy.socketPath,
    path,
    method: "POST",
    headers: { host: "127.0.0.1:7070", "content-type": "application/json", ...headers },
    agent: false,
  });
}

export async function send(
  proxy: ModelProxy,
  path: string,
  headers: Record<string, string> = {},
  body = bodyFor(path),
) {
  const outgoing = open(proxy, path, headers);
  outgoing.on("error", () => {});
  outgoing.end(body);
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk as string;
  return { status: response.statusCode, text };
}

export function bodyFor(path: string): string {
  const protocol = path.includes("chat")
    ? "openai"
    : path.includes("responses")
      ? "openai-responses"
      : "google";
  return minimal[path.endsWith("/messages") ? "anthropic" : protocol];
}
