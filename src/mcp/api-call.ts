/** One call of the HTTP API, on behalf of whoever called the tool. */
export interface ApiCall {
  method: "GET" | "POST";
  /** Beginning with a slash; its parts are encoded. */
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  body?: object;
  idempotencyKey?: string | undefined;
}

/** What the API returned: a document, or a problem document where the status says so. */
export interface ApiResponse {
  status: number;
  text: string;
}

/** Throws `unavailable` when the API cannot be reached. */
export type CallApi = (call: ApiCall) => Promise<ApiResponse>;

/** An address of the API, its values encoded: no value can lead elsewhere. */
export function apiPath(strings: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: strings }, ...values.map(encodeURIComponent));
}

/** Path and query of a call as one address. */
export function toAddress({ path, query = {} }: ApiCall): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return params.size === 0 ? path : `${path}?${params}`;
}
