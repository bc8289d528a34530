import { type SqlBool, sql } from 'kysely'
import { inspectedEvents, type Source } from '../source.ts'
import { contractWords, fileWords } from '../words.ts'
import type { Row, Section } from './section.ts'
import { describeInBoth } from './trail.ts'

async function* rowsOf(source: Source): AsyncGenerator<Row, void, undefined> {
  const signed = inspectedEvents(source, sql<SqlBool>`coalesce(audit_event.after ? 'signature', false)`)
  for await (const [zh, en] of describeInBoth(source, signed)) {
    const { state, printedName, userName, meaningDesc, time, algorithm, hash } = zh.signature
    if (state === 'none') continue
    yield [
      ...[time, printedName, userName, [meaningDesc, en.signature.meaningDesc] as const],
      ...[[zh.callDesc, en.callDesc] as const, [zh.entityName, en.entityName] as const],
      contractWords(`signature.shown.states.${state}`),
      `${algorithm}:${hash}`,
    ]
  }
}

/** The electronic signatures on the events of the file. */
export const signaturesSection: Section = {
  name: 'signatures',
  table: async (source) => ({
    title: fileWords(({ sections }) => sections.signatures),
    note: fileWords(({ notes }) => notes.signatures),
    columns: [
      { name: contractWords('signature.shown.time'), isTime: true },
      { name: contractWords('signature.shown.signer') },
      { name: contractWords('accessReport.userName') },
      { name: contractWords('signature.meaning') },
      { name: contractWords('auditTrail.call') },
      { name: contractWords('auditTrail.entityName') },
      { name: contractWords('signature.shown.state') },
      { name: contractWords('signature.shown.hash') },
    ],
    rows: rowsOf(source),
  }),
}
