import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../test/helpers/test-database.ts";
import { readConfig } from "../config.ts";
import { createLog } from "../log.ts";
import { serviceUrlOf } from "./service-url.ts";
import { startService } from "./start-service.ts";

test.each([
  ["https://example.com/copydesk/", "/copydesk"],
  ["https://example.com", ""],
  [undefined, ""],
])(
  "with the public URL %s the printed address has the path %j, and leads to the service",
  async (url, path) => {
    const store = await createTestDatabase();
    const dataFolder = await mkdtemp(join(tmpdir(), "copydesk-service-"));
    const config = readConfig({
      DATABASE_URL: store.url,
      COPYDESK_DATA: dataFolder,
      COPYDESK_PORT: "0",
      COPYDESK_CONTACT: "docs@example.com",
      ...(url !== undefined && { COPYDESK_URL: url }),
    });
    const log = createLog({ level: "silent", pretty: false });
    const service = await startService(config, { role: "api", log });
    onTestFinished(async () => {
      await service.stop();
      await store.drop();
      await rm(dataFolder, { recursive: true, force: true });
    });
    expect(service.url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+${path}$`));
    expect(await (await fetch(`${service.url}/openapi.json`)).json()).toMatchObject({
      info: { contact: { email: "docs@example.com" } },
      servers: [{ url: path || "/" }],
    });
    expect(await serviceUrlOf(config)).toBe(config.publicUrl ?? service.url);
  },
);
