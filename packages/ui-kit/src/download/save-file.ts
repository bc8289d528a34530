import type { DownloadedFile } from '@atrium/shared-api'

/**
 * Time after which the URL of a saved file is revoked, in milliseconds. The browser must have started reading the
 * file by then.
 */
const grace = 60_000

/** Saves a file through the browser, among its downloads. */
export function saveFile({ fileName, blob }: DownloadedFile): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), grace)
}
