import { contractText, notifyError } from '@atrium/shared-api'

/**
 * Waits for code that the user's choice needs. Where it cannot be fetched the page stays as it is, says so, and the
 * next choice fetches again.
 * @returns undefined where it did not come
 */
export const fetched = <Code>(code: Promise<Code>): Promise<Code | undefined> =>
  code.catch(() => {
    notifyError(contractText('transport.failed'))
    return undefined
  })
