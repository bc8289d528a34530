import type { Language } from '@atrium/contract'
import { translator } from '../../../platform/texts/translator.ts'
import { changesText, describedEvents, type EventRow, type ExportedEvent } from '../../audit-trail/index.ts'
import { inspectedEvents, type Source, type Words } from '../source.ts'
import { contractWords, fileWords } from '../words.ts'
import { noNote, type Row, type Section } from './section.ts'

/** An event in Chinese and in English. */
export type Described = readonly [zh: ExportedEvent, en: ExportedEvent]

/** Describes events in both languages, newest first. */
export async function* describeInBoth(
  { trx, services, asked }: Source,
  events: ReturnType<typeof inspectedEvents>,
): AsyncGenerator<Described, void, undefined> {
  const describe = (language: Language, chunk: readonly EventRow[]) =>
    Array.fromAsync(
      describedEvents(
        // Sealed events beside the trail have the original names, which the page compares.
        { trx, services, t: translator(language), language, masks: !asked.isUnblinded },
        services.profile.timeZone,
        [chunk],
      ),
    )
  for await (const chunk of events) {
    const [zh, en] = [await describe('zh', chunk), await describe('en', chunk)]
    for (const [index, event] of zh.entries()) yield [event, en[index] ?? event]
  }
}

const both = ([zh, en]: Described, textOf: (event: ExportedEvent) => string): Words => [
  textOf(zh),
  textOf(en),
]

const thingOf = ({ entityDesc, entityName }: ExportedEvent): string =>
  [entityDesc, entityName].filter((text) => text !== '').join(' · ')

/** Returns the row of an event. The page compares time, user name, reason and address with the sealed event. */
function rowOf(event: Described): Row {
  const [{ id, time, actorName, reason, address, device }] = event
  return [
    ...[id, time, actorName],
    ...[
      both(event, ({ actorFullName }) => actorFullName),
      both(event, ({ callDesc }) => callDesc),
      both(event, thingOf),
      both(event, ({ studyName }) => studyName),
      both(event, changesText),
    ],
    ...[reason, address, device],
  ]
}

async function* rowsOf(source: Source): AsyncGenerator<Row, void, undefined> {
  for await (const event of describeInBoth(source, inspectedEvents(source))) yield rowOf(event)
}

/** The audit trail of the studies. */
export const trailSection: Section = {
  name: 'trail',
  table: async (source) => ({
    title: fileWords(({ sections }) => sections.trail),
    note: noNote,
    isTrail: true,
    columns: [
      { name: contractWords('auditTrail.time'), isTime: true },
      { name: contractWords('accessReport.userName') },
      { name: contractWords('auditTrail.actorName') },
      { name: contractWords('auditTrail.call') },
      { name: contractWords('auditTrail.entityName') },
      { name: contractWords('auditTrail.studyName') },
      { name: fileWords(({ changes }) => changes) },
      { name: contractWords('auditTrail.reason') },
      { name: contractWords('auditTrail.address') },
      { name: contractWords('auditTrail.device') },
    ],
    rows: rowsOf(source),
  }),
}
