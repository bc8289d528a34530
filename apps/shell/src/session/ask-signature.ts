import { type SignatureQuestion, withTexts } from '@atrium/shared-api'

/** Asks for the signature on a change that the server requires. The dialog is loaded with the first question. */
export async function askSignatureLater(
  question: SignatureQuestion,
): Promise<{ readonly response: unknown } | undefined> {
  const { askSignature } = await withTexts(import('@atrium/ui-kit/overlay'), 'ui-kit')
  return askSignature(question)
}
