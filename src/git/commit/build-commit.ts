import { AppError } from "../../errors.ts";
import { formatOf, type GitObject, hashObject } from "../mirror/git-object.ts";
import { type CommitSigning, signCommit } from "./sign-commit.ts";

export interface CommitContent {
  message: string;
  author: { name: string; email: string };
  /** Default: the author. */
  committer?: { name: string; email: string };
  /** The same tree, parents, message, people, date and key give the same commit, unless the key is ECDSA. */
  date: Date;
  /** Default: not signed. */
  signing?: CommitSigning | null;
  signal?: AbortSignal;
}

interface BuiltCommit {
  id: string;
  object: GitObject;
}

/**
 * Builds a commit byte for byte as `git commit-tree` would; nothing is written. Throws `git_failed` for a
 * name that git rejects, and `invalid_configuration` if the commit cannot be signed.
 */
export async function buildCommit(
  { tree, parents }: { tree: string; parents: readonly string[] },
  content: CommitContent,
): Promise<BuiltCommit> {
  const { message, author, committer = author, date, signing, signal } = content;
  const time = `${Math.floor(date.getTime() / 1_000)} +0000`;
  const lines = [
    `tree ${tree}`,
    ...[...new Set(parents)].map((parent) => `parent ${parent}`),
    `author ${identity(author)} ${time}`,
    `committer ${identity(committer)} ${time}`,
  ];
  const text = `${lines.join("\n")}\n\n${message.replaceAll("\0", "")}`;
  const plain = Buffer.from(replaceNonCharacters(text));
  const format = formatOf(tree);
  const bytes = signing ? await signCommit(plain, { signing, format, date, signal }) : plain;
  const object: GitObject = { type: "commit", bytes };
  return { id: hashObject(format, object), object };
}

/** Characters that git strips from both ends of a name or address. */
const crud = /[\0-\x20.,:;<>"\\']/;

function identity({ name, email }: { name: string; email: string }): string {
  const [ownName, address] = [trimCrud(plainLine(name)), trimCrud(plainLine(email))];
  if (ownName !== "") return `${ownName} <${address}>`;
  throw new AppError(
    "git_failed",
    `git commit-tree failed: fatal: empty ident name (for <${address}>) not allowed`,
  );
}

function plainLine(text: string): string {
  return text.replace(/[\p{Cc}<>]/gu, "").trim();
}

function trimCrud(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && crud.test(text[start]!)) start += 1;
  while (end > start && crud.test(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}

/** git reads the bytes of Unicode's noncharacters as Latin-1. */
function replaceNonCharacters(text: string): string {
  return text.replace(/[\ufdd0-\ufdef\ufffe\uffff]|[\u{10000}-\u{10ffff}]/gu, (character) =>
    isCharacter(character.codePointAt(0)!) ? character : Buffer.from(character).toString("latin1"),
  );
}

function isCharacter(code: number): boolean {
  return (code & 0xfffe) !== 0xfffe && !(code >= 0xfdd0 && code <= 0xfdef);
}
