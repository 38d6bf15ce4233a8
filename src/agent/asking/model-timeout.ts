/** One attempt at a model call got no complete answer in time. */
export class ModelTimeout extends Error {
  override readonly name = "ModelTimeout";

  constructor(ms: number) {
    super(`no answer within ${ms / 1000} s`);
  }
}
