import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nameOptions } from "./name-options.ts";

const source = join(import.meta.dirname, "../..");

/** Code of commands only, messages from before any request, and options of other programs. */
const ofCommands =
  /^(cli|backup|folder-check)\/|^(agent\/describe-no-calls|server\/listen|compose\/(create-outside-rules|assert-secret-key))\.ts$|^store\/embedded-postgres\//;

test("a field is an option on the command line, and other words stay as they are", () => {
  expect(nameOptions("Give `credentials.token`, or add `anyway`; run `ssh-keyscan` or `anyways`.")).toBe(
    "Give --token-file, or add --anyway; run `ssh-keyscan` or `anyways`.",
  );
});

test("no message that the API returns too names an option", () => {
  const found = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !ofCommands.test(path))
    .flatMap((path) =>
      readFileSync(join(source, path), "utf8")
        .split("\n")
        .filter((line) => /["`][^"`]*[a-z,;:] --[a-z][a-z-]*[^"`]*["`]/.test(line))
        .filter((line) => !/^\s*(\/\/|\*|\/\*\*)|diff --git|git --version|gpg --armor|setpriv /.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
