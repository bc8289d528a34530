import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { StartupError } from '../../database/errors.ts'
import { type Drop, dropPartitions, isOf, type Partition } from '../../database/partitions.ts'
import { asSystem, inTransaction, mayIdle, type Trx } from '../../database/transaction.ts'
import { program } from '../../observability/program.ts'
import { beginArchive, type NewArchive } from '../../storage/archive/archive.ts'
import { type ArchiveOptions, archivePartitions } from '../../storage/archive/partitions.ts'
import { type BatchRange, hashEvents, lineText, readEvents, runsOf } from '../canonical.ts'
import { recordAudit } from '../record.ts'
import { firstForm, isSigned, type Seal } from '../seal.ts'
import { readTogether } from './events.ts'
import { type ArchiveRecord, auditArchives, eventsOfSeal, sealTally } from './record.ts'

/** A part of the trail that was archived. */
export interface ArchivedPart {
  readonly record: ArchiveRecord
  /** The numbers of seals that were not verified with it: other events of theirs are archived at another place. */
  readonly unverified: readonly number[]
}

type Options = ArchiveOptions<ArchivedPart>

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
  archive: NewArchive<ArchiveRecord>,
): Promise<Omit<ArchiveRecord, 'signature'>> {
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
      events += texts.length
      yield texts.join('')
    }
    endSeal()
  }
  const sha256 = await archive.write(lines())
  return { name: part.name, ...batches, events, sha256, seals: tally.seals, archivedAt: new Date() }
}

/** What is archived already of the seals of a part, and may be at another place. */
async function archivedBefore(trx: Trx, { fromBatch }: ArchiveRecord, key: KeyObject) {
  const rows: readonly ArchiveRecord[] = await trx
    .selectFrom('auditArchive')
    .selectAll()
    .where('toBatch', '>=', fromBatch)
    .execute()
  const forged = rows.find((row) => !auditArchives.isSigned(row, key))
  if (forged)
    throw new StartupError(
      `What the database says of archive ${forged.name} is not signed by this deployment's key: run ${program} audit:verify.`,
    )
  return rows
}

/**
 * Verifies with what was written each seal as it will be verified once the partition is gone.
 * @returns those that cannot be: a seal may be over the end of the month before, which is archived at another place
 */
async function verifyWritten(
  trx: Trx,
  part: Partition,
  seals: readonly Seal[],
  record: ArchiveRecord,
  { store, key, signal }: Options,
): Promise<number[]> {
  const earlier = await archivedBefore(trx, record, key)
  const found = await Promise.all(earlier.map(({ name }) => auditArchives.find(store, name)))
  const isHere = (other: ArchiveRecord) => found.some((there) => there?.signature === other.signature)
  const archived = readTogether([record, ...earlier.filter(isHere)].map((one) => ({ record: one, store })))
  try {
    const isVerifiable = (seal: Seal) =>
      !earlier.some((other) => !isHere(other) && eventsOfSeal(other, seal) > 0)
    const having = seals.filter((seal) => eventsOfSeal(record, seal) > 0)
    for (const run of runsOf(having.filter(isVerifiable))) {
      signal?.throwIfAborted()
      const ranges = run.map((seal) => ({ ...seal, archived }))
      const hashes = await hashEvents(trx, ranges, sql`not ${ofPart(part)}`)
      const wrong = run.find((seal, index) => {
        const { events, hash } = hashes[index] ?? {}
        return !isSigned(seal, key) || events !== seal.events || hash !== seal.hash
      })
      if (!wrong) continue
      throw new StartupError(
        `${part.name}: seal ${wrong.number} does not match the events behind it, so that they stay in the database: ` +
          `run ${program} audit:verify.`,
      )
    }
    return having.filter((seal) => !isVerifiable(seal)).map(({ number }) => number)
  } finally {
    await archived.close()
  }
}

/** @returns what was written; or why the partition was not archived */
async function copy(part: Partition, archive: NewArchive<ArchiveRecord>, options: Options) {
  const work = async (trx: Trx) => {
    await mayIdle(trx)
    const batches = await batchesOf(trx, part)
    if (!batches) return 'empty'
    const seals = await sealsOf(trx, batches)
    if ((seals.at(-1)?.toBatch ?? 0) < batches.toBatch) return 'not sealed'
    const record = archive.sign(await write(trx, part, batches, seals, archive))
    await archive.readBack(record, record.events)
    return { record, unverified: await verifyWritten(trx, part, seals, record, options) }
  }
  const written = await inTransaction(options.db, asSystem, work, {
    isolation: 'repeatable read',
    readOnly: true,
    unlimited: true,
  })
  if (typeof written !== 'string') await archive.complete(written.record)
  return written
}

/** Drops a partition unless it has events of batches behind one. */
const drop = (
  part: Partition,
  behind: number,
  { owner, signal }: Options,
  { onMore, ...noting }: Pick<Drop, 'tell' | 'note'> & { readonly onMore?: () => Promise<void> } = {},
): Promise<void> =>
  dropPartitions(owner, {
    parts: [{ table: 'audit_event', part: part.name }],
    check: async (trx) => {
      const { rows } = await sql`
        select from audit_event where ${ofPart(part)} and batch > ${behind} limit 1`.execute(trx)
      if (rows.length === 0) return
      await onMore?.()
      throw new StartupError(`${part.name}: events were added meanwhile. Run it again.`)
    },
    signal,
    ...noting,
  })

/** Takes a partition that was archived out of the database, and tells the trail, in one transaction. */
const takeOut = (
  part: Partition,
  record: ArchiveRecord,
  archive: NewArchive<ArchiveRecord>,
  options: Options,
): Promise<void> =>
  drop(part, record.toBatch, options, {
    onMore: archive.withdraw,
    tell: (trx) => {
      const { signature: _, seals: __, ...told } = record
      return recordAudit(trx, {
        actorId: null,
        actorName: options.operator,
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
 * @returns how many are no longer in the database
 */
export const archiveAudit = (options: Options): Promise<number> =>
  archivePartitions('audit_event', options, async (part) => {
    const archive = await beginArchive(auditArchives, part.name, options)
    const copied = await copy(part, archive, options)
    options.signal?.throwIfAborted()
    if (copied === 'not sealed') return { stays: 'not all of its events are sealed yet' }
    if (copied === 'empty') {
      await drop(part, 0, options)
      return { empty: true }
    }
    await takeOut(part, copied.record, archive, options)
    return { archived: copied }
  })
