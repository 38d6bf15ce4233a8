import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyRedirect, compileRedirects } from "./compile-redirects.ts";

function follow(from: string, to: string, route: string): string | null {
  return applyRedirect(compileRedirects([{ from, to, place: null }]), route);
}

describe("applyRedirect", () => {
  it.each([
    ["/a/:x", "/b/:x", "a/one", "/b/one"],
    ["/a/:x", "/b/:x", "a/one/two", null],
    ["/a/:x*", "/b/:x*", "a/one/two", "/b/one/two"],
    ["/a/:x*", "/b/:x*", "a", "/b/"],
    ["/a/*", "/b/*", "a/one/two", "/b/one/two"],
    ["/a/*/c", "/b/*", "a/c", null],
    ["/a/*/c", "/b/*", "a/x/y/c", "/b/x/y"],
    ["/:x*/:y*", "/:y/:x", "a/b/c", "//a/b/c"],
    ["/:x*/m/:y*", "/:x*/:y*", "a/m/b/m/c", "/a/m/b/c"],
    ["/*", "/new", "anything/at/all", "/new"],
    ["/a/:x/c", "/:x/:unknown", "a/b/c", "/b/:unknown"],
    ["/v1.0/*", "/v2/*", "v1x0/a", null],
    ["/:x(a|b-c)/:y*", "/new/:x/:y*", "b-c/d", "/new/b-c/d"],
    ["/:x(a|b)/:y*", "/new", "c/d", null],
  ])("%s to %s: %s leads to %s", (from, to, route, expected) => {
    expect(follow(from, to, route)).toBe(expected);
  });

  it("matches what a greedy expression does", () => {
    const part = fc.constantFrom("a", "b", ":x", ":y*", "*", ":z+");
    const name = fc.constantFrom("a", "b", "c");
    fc.assert(
      fc.property(
        fc.uniqueArray(part, {
          minLength: 1,
          maxLength: 5,
          selector: (one) => (/[:*]/.test(one) ? one : {}),
        }),
        fc.array(name, { minLength: 1, maxLength: 6 }),
        (parts, names) => {
          if (!parts.some((one) => /[:*]/.test(one))) return;
          const marks = parts.filter((one) => /[:*]/.test(one));
          const source = parts
            .map((one) => (one === ":x" ? "([^/]+)" : /[:*]/.test(one) ? "(.*)" : one))
            .join("/")
            .replace(/\/\(\.\*\)$/, "(?:/(.*))?");
          const match = new RegExp(`^${source}$`).exec(names.join("/"));
          const expected = match === null ? null : marks.map((_, index) => match[index + 1] ?? "").join("|");
          expect(follow(`/${parts.join("/")}`, marks.join("|"), names.join("/"))).toBe(expected);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("says which redirect with wildcards is the first one that is not followed", () => {
    const redirects = Array.from({ length: 300 }, (_, index) => ({
      from: `/${"x".repeat(97)}${index}/*`,
      to: "/new/*",
      place: null,
    }));
    const compiled = compileRedirects(redirects);
    expect(compiled.unread).toBe(redirects[197]);
    expect(applyRedirect(compiled, `${"x".repeat(97)}196/a`)).toBe("/new/a");
    expect(applyRedirect(compiled, `${"x".repeat(97)}197/a`)).toBeNull();
    expect(compileRedirects(redirects.slice(0, 100)).unread).toBeNull();
  });

  it("ends for chained wildcards, however many there are", () => {
    const from = `/${Array.from({ length: 150 }, (_, index) => `:n${index}*`).join("/")}/Z`;
    expect(follow(from, "/b", "a/".repeat(2_000))).toBeNull();
    expect(follow(`/${"*/".repeat(400)}Z`, "/b", "a/".repeat(2_000))).toBeNull();
  });
});
