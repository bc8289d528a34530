import type { Translate } from '@atrium/contract'
import type { Caller } from '../caller/caller.ts'
import type { Column } from './workbook.ts'

interface Exporting {
  readonly caller: Pick<Caller, 'inspection'>
  readonly t: Translate
}

type Fact = readonly [name: string, value: string]

/** Returns the line by which a copy says that an inspector took it; none for other users. */
export function watermarkOf({ caller, t }: Exporting): readonly Fact[] {
  const { inspection } = caller
  if (!inspection) return []
  const { authority, inspectorName: name } = inspection
  const time = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return [[t('inspection.inspectionId'), t('inspection.watermark', { authority, name, time })]]
}

/** Returns the same line as the first column of a table. */
export const watermarkColumns = (exporting: Exporting): readonly Column<unknown>[] =>
  watermarkOf(exporting).map(([title, text]) => ({ title, width: 48, textOf: () => text }))
