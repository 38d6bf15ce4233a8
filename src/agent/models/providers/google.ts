import { z } from "zod";
import { googlePath } from "./google-path.ts";
import { endpointWithKey, type ProviderModule } from "./provider-module.ts";

const listed = z.object({
  models: z.array(
    z.object({ name: z.string().min(1), supportedGenerationMethods: z.array(z.string()).default([]) }),
  ),
});

export const google: ProviderModule = {
  readEndpoint: endpointWithKey("google", {
    address: "https://generativelanguage.googleapis.com",
    version: "v1beta",
  }),
  modelPaths(model) {
    const path = googlePath(model);
    return [`${path}:generateContent`, `${path}:streamGenerateContent?alt=sse`];
  },
  keyHeaders: (apiKey) => ({ "x-goog-api-key": apiKey }),
  listQuery: "?pageSize=1000",
  readNames: (answer) =>
    listed
      .parse(answer)
      .models.flatMap(({ name, supportedGenerationMethods }) =>
        supportedGenerationMethods.includes("generateContent") ? [name.replace(/^models\//, "")] : [],
      ),
};
