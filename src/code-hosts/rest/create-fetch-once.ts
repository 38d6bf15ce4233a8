export interface FetchedAnswer {
  status: number;
  headers: Headers;
  text: string;
}

export interface FetchInit {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** Also returns unsuccessful responses. Rejects with the error of `fetch`, or if the answer is too large. */
export type FetchOnce = (url: string, init: FetchInit) => Promise<FetchedAnswer>;

const requestMs = 30_000;
const answerBytesMax = 16 * 1024 * 1024;
const rememberedMax = 100;

interface Remembered extends FetchedAnswer {
  etag: string;
}

/**
 * Sends one request to a host, without retries or redirects, and gives up after 30 seconds. A repeated GET
 * sends the `ETag` of the previous answer and returns that answer if it has not changed.
 */
export function createFetchOnce(options: { fetch: typeof fetch; signal?: AbortSignal }): FetchOnce {
  const remembered = new Map<string, Remembered>();
  return async (url, { method, headers, body }) => {
    const known = method === "GET" ? remembered.get(url) : undefined;
    const response = await options.fetch(url, {
      method,
      redirect: "manual",
      headers: { ...(known === undefined ? {} : { "if-none-match": known.etag }), ...headers },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.any([AbortSignal.timeout(requestMs), ...(options.signal ? [options.signal] : [])]),
    });
    const text = await readLimited(response);
    if (response.status === 304 && known !== undefined) return known;
    const answer = { status: response.status, headers: response.headers, text };
    const etag = response.headers.get("etag");
    if (method === "GET" && response.ok && etag !== null) remember(remembered, url, { ...answer, etag });
    return answer;
  };
}

function remember(remembered: Map<string, Remembered>, url: string, answer: Remembered): void {
  remembered.delete(url);
  remembered.set(url, answer);
  const [oldest] = remembered.keys();
  if (remembered.size > rememberedMax) remembered.delete(oldest!);
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) throw new Error(`the response is larger than ${answerBytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
