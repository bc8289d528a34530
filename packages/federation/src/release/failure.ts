/** Why a release command did not do what it was asked: sentences for whoever ran it, who can do something about it. */
export class ReleaseFailure extends Error {
  override readonly name = 'ReleaseFailure'
  readonly sentences: readonly string[]

  constructor(...sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}
