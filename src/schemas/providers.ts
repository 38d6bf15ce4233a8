interface ProviderEntry {
  /** Secret. `what` is used in the message if it is missing. */
  apiKey: { variable: `${string}_API_KEY`; what: string; example: string };
  baseUrl: { variable: `${string}_BASE_URL`; what: string; example: string };
  /**
   * Form of the provider's own model names; null if any name is allowed. With such a form, a name has one
   * segment.
   */
  names: RegExp | null;
}

/** The model providers with their variables. How to call each is defined in `src/agent/models/providers/`. */
export const providers = {
  anthropic: {
    apiKey: { variable: "ANTHROPIC_API_KEY", what: "a key of the Anthropic API", example: "sk-ant-..." },
    baseUrl: {
      variable: "ANTHROPIC_BASE_URL",
      what: "the address of the Anthropic API",
      example: "https://anthropic-proxy.example.com",
    },
    names: /^anthropic\/[A-Za-z0-9][\w.:@-]*$/,
  },
  openai: {
    apiKey: { variable: "OPENAI_API_KEY", what: "a key of the OpenAI API", example: "sk-..." },
    baseUrl: {
      variable: "OPENAI_BASE_URL",
      what: "the address of the OpenAI API",
      example: "https://openai-proxy.example.com/v1",
    },
    names: /^openai\/[A-Za-z0-9][\w.:-]*$/,
  },
  google: {
    apiKey: { variable: "GOOGLE_API_KEY", what: "a key of the Gemini API", example: "AIza..." },
    baseUrl: {
      variable: "GOOGLE_BASE_URL",
      what: "the address of the Gemini API",
      example: "https://google-proxy.example.com/v1beta",
    },
    names: /^google\/(?:tunedModels\/)?[A-Za-z0-9][\w.-]*$/,
  },
  "openai-compatible": {
    apiKey: {
      variable: "OPENAI_COMPATIBLE_API_KEY",
      what: "the key of the OpenAI-compatible API",
      example: "sk-or-...",
    },
    baseUrl: {
      variable: "OPENAI_COMPATIBLE_BASE_URL",
      what: "the address of an OpenAI-compatible API, e.g. http://127.0.0.1:11434/v1",
      example: "http://127.0.0.1:11434/v1",
    },
    names: null,
  },
} as const satisfies Record<string, ProviderEntry>;

export type Provider = keyof typeof providers;

export const providerNames = Object.keys(providers) as Provider[];

export type ProviderVariable = (typeof providers)[Provider]["apiKey" | "baseUrl"]["variable"];

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<Camel<Rest>>}`
  : Lowercase<Name>;

/** The operator's settings for the providers, e.g. `anthropicApiKey` for ANTHROPIC_API_KEY. */
export type ProviderSettings = { [Name in ProviderVariable as Camel<Name>]?: string | null };

export function settingOf(settings: ProviderSettings, variable: ProviderVariable): string | null {
  return settings[settingName(variable)] || null;
}

/** Builds the settings from the values of the variables. */
export function readProviderSettings(
  values: Readonly<Partial<Record<ProviderVariable, string>>>,
): Required<ProviderSettings> {
  const entries = providerVariables().map(({ variable }) => [
    settingName(variable),
    values[variable] ?? null,
  ]);
  return Object.fromEntries(entries);
}

export function providerKeys(settings: ProviderSettings): string[] {
  return providerNames.flatMap((name) => settingOf(settings, providers[name].apiKey.variable) ?? []);
}

export function providerVariables() {
  return providerNames.flatMap((name) => [providers[name].apiKey, providers[name].baseUrl]);
}

function settingName(variable: ProviderVariable): keyof ProviderSettings {
  const name = variable.toLowerCase().replace(/_[a-z]/g, (letter) => letter.slice(1).toUpperCase());
  return name as keyof ProviderSettings;
}
