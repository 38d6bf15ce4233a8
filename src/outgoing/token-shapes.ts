/** Shape of one service's tokens. */
export interface TokenShape {
  what: string;
  prefix: string;
  /** Minimum of characters from `alphabet` after the prefix. */
  min: number;
  /** Maximum; a longer word is no such token. */
  max?: number;
  alphabet: "letters" | "word" | "capitals" | "hex" | "base64";
  /**
   * Set if the rest must mix digits with upper and lower case, because the prefix also begins ordinary words.
   */
  mixed?: true;
}

function several(what: string, prefixes: string, rest: Omit<TokenShape, "what" | "prefix">): TokenShape[] {
  return prefixes.split(" ").map((prefix) => ({ what, prefix, ...rest }));
}

/** Shapes published by their services to make their tokens recognisable. */
export const tokenShapes: readonly TokenShape[] = [
  ...several("an AWS access key", "AKIA ASIA", { min: 16, max: 16, alphabet: "capitals" }),
  ...several("a GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", { min: 36, alphabet: "letters" }),
  ...several("a GitHub token", "github_pat_", { min: 50, alphabet: "word" }),
  ...several("a GitLab token", "glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- glsoat-", {
    min: 20,
    alphabet: "word",
  }),
  ...several("a Bitbucket token", "ATBB ATCTT3 ATATT3", { min: 28, alphabet: "word", mixed: true }),
  ...several("an Anthropic key", "sk-ant-", { min: 20, alphabet: "word" }),
  ...several("an API key", "sk-proj- sk-svcacct- sk-admin- sk-or-v1-", { min: 32, alphabet: "word" }),
  ...several("an API key", "sk-", { min: 32, alphabet: "letters", mixed: true }),
  ...several("an API key", "gsk_ xai- nvapi- hf_ pplx- r8_", { min: 30, alphabet: "word", mixed: true }),
  ...several("a Google API key", "AIza", { min: 35, alphabet: "word" }),
  ...several("a Slack token", "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-", {
    min: 10,
    alphabet: "word",
  }),
  ...several("a Stripe key", "sk_live_ rk_live_", { min: 16, alphabet: "letters" }),
  ...several("an npm token", "npm_", { min: 36, alphabet: "letters" }),
  ...several("a PyPI token", "pypi-AgE", { min: 50, alphabet: "word" }),
  ...several("a Docker token", "dckr_pat_", { min: 20, alphabet: "word" }),
  ...several("a DigitalOcean token", "dop_v1_ doo_v1_", { min: 64, alphabet: "hex" }),
  ...several("a Copydesk key", "cpd_ cpm_ cpo_ cpr_", { min: 47, max: 47, alphabet: "word" }),
  ...several("a webhook secret", "whsec_", { min: 24, alphabet: "base64", mixed: true }),
];
