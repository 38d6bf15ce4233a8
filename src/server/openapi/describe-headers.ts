import type { HeaderDescription } from "./operation.ts";

type Headers = Record<string, HeaderDescription>;

/** Headers of every response. */
export const commonHeaders: Headers = {
  "X-Request-Id": {
    description: "Identifies the request in the service's log.",
    example: "req_1c9a3b58-64a1-4a8e-9d5c-5b1f0f0f8f51",
    pattern: "^req_[0-9a-f-]{36}$",
  },
  "Cache-Control": { description: "Who may cache the response.", example: "no-store" },
  "X-Content-Type-Options": {
    description: "Browsers must not guess another type.",
    example: "nosniff",
    pattern: "^nosniff$",
  },
};

/** Headers of responses to rate-limited operations. */
export function limitHeaders(policy: "create" | "message"): Headers {
  return {
    "RateLimit-Policy": {
      description: `100 ${policy}s in any 60 minutes.`,
      example: `"${policy}";q=100;w=3600`,
      pattern: `^"${policy}";q=\\d+;w=3600$`,
    },
    RateLimit: {
      description: `How many ${policy}s are left, and in how many seconds the next one becomes free.`,
      example: `"${policy}";r=99;t=3600`,
      pattern: `^"${policy}";r=\\d+;t=\\d+$`,
    },
  };
}

export function describeHeaders(headers: Headers): Record<string, unknown> {
  const entries = Object.entries(headers).map(([name, { description, example, pattern, optional }]) => [
    name,
    {
      description,
      ...(!optional && { required: true }),
      schema: { type: typeof example === "number" ? "integer" : "string", ...(pattern && { pattern }) },
      example,
    },
  ]);
  return Object.fromEntries(entries);
}
