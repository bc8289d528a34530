import { createHash, type KeyObject } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { StartupError } from '../../database/errors.ts'
import { dropPartitions, isOf, type Partition, partitionsBefore } from '../../database/partitions.ts'
import type { DatabaseConfig } from '../../database/prepare.ts'
import type { Database } from '../../database/schema.ts'
import { asSystem, inTransaction, type Trx } from '../../database/transaction.ts'
import { type FileStore, writeLines, writeText } from '../../storage/index.ts'
import { type BatchRange, hashEvents, lineText, readEvents } from '../canonical.ts'
import { recordAudit } from '../record.ts'
import { firstForm, isSigned, type Seal } from '../seal.ts'
import { faultOfArchive, findManifest, readTogether } from './events.ts'
import {
  type ArchiveContent,
  type ArchiveRecord,
  eventsOfSeal,
  filesOf,
  isSignedArchive,
  manifestOf,
  sealTally,
  signArchive,
} from './record.ts'

export interface ArchiveOptions {
  readonly db: Kysely<Database>
  /** Where the owner of the schema is reached. */
  readonly owner: DatabaseConfig
  /** The deployment's signing key. */
  readonly key: KeyObject
  /** The place that archives are put into. */
  readonly store: FileStore
  /** What is before this month, as `2027-01`. */
  readonly before: string
  /** The account of the system that asks for it, as the trail names it. */
  readonly operator: string
  /** Told of each partition: what was archived, or why it was not. */
  readonly onPart?: (part: {
    readonly name: string
    readonly record?: ArchiveRecord
    readonly reason?: string
  }) => void
  readonly signal?: AbortSignal
}

/** The seals over some batches, in their order: of this form no two are over the same. */
async function sealsOf(trx: Trx, { fromBatch, toBatch }: BatchRange): Promise<Seal[]> {
  return await trx
    .selectFrom('auditSeal')
    .selectAll()
    .where('form', '<>', firstForm)
    .where('toBatch', '>=', fromBatch)
    .where('fromBatch', '<=', toBatch)
    .orderBy('number')
    .execute()
}

const ofPart = (part: Partition) => isOf(part, sql.ref('audit_event.id'))

/** The batches of a partition's events; undefined where it has none. */
async function batchesOf(trx: Trx, part: Partition): Promise<BatchRange | undefined> {
  const { rows } = await sql<{ fromBatch: number | null; toBatch: number | null }>`
    select min(batch) as "fromBatch", max(batch) as "toBatch" from audit_event where ${ofPart(part)}`.execute(
    trx,
  )
  const { fromBatch = null, toBatch = null } = rows[0] ?? {}
  return fromBatch === null || toBatch === null ? undefined : { fromBatch, toBatch }
}

/** Writes a partition's events. @returns what was written, and of which seals */
async function write(
  trx: Trx,
  part: Partition,
  batches: BatchRange,
  seals: readonly Seal[],
  store: FileStore,
): Promise<ArchiveContent> {
  const hash = createHash('sha256')
  const tally = sealTally()
  let [events, found, current] = [0, 0, 0]
  const endSeal = () => {
    const seal = seals[current]
    if (seal) tally.add(seal, found)
    found = 0
    current += 1
  }
  async function* lines() {
    for await (const rows of readEvents(trx, batches, ofPart(part))) {
      const texts = rows.map((row) => {
        while (Number(row.batch) > (seals[current]?.toBatch ?? Number.POSITIVE_INFINITY)) endSeal()
        found += 1
        return lineText(row)
      })
      const text = texts.join('')
      hash.update(text)
      events += texts.length
      yield text
    }
    endSeal()
  }
  await writeLines(store, filesOf(part.name).events, lines())
  return {
    name: part.name,
    ...batches,
    events,
    sha256: hash.digest('hex'),
    seals: tally.seals,
    archivedAt: new Date(),
  }
}

/** Reads back what was written, and verifies with it each seal as it will be verified once the partition is gone. */
async function verifyWritten(
  trx: Trx,
  part: Partition,
  seals: readonly Seal[],
  record: ArchiveRecord,
  { store, key }: ArchiveOptions,
): Promise<void> {
  const fault = await faultOfArchive(store, record)
  if (fault !== undefined)
    throw new StartupError(`${filesOf(part.name).events}: ${fault}. The partition stays in the database.`)
  // A seal may be over the end of the month before, which is archived already: perhaps at another place.
  const earlier = await trx
    .selectFrom('auditArchive')
    .selectAll()
    .where('toBatch', '>=', record.fromBatch)
    .execute()
  const found = await Promise.all(earlier.map(({ name }) => findManifest(store, name)))
  const isHere = (other: ArchiveRecord) => found.some((there) => there?.signature === other.signature)
  const archived = readTogether([record, ...earlier.filter(isHere)].map((one) => ({ record: one, store })))
  try {
    for (const seal of seals) {
      if (eventsOfSeal(record, seal) === 0) continue
      if (earlier.some((other) => !isHere(other) && eventsOfSeal(other, seal) > 0)) continue
      const { events, hash } = await hashEvents(trx, seal, seal.previousHash, {
        which: sql`not ${ofPart(part)}`,
        archived,
      })
      if (isSigned(seal, key) && events === seal.events && hash === seal.hash) continue
      throw new StartupError(
        `${part.name}: seal ${seal.number} does not match the events behind it, so that they stay in the database: ` +
          'run pnpm audit:verify.',
      )
    }
  } finally {
    await archived.close()
  }
}

/** @returns what was written; or why the partition stays */
async function copy(part: Partition, options: ArchiveOptions): Promise<ArchiveRecord | string> {
  const { db, key, store } = options
  const there = await findManifest(store, part.name)
  if (there && !isSignedArchive(there, key))
    throw new StartupError(
      `There is an archive ${part.name} of another deployment: name a place of this one’s own.`,
    )
  const work = async (trx: Trx) => {
    const batches = await batchesOf(trx, part)
    if (!batches) return 'it has no events'
    const seals = await sealsOf(trx, batches)
    if ((seals.at(-1)?.toBatch ?? 0) < batches.toBatch) return 'not all of its events are sealed yet'
    const record = signArchive(await write(trx, part, batches, seals, store), key)
    await verifyWritten(trx, part, seals, record, options)
    return record
  }
  const record = await inTransaction(db, asSystem, work, {
    isolation: 'repeatable read',
    readOnly: true,
    unlimited: true,
  })
  if (typeof record === 'string') return record
  await writeText(store, filesOf(part.name).manifest, manifestOf(record))
  return record
}

/** Takes a partition that was archived out of the database, and tells the trail, in one transaction. */
const takeOut = (
  part: Partition,
  record: ArchiveRecord,
  { owner, operator }: ArchiveOptions,
): Promise<void> =>
  dropPartitions(owner, {
    parts: [{ table: 'audit_event', part: part.name }],
    before: async (trx) => {
      const { rows } =
        await sql`select from audit_event where ${ofPart(part)} and batch > ${record.toBatch} limit 1`.execute(
          trx,
        )
      if (rows.length > 0) throw new StartupError(`${part.name}: events were added meanwhile. Run it again.`)
      const { signature: _, seals: __, ...told } = record
      await recordAudit(trx, {
        actorId: null,
        actorName: operator,
        tenantId: '0',
        call: 'audit:archive',
        entity: 'audit_archive',
        entityId: part.name,
        after: told,
      })
    },
    note: (trx) =>
      trx
        .insertInto('auditArchive')
        .values({ ...record, seals: JSON.stringify(record.seals) as never })
        .execute(),
  })

/**
 * Archives the partitions of the trail that end before a month: writes each to a place, reads it back, verifies the
 * seals with it, and only then takes it out of the database. Broken off at any point, it has lost nothing, and goes on
 * the next time.
 *
 * @returns how many were archived
 */
export async function archiveAudit(options: ArchiveOptions): Promise<number> {
  const { db, before, onPart, signal } = options
  let archived = 0
  for (const part of await partitionsBefore(db, 'audit_event', before)) {
    signal?.throwIfAborted()
    const record = await copy(part, options)
    signal?.throwIfAborted()
    if (typeof record === 'string') {
      onPart?.({ name: part.name, reason: record })
      continue
    }
    await takeOut(part, record, options)
    archived += 1
    onPart?.({ name: part.name, record })
  }
  return archived
}
