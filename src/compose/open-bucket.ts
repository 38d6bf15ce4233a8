import { type ObjectStore, openObjectStore } from "../bucket/open-object-store.ts";
import { createTranscriptBucket, type TranscriptBucket } from "../bucket/transcript-bucket.ts";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { createTokenSafeFetch } from "../network/assert-token-safe.ts";
import type { Database } from "../store/database.ts";
import { createNetworkFetch } from "./create-network.ts";

/** Null if no bucket is configured. */
export function openTranscriptBucket(
  config: Config,
  own: { database: Database; log: Log },
): TranscriptBucket | null {
  const objects = openBucket(config);
  return objects && createTranscriptBucket({ ...own, objects });
}

/** The operator names the bucket, so it may be on a private address, like the database. */
export function openBucket(config: Config): ObjectStore | null {
  const { bucket, allowPlainHttp } = config;
  if (bucket === null) return null;
  const fetch = createNetworkFetch({ ...config, allowPrivateAddresses: true });
  return openObjectStore(bucket, createTokenSafeFetch(fetch, allowPlainHttp));
}
