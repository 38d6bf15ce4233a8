/** `node scripts/oracle/docusaurus.ts FOLDER`; see scripts/oracle/README.md. */
import { writeRecord } from "./write-record.ts";

await writeRecord("docusaurus", {
  built: "build",
  base: "/boats/",
  findsFolders: true,
  command: ["docusaurus", "build"],
});
