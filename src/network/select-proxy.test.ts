import { expect, test } from "vitest";
import { proxySecrets, selectProxy, showProxy } from "./select-proxy.ts";

const https = "http://bot:p4ss%20word@proxy.example:3128/";
const http = "http://plain.example:80/";

test.each<[string, string, string | null]>([
  ["https://git.example.com/a", "", https],
  ["http://git.example.com/a", "", http],
  ["ssh://git.example.com/a", "", null],
  ["https://localhost:3000/", "", null],
  ["https://127.0.0.1/", "", null],
  ["https://[::1]/", "", null],
  ["https://git.example.com/", "*", null],
  ["https://git.example.com/", "git.example.com", null],
  ["https://git.example.com/", "example.com", null],
  ["https://git.example.com/", ".example.com", null],
  ["https://git.example.com/", "*.example.com", null],
  ["https://GIT.example.com./", "EXAMPLE.com", null],
  ["https://notexample.com/", "example.com", https],
  ["https://git.example.com/", "git.example.com:8443", https],
  ["https://git.example.com:8443/", "git.example.com:8443", null],
  ["https://10.1.2.3/", "10.0.0.0/8", null],
  ["https://11.1.2.3/", "10.0.0.0/8", https],
  ["https://10.1.2.3/", "10.1.2.3", null],
  ["https://[fd00::7]/", "fd00::/8", null],
  ["https://10.1.2.3/", "fd00::/8", https],
  ["https://git.example.com/", "10.0.0.0/8", https],
])("%s with NO_PROXY=%s goes through %s", (url, direct, expected) => {
  expect(selectProxy({ https, http, direct: direct.split(",").filter(Boolean) }, url)).toBe(expected);
});

test("a proxy is shown without its user and password, which count as secrets in every spelling", () => {
  expect(showProxy(https)).toBe("http://proxy.example:3128");
  const basic = Buffer.from("bot:p4ss word").toString("base64");
  expect(proxySecrets({ http, https, direct: [] })).toEqual(["p4ss%20word", "p4ss word", basic]);
});
