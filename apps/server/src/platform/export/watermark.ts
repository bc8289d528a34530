import type { Translate } from '@atrium/contract'
import type { Caller } from '../caller/caller.ts'
import type { Column } from './workbook.ts'

interface Exporting {
  readonly caller: Pick<Caller, 'inspection'>
  readonly t: Translate
}

type Fact = readonly [name: string, value: string]

/** Returns the line that names the inspector who makes a copy; none for other users. */
export function watermarkOf({ caller, t }: Exporting): readonly Fact[] {
  const { inspection } = caller
  if (!inspection) return []
  const { authority, inspectorName: name } = inspection
  const time = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return [[t('inspection.inspectionId'), t('inspection.watermark', { authority, name, time })]]
}

/** Returns a column that repeats this line in each row of a table; none for other users. */
export const watermarkColumns = (exporting: Exporting): readonly Column<unknown>[] =>
  watermarkOf(exporting).map(([title, text]) => ({ title, width: 48, textOf: () => text }))
