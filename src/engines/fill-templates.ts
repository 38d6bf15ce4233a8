import { trimEndCharacters } from "../text/trim-characters.ts";
import type { EngineModel } from "./engine-model.ts";

/** Shown to the agent instead of the API key; some agents require a key or check its format. */
const placeholderKey = "sk-copydesk-placeholder-0000000000000000";

/** Creates a function that fills `{modelUrl}`, `{modelRoot}`, `{modelKey}` and `{modelName}` into a text. */
export function createTemplateFill(model: EngineModel, host: string): (text: string) => string {
  const modelUrl = `http://${host}${trimEndCharacters(new URL(model.baseUrl).pathname, "/")}`;
  const values: Record<string, string> = {
    modelUrl,
    modelRoot: modelUrl.replace(/\/v\d\w*$/, ""),
    modelKey: placeholderKey,
    modelName: model.name,
  };
  return (text) => text.replace(/\{(model[A-Z][a-z]+)\}/g, (whole, name: string) => values[name] ?? whole);
}
