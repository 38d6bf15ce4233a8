import type { EngineModel, EngineProtocol } from "./engine-model.ts";

type Json = Record<string, unknown>;

/**
 * A request's body as it may be sent: it names the configured model, asks for usage, and lets the provider contact nobody else
 * (tools that run at the provider are left out). Returns the reason, a string, when it cannot be sent.
 */
export function cleanModelRequest(model: EngineModel, body: unknown): Json | string {
  if (!isObject(body)) return "the body is no JSON object";
  const remote = findRemoteContent(body, 0);
  if (remote !== null) return `content must be in the request itself, not at ${remote}`;
  const { tools, mcp_servers, web_search_options, container, background, plugins, ...kept } = body;
  const clean: Json = { ...kept };
  if (Array.isArray(tools)) clean.tools = cleanTools[model.protocol](tools.filter(isObject));
  if (Array.isArray(clean.tools) && clean.tools.length === 0) delete clean.tools;
  if (model.protocol !== "google") clean.model = model.name;
  if (model.protocol === "openai" && clean.stream === true) clean.stream_options = { include_usage: true };
  return clean;
}

const isTyped = (types: RegExp) => (tools: Json[]) =>
  tools.filter(({ type }) => type === undefined || (typeof type === "string" && types.test(type)));

const cleanTools: Record<EngineProtocol, (tools: Json[]) => Json[]> = {
  openai: isTyped(/^(function|custom)$/),
  "openai-responses": isTyped(/^(function|custom|local_shell|apply_patch)$/),
  anthropic: isTyped(/^(custom|(bash|text_editor|memory)_\d{8})$/),
  google: (tools) =>
    tools
      .map((tool) => tool.functionDeclarations ?? tool.function_declarations)
      .filter((declarations) => declarations !== undefined)
      .map((functionDeclarations) => ({ functionDeclarations })),
};

const depthMax = 200;

/** An address from which the provider would load content: with it, text could be carried to a host of anybody's choice. */
function findRemoteContent(value: unknown, depth: number): string | null {
  if (depth > depthMax) return "a depth that is not read";
  if (Array.isArray(value)) return firstOf(value, depth);
  if (!isObject(value)) return null;
  const type = typeof value.type === "string" ? value.type : "";
  const { image_url: image, file_url: file, source, video_url: video } = value;
  const addresses = /^(image_url|input_image|input_file|file|video_url)$/.test(type)
    ? [image, isObject(image) ? image.url : null, file, video, isObject(video) ? video.url : null]
    : [];
  if (isObject(source) && source.type === "url") addresses.push(source.url);
  const data = value.fileData ?? value.file_data;
  if (isObject(data)) addresses.push(data.fileUri, data.file_uri);
  const address = addresses.find((text) => typeof text === "string" && !text.startsWith("data:"));
  if (address !== undefined) return JSON.stringify(String(address).slice(0, 200));
  return firstOf(Object.values(value), depth);
}

function firstOf(values: unknown[], depth: number): string | null {
  for (const value of values) {
    const found = findRemoteContent(value, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
