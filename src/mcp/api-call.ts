/** A call of the HTTP API on behalf of a tool's caller. */
export interface ApiCall {
  method: "GET" | "POST";
  /** Begins with a slash; its segments are encoded. */
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: object;
  idempotencyKey?: string | undefined;
}

/** Response of the API: a document, or a problem document depending on the status. */
export interface ApiResponse {
  status: number;
  text: string;
}

/** Throws `unavailable` if the API cannot be reached. */
export type CallApi = (call: ApiCall) => Promise<ApiResponse>;

/** Builds a path of the API with encoded values, so that no value can change the path. */
export function apiPath(strings: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: strings }, ...values.map(encodeURIComponent));
}

/** Joins path and query of a call. */
export function toAddress({ path, query = {} }: ApiCall): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return params.size === 0 ? path : `${path}?${params}`;
}
