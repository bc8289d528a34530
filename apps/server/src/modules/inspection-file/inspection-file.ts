import { Readable } from 'node:stream'
import { type Call, codes } from '@atrium/contract'
import { sql } from 'kysely'
import {
  checkSeals,
  fileFormat,
  findSealsOf,
  readSealedColumns,
  type Seal,
  sealedLines,
  textOfKey,
} from '../../platform/audit/index.ts'
import { checkReadable } from '../../platform/crud/index.ts'
import type { ExportWork } from '../../platform/export/export.ts'
import type { Download } from '../../platform/http/download.ts'
import { reject } from '../../platform/http/rejection.ts'
import { daysIn } from '../access/index.ts'
import { maxSealedEvents } from '../audit-trail/index.ts'
import { isBlindedAnywhere } from '../studies/blinding/index.ts'
import { type Part, signedFile } from './format.ts'
import { linesOf, sections } from './sections/index.ts'
import { type Inspected, inspectedEvents, isInspected, readForeignIds, type Source } from './source.ts'

/** Approximate lengths in bytes: of a file without events, and of each event. */
const length = { ofNone: 60_000, ofEvent: 700 }

/**
 * Returns the names of the studies of a file.
 * @throws Rejection 404 if one is not a study of the tenant
 */
async function readStudies({ trx, asked }: Omit<Source, 'foreignIds'>): Promise<string[]> {
  if (asked.studyIds.length === 0) reject(codes.notFound)
  const found = await trx
    .selectFrom('study')
    .select(['study.studyName', 'study.studyCode'])
    .where('study.tenantId', '=', asked.tenantId)
    .where('study.id', 'in', asked.studyIds)
    .orderBy('study.studyCode')
    .execute()
  if (found.length !== new Set(asked.studyIds).size) reject(codes.notFound)
  return found.map(({ studyName, studyCode }) => `${studyName} (${studyCode})`)
}

/** Returns the days of a file: those asked for, or from the first event until today. */
async function readDays(base: Omit<Source, 'foreignIds'>): Promise<Pick<Inspected, 'from' | 'until'>> {
  const { trx, services, asked } = base
  const days = daysIn(services.profile.timeZone)
  const until = asked.until || days.today()
  if (asked.from !== '') return { from: asked.from, until }
  const first = await trx
    .selectFrom('auditEvent')
    .select('at')
    .where(isInspected({ ...base, asked: { ...asked, until } }))
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  return { from: first ? days.period({ from: first.at, until: null }).from : until, until }
}

/**
 * Counts the events of a file, and those that are left out because they name other studies.
 * @throws Rejection if there are too many
 */
async function countEvents(source: Source) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select from audit_event where ${isInspected(source)} limit ${maxSealedEvents + 1}) e`.execute(
    source.trx,
  )
  const all = rows[0]?.count ?? 0
  if (all > maxSealedEvents)
    reject(codes.limitReached, 'auditTrail.refusal.tooMany', { max: maxSealedEvents })
  let count = 0
  for await (const events of inspectedEvents(source)) count += events.length
  return { count, leftOut: all - count }
}

/** Facts about a file, which its cover shows. */
interface Facts extends Inspected {
  readonly format: typeof fileFormat
  /** Key of the deployment: Ed25519, SPKI, base64url. */
  readonly publicKey: string
  readonly madeAt: string
  readonly madeBy: string
  readonly tenant: string
  readonly studies: readonly string[]
  readonly timeZone: string
  readonly leftOut: number
  /** Names of the sections, in order. */
  readonly sections: readonly string[]
}

/** Returns the events of a file as an export of sealed lines, and adds their seals to `found`. */
function sealed(
  source: Source,
  { madeAt, madeBy, format }: Facts,
  found: Map<number, Seal>,
): AsyncGenerator<string, void, undefined> {
  const { trx, services, asked } = source
  async function* events() {
    for await (const chunk of inspectedEvents(source)) yield await readSealedColumns(trx, chunk)
  }
  return sealedLines({
    exportedAt: new Date(madeAt),
    by: madeBy,
    filters: { format, ...asked },
    key: services.secrets.auditKey,
    events: events(),
    sealsOf: async (batches) => {
      const seals = await findSealsOf(services.db, batches)
      for (const seal of seals) found.set(seal.number, seal)
      return seals
    },
  })
}

async function* partsOf(
  source: Source,
  facts: Facts,
  finish: () => Promise<void>,
): AsyncGenerator<Part, void, undefined> {
  yield { name: 'facts', text: [JSON.stringify(facts)] }
  // From the gaps between the numbers of sealed events, blinded readers could count those that they may not see.
  if (facts.isUnblinded) {
    const seals = new Map<number, Seal>()
    yield { name: 'sealed', text: sealed(source, facts, seals) }
    const { db, secrets } = source.services
    const check = await checkSeals(db, secrets.auditKey, [...seals.values()])
    yield { name: 'check', text: [JSON.stringify(check)] }
  }
  for (const { name, table } of sections)
    if (facts.sections.includes(name)) yield { name, text: linesOf(await table(source)) }
  await finish()
}

/** A file that is ready to be made, as an export prepares it. */
interface Prepared {
  /** Number of events. */
  readonly count: number
  /** Begins to make the file; `finish` closes the snapshot. */
  readonly begin: (name: string, finish: () => Promise<void>) => Promise<Download>
}

/**
 * Prepares an inspection file: HTML that verifies itself offline. The caller records that it is made.
 * @param work the export's request and snapshot
 * @throws Rejection 404 if the tenant or a study is out of the caller's reach; 403 if the file shall be unblinded, and
 * the caller is blinded in a study; or if there are more than 100,000 events
 */
export async function prepareInspectionFile(
  work: Pick<ExportWork<Call>, 'trx' | 'as' | 'caller' | 'services'>,
  request: Inspected,
): Promise<Prepared> {
  const { trx, as, caller, services } = work
  await checkReadable(work, request.tenantId)
  if (request.isUnblinded && (await isBlindedAnywhere(services.db, caller))) reject(codes.forbidden)
  const studies = await readStudies({ trx, as, caller, services, asked: request })
  const asked = { ...request, ...(await readDays({ trx, as, caller, services, asked: request })) }
  const base = { trx, as, caller, services, asked }
  const tenant = await trx
    .selectFrom('tenant')
    .select('tenantName')
    .where('id', '=', asked.tenantId)
    .executeTakeFirstOrThrow()
  const source: Source = { ...base, foreignIds: await readForeignIds(trx, asked) }
  const { count, leftOut } = await countEvents(source)
  const shown = sections.filter(({ onlyUnblinded }) => asked.isUnblinded || !onlyUnblinded)
  return {
    count,
    begin: async (name, finish) => {
      const facts: Facts = {
        ...{ format: fileFormat, ...asked, tenant: tenant.tenantName, studies },
        publicKey: textOfKey(services.secrets.auditKey),
        ...{ madeAt: new Date().toISOString(), madeBy: caller.userName },
        timeZone: services.profile.timeZone,
        // From the number, blinded readers could learn of events that they may not see.
        leftOut: asked.isUnblinded ? leftOut : 0,
        sections: shown.map((section) => section.name),
      }
      const text = signedFile(partsOf(source, facts, finish), services.secrets.auditKey)
      return {
        ...{ fileName: `${name}.html`, mediaType: 'text/html; charset=utf-8' },
        expectedLength: length.ofNone + length.ofEvent * count,
        content: Readable.from(text, { objectMode: false }),
      }
    },
  }
}
