/**
 * Returns why ssh cannot use a private key without a person, or null. The answer continues a sentence: "it
 * …".
 */
export function sshKeyProblem(text: string): string | null {
  const [, kind] = /-----BEGIN ([A-Z ]*)-----\s/.exec(text) ?? [];
  const [, rest] = text.split(`-----BEGIN ${kind}-----`, 2);
  const end = rest?.indexOf(`-----END ${kind}-----`) ?? -1;
  if (kind === undefined || rest === undefined || end === -1 || !kind.endsWith("PRIVATE KEY"))
    return notPrivate(text);
  const body = rest.slice(0, end);
  if (kind === "ENCRYPTED PRIVATE KEY" || /^Proc-Type:.*ENCRYPTED/m.test(body)) return passphrase;
  if (kind !== "OPENSSH PRIVATE KEY") return null;
  const cipher = cipherOf(Buffer.from(body, "base64"));
  if (cipher === null) return "is damaged";
  return cipher === "none" ? null : passphrase;
}

/** Returns the key as ssh reads it: Unix line endings, with one at the end. */
export function normalizeKey(text: string): string {
  return `${text.replace(/\r\n?/g, "\n").trim()}\n`;
}

const passphrase =
  "has a passphrase, which nobody is there to type; make a key without one, or take it off a copy with ssh-keygen -p";

function notPrivate(text: string): string {
  if (/^PuTTY-User-Key-File/m.test(text)) return "is in PuTTY's format; export it as an OpenSSH key";
  const isPublic = /^[ \t]*(ssh-|ecdsa-|sk-)\S+ AAAA|BEGIN (SSH2 |RSA )?PUBLIC KEY/m.test(text);
  return isPublic ? "is a public key; give the private one" : "is no private key of ssh";
}

/** Reads the cipher's name: after the magic word, a string preceded by its length. Null if it is missing. */
function cipherOf(key: Buffer): string | null {
  const magic = "openssh-key-v1\0";
  if (key.toString("latin1", 0, magic.length) !== magic || key.length < magic.length + 4) return null;
  const length = key.readUInt32BE(magic.length);
  const start = magic.length + 4;
  return start + length > key.length ? null : key.toString("latin1", start, start + length);
}
