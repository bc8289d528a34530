/** Reasons why a release command failed, in sentences that say what the user can do. */
export class ReleaseFailure extends Error {
  override readonly name = 'ReleaseFailure'
  readonly sentences: readonly string[]

  constructor(...sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.sentences = sentences
  }
}
