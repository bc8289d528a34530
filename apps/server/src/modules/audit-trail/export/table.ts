import { type EventSignature, fieldKeys, type TextKey } from '@atrium/contract'
import { watermarkColumns } from '../../../platform/export/watermark.ts'
import type { Column, Table } from '../../../platform/export/workbook.ts'
import { timeIn } from '../times.ts'
import { type ExportedEvent, exportedEvents } from './events.ts'
import { exportTexts } from './texts/index.ts'
import { type TrailExport, zoneOf } from './work.ts'

/** A changed field of an event, or an event without changed fields. */
interface ChangeRow {
  readonly event: ExportedEvent
  readonly thing: string
  readonly field: string
  readonly before: string
  readonly after: string
}

const noChange = { field: '', before: '', after: '' }

/**
 * Splits a text into parts that fit into a cell: spreadsheets allow 32,767 UTF-16 units, and a character needs one or
 * two.
 */
const cellsOf = (text: string): readonly string[] => text.match(/.{1,16000}/gsu) ?? ['']

/** Returns the row of a change. Values that are too long for a cell continue in further rows. */
function rowsOfChange(row: ChangeRow): readonly ChangeRow[] {
  const [before, after] = [cellsOf(row.before), cellsOf(row.after)]
  const longer = before.length > after.length ? before : after
  return longer.map((_, index) => ({ ...row, before: before[index] ?? '', after: after[index] ?? '' }))
}

const changesOf = (event: ExportedEvent): readonly ChangeRow[] => {
  const rows = event.items.flatMap(({ name, changes }) =>
    (changes.length > 0
      ? changes.map((change) => ({ ...change, field: change.fieldDesc }))
      : [noChange]
    ).flatMap(({ field, before, after }) =>
      rowsOfChange({ event, thing: name || event.entityName, field, before, after }),
    ),
  )
  return rows.length > 0 ? rows : [{ event, thing: event.entityName, ...noChange }]
}

/** Returns a function that reads up to `limit` next rows, and closes the snapshot after the last one. */
function rowsOf(source: TrailExport): Table<ChangeRow>['next'] {
  const events = exportedEvents(source)
  let waiting: readonly ChangeRow[] = []
  let ended = false
  return async (limit) => {
    const rows = [...waiting]
    while (rows.length < limit && !ended) {
      const next = await events.next()
      if (next.done) {
        ended = true
        await source.finish()
      } else rows.push(...changesOf(next.value))
    }
    waiting = rows.slice(limit)
    return rows.slice(0, limit)
  }
}

function columnsOf({ work }: TrailExport): readonly Column<ChangeRow>[] {
  const { t, language } = work
  const texts = exportTexts[language]
  const zone = zoneOf(work)
  const zones = [...new Set(['UTC', zone])]
  const ofEvent = (key: TextKey, width: number, textOf: (event: ExportedEvent) => string) => ({
    title: t(key),
    width,
    textOf: ({ event }: ChangeRow) => textOf(event),
  })
  const signature = (key: TextKey, width: number, textOf: (signature: EventSignature) => string) =>
    ofEvent(key, width, (event) => (event.signature.state === 'none' ? '' : textOf(event.signature)))
  const signedAt = timeIn('UTC')
  const signedAtColumn = signature('signature.shown.time', 20, ({ time }) => signedAt(time))
  const signatureTime = { ...signedAtColumn, title: `${signedAtColumn.title} (UTC)` }
  const timeInZone = (name: string) => {
    const textOf = timeIn(name)
    const column = ofEvent('auditTrail.time', 20, (event) => textOf(event.time))
    return { ...column, title: `${column.title} (${name})` }
  }
  const person = (field: string, textOf: (event: ExportedEvent) => string) => {
    const column = ofEvent('auditTrail.actorName', 20, textOf)
    return { ...column, title: `${column.title} (${t(fieldKeys(field, 'user'))})` }
  }
  return [
    ...zones.map(timeInZone),
    person('userName', ({ actorName }) => actorName),
    person('fullName', ({ actorFullName }) => actorFullName),
    ofEvent('auditTrail.call', 24, ({ callDesc }) => callDesc),
    ofEvent('auditTrail.entity', 20, ({ entityDesc }) => entityDesc),
    { title: t('auditTrail.entityName'), width: 24, textOf: ({ thing }) => thing },
    ofEvent('auditTrail.tenantName', 24, ({ tenantName }) => tenantName),
    ofEvent('auditTrail.studyName', 24, ({ studyName }) => studyName),
    { title: texts.field, width: 20, textOf: ({ field }) => field },
    { title: texts.before, width: 32, textOf: ({ before }) => before },
    { title: texts.after, width: 32, textOf: ({ after }) => after },
    ofEvent('auditTrail.reason', 32, ({ reason }) => reason),
    ofEvent('auditTrail.address', 18, ({ address }) => address),
    ofEvent('auditTrail.device', 24, ({ device }) => device),
    ofEvent('auditTrail.requestId', 40, ({ requestId }) => requestId),
    signature('signature.shown.signer', 24, ({ printedName, userName }) => `${printedName} (${userName})`),
    signature('signature.meaning', 12, ({ meaningDesc }) => meaningDesc),
    signatureTime,
    signature('signature.shown.state', 12, ({ state }) =>
      state === 'none' ? '' : t(`signature.shown.states.${state}`),
    ),
    signature('signature.shown.hash', 24, ({ algorithm, hash }) => `${algorithm}:${hash}`),
  ]
}

/** Returns the events as a table with one row per changed field. */
export const trailTable = (source: TrailExport): Table<ChangeRow> => ({
  name: exportTexts[source.work.language].title,
  columns: [...watermarkColumns(source.work), ...columnsOf(source)],
  rowCount: source.maxChanges,
  next: rowsOf(source),
})
