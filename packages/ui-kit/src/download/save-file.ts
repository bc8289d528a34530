import type { DownloadedFile } from '@atrium/shared-api'

/** How long the browser may take to begin reading a file that it is asked to save, in milliseconds. */
const grace = 60_000

/** Gives a file to the browser, which saves it among its downloads. */
export function saveFile({ fileName, blob }: DownloadedFile): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), grace)
}
