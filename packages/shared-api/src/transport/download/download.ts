import type { Call, InputOf } from '@atrium/contract'
import { failing } from '../exchange.ts'
import { type Presentation, present } from '../present.ts'
import { askInSession } from '../renewing.ts'
import { suiteWay } from '../suite.ts'
import type { DownloadedFile, OnProgress } from './file.ts'

export type { DownloadedFile } from './file.ts'

export interface DownloadOptions extends Pick<Presentation, 'quiet'> {
  readonly onProgress?: OnProgress
  readonly signal?: AbortSignal
}

const nobodyListens: OnProgress = () => undefined

/**
 * Makes a call that a file answers. It takes its time, so that the page stays usable meanwhile; where the session has
 * ended, it waits for the user to sign in again as `send` does.
 * @throws as `send` does; nothing of the file is kept then
 */
export async function download<C extends Call>(
  call: C,
  input: InputOf<C>,
  { onProgress = nobodyListens, signal, quiet }: DownloadOptions = {},
): Promise<DownloadedFile> {
  const ask = async (key: string | undefined) => {
    // Fetched with the first download: most visits have none.
    const { fetchFile } = await import('./file.ts').catch(failing(signal))
    return fetchFile(call, Object(input), suiteWay({ key, signal }), onProgress)
  }
  return (await present(() => askInSession(ask, signal), { overlay: false, quiet })) as DownloadedFile
}
