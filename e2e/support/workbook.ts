import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'

/** Returns the rows of the workbook in a downloaded zip, titles first. */
export const rowsIn = async (download: Download): Promise<string[][]> => {
  const [workbook] = Object.values(unzipSync(await readFile(await download.path())))
  const rows = await readSheet(Buffer.from(workbook ?? []), { trim: false })
  return rows.map((row) => row.map((cell) => String(cell ?? '')))
}
