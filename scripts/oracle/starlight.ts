/** `node scripts/oracle/starlight.ts FOLDER`; see scripts/oracle/README.md. */
import { writeRecord } from "./write-record.ts";

await writeRecord("starlight", {
  built: "dist",
  base: "/",
  findsFolders: true,
  command: ["astro", "build"],
});
