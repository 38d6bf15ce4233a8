/** `node scripts/oracle/vitepress.ts FOLDER`; see scripts/oracle/README.md. */
import { writeRecord } from "./write-record.ts";

await writeRecord("vitepress", {
  built: ".vitepress/dist",
  base: "/boats/",
  findsFolders: false,
  command: ["vitepress", "build", "."],
});
