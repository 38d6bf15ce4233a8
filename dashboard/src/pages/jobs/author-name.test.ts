import { expect, test } from "vitest";
import { authorName } from "./author-name.ts";

test.each([
  [null, "Somebody"],
  [{ kind: "user", id: "usr_1", name: "Ada" }, "Ada"],
  [{ kind: "api_key", id: "k", name: "ci" }, "ci (API key)"],
  [{ kind: "code_host", host: "github" }, "Somebody on github"],
  [{ kind: "code_host", host: "github", name: "ada" }, "ada on github"],
  [{ kind: "trigger", id: "trg_1", name: "Broken links" }, "Broken links (trigger)"],
  [{ kind: "service" }, "Copydesk"],
  [{ kind: "of_a_later_version" }, "Somebody"],
])("%j is %s", (author, name) => expect(authorName(author)).toBe(name));
