// The compiler turns `./x.ts` into `./x.js` in what it builds, but not in declarations, where older compilers refuse it.
import { readdir, readFile, writeFile } from "node:fs/promises";

const dist = new URL("dist/", import.meta.url);
for (const name of await readdir(dist)) {
  if (!name.endsWith(".d.ts")) continue;
  const file = new URL(name, dist);
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace(/(from |import\()"(\.\/[^"]+)\.ts"/g, '$1"$2.js"'));
}
