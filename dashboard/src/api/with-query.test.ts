import { expect, test } from "vitest";
import { withQuery } from "./with-query.ts";

test.each([
  ["/v2/me", {}, "/v2/me"],
  ["/v2/me", { cursor: "", limit: undefined, q: null }, "/v2/me"],
  ["/v2/manage/audit", { limit: 50, q: "a&b" }, "/v2/manage/audit?limit=50&q=a%26b"],
  ["/v2/manage/audit?action=project", { limit: 50 }, "/v2/manage/audit?action=project&limit=50"],
  ["/v2/manage/audit?action=project", {}, "/v2/manage/audit?action=project"],
])("%s with %j is %s", (path, query, address) => {
  expect(withQuery(path, query)).toBe(address);
});
