import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { BucketSettings } from "../../src/bucket/open-object-store.ts";
import { endWithTests } from "./end-with-tests.ts";

/** The program of versitygw, an S3 server over a folder; undefined where it is not installed. */
export const gatewayProgram = process.env.COPYDESK_TEST_VERSITYGW;

export async function startS3Gateway(folder: string, port: number) {
  await mkdir(join(folder, "archive"));
  const [keyId, secretKey, region] = ["AKIDEXAMPLE", "a-secret-key-of-the-bucket", "eu-central-1"];
  const options = ["--access", keyId, "--secret", secretKey, "--region", region, "--quiet"];
  const child = spawn(gatewayProgram!, [...options, "--port", `127.0.0.1:${port}`, "posix", folder], {
    stdio: "ignore",
  });
  endWithTests(child);
  const url = `http://127.0.0.1:${port}/archive/production`;
  while ((await fetch(url).catch(() => null)) === null) {
    if (child.exitCode !== null) throw new Error("versitygw has ended");
    await sleep(50);
  }
  const settings: BucketSettings = { url, region, keyId, secretKey };
  return {
    settings,
    async close() {
      child.kill();
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
