import type { Call, InputOf } from '@atrium/contract'
import type { DownloadedFile, OnProgress } from './download-file.ts'
import { type Feedback, withFeedback } from './feedback.ts'
import { asTransportFailure, suiteEndpoint } from './request.ts'
import { requestInSession } from './send.ts'

export type { DownloadedFile } from './download-file.ts'

export interface DownloadOptions extends Pick<Feedback, 'quiet'> {
  readonly onProgress?: OnProgress
  readonly signal?: AbortSignal
}

const ignoreProgress: OnProgress = () => undefined

/**
 * Makes a call that returns a file. It may take long, so the page stays usable meanwhile. If the session has ended,
 * it waits like `send` until the user has signed in again.
 * @throws the same errors as `send`; no part of the file is kept then
 */
export async function download<C extends Call>(
  call: C,
  input: InputOf<C>,
  { onProgress = ignoreProgress, signal, quiet }: DownloadOptions = {},
): Promise<DownloadedFile> {
  const ask = async (key: string | undefined) => {
    // Loaded with the first download, because most visits have none.
    const { fetchFile } = await import('./download-file.ts').catch(asTransportFailure(signal))
    return fetchFile(call, Object(input), suiteEndpoint({ key, signal }), onProgress)
  }
  return (await withFeedback(() => requestInSession(ask, signal), {
    overlay: false,
    quiet,
  })) as DownloadedFile
}
