import { expect, test } from "vitest";
import { givenCredentials } from "../projects/check-credentials.ts";
import { headerToken } from "./header-token.ts";
import { parseInput } from "./parse-input.ts";
import { variables } from "./variables.ts";

test.each(["example-token", " example-token\n", "example-token\r\n", "\texample-token"])(
  "%j is a token, without the white space that copying added",
  (given) => {
    expect(headerToken.parse(given)).toBe("example-token");
    expect(parseInput(givenCredentials, { token: given })).toEqual({ token: "example-token" });
    expect(variables.ANTHROPIC_API_KEY.rule.parse(given)).toBe("example-token");
  },
);

test.each(["", " ", "ghp_…", "two words", "a\nb", "tök", "a\0b", "a\u200bb"])(
  "%j cannot be sent in a header and is refused where it is entered, without repeating it",
  (given) => {
    const fault = expect.objectContaining({
      code: "invalid_request",
      message: expect.stringMatching(/^token: must (have only|not be empty)/),
    });
    expect(() => parseInput(givenCredentials, { token: given })).toThrow(fault);
    expect(variables.OPENAI_API_KEY.rule.safeParse(given).success).toBe(false);
  },
);

test("null still removes a token", () => {
  expect(parseInput(givenCredentials, { token: null })).toEqual({ token: null });
});
