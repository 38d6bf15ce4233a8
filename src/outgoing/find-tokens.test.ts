import { describe, expect, it } from "vitest";
import { findTokens } from "./find-tokens.ts";

const random = "q7Zp2Kd9Xw4Rt6Bn1Vm8Lc3Gh5Jf0Ys7Ue2Ia9Qo4Wk6Px1Nz3Tb5Hd";
const part = (length: number) => random.slice(0, length);
const jwt = (payload: object) =>
  ["eyJhbGciOiJIUzI1NiJ9", Buffer.from(JSON.stringify(payload)).toString("base64url"), part(43)].join(".");

// Assembled here, so that no scanner takes this file for a leak.
const tokens: [what: string, token: string, before?: string, after?: string][] = [
  ["an AWS access key", `AKIA${"Q7ZP2KD9XW4RT6BN"}`],
  ["an AWS secret key", `${part(38)}+/`, 'aws_secret_access_key = "', '"'],
  ["a GitHub token", `ghp_${part(36)}`],
  ["a GitHub token", `gho_${part(36)}`],
  ["a GitHub token", `ghs_${part(36)}`],
  ["a GitHub token", `github_pat_${part(22)}_${random}`],
  ["a GitLab token", `glpat-${part(20)}`],
  ["a Slack token", `xoxb-${part(12)}-${part(24)}`],
  ["a Stripe key", `sk_live_${part(24)}`],
  ["an API key", `sk-${part(48)}`],
  ["an API key", `sk-proj-${random}`],
  ["an Anthropic key", `sk-ant-api03-${random}`],
  ["a Google API key", `AIza${part(35)}`],
  ["an npm token", `npm_${part(36)}`],
  ["a PyPI token", `pypi-AgEIcHlwaS5vcmc${random}`],
  ["a Copydesk key", `cpd_${part(8)}_${part(38)}`],
  ["a webhook secret", `whsec_${part(20)}+${part(20)}/=`],
  ["a JSON Web Token", jwt({ sub: "u-81723", scope: "admin" })],
  ["a private key", `-----BEGIN RSA ${"PRIVATE KEY"}-----\n${random}\n-----END RSA ${"PRIVATE KEY"}-----`],
];

const examples = [
  `ghp_${"x".repeat(36)}`,
  `ghp_${"EXAMPLE".repeat(6)}`,
  `ghp_${"1234567890".repeat(4)}`,
  "AKIAIOSFODNN7EXAMPLE",
  "cpd_… and sk-learn, AKIA, glpat-<your token>",
  `sk-your-api-key-goes-here-and-is-long-${"a".repeat(20)}`,
  "sk-how-to-write-a-page-about-2-Things-that-matter",
  `-----BEGIN ${"PRIVATE KEY"}-----\n...\n-----END ${"PRIVATE KEY"}-----`,
  jwt({ sub: "1234567890", name: "John Doe" }),
  "https://example.com/docs/getting-started/install-the-command-line-interface",
  "3f786850e387550fdaa836ed7e6dc881de23001b",
];

describe("findTokens", () => {
  it.each(tokens)("finds %s: %s", (what, token, before = "use ", after = " here") => {
    expect(findTokens(`${before}${token}${after}`)).toMatchObject([{ what, text: token }]);
  });

  it.each(examples)("leaves %s alone", (text) => {
    expect(findTokens(`use ${text} here`)).toEqual([]);
  });
});
