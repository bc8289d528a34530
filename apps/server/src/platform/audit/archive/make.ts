import type { KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import { StartupError } from '../../database/errors.ts'
import { type Drop, dropPartitions, isOf, type Partition } from '../../database/partitions.ts'
import type { Trx } from '../../database/transaction.ts'
import { program } from '../../observability/program.ts'
import type { NewArchive } from '../../storage/archive/archive.ts'
import type { ArchiveOptions, ArchiveSource } from '../../storage/archive/partitions.ts'
import { type BatchRange, chainsOf, formOf, hashEvents, lineText, readEvents } from '../canonical.ts'
import { recordAudit } from '../record.ts'
import { isSigned, type Seal, sealForm } from '../seal.ts'
import { readTogether } from './events.ts'
import { type ArchiveRecord, auditArchives, eventsOfSeal, sealTally } from './record.ts'

/** An archived partition of the trail. */
export interface ArchivedPart {
  readonly record: ArchiveRecord
  /** Numbers of the seals that were not verified, since some of their events are archived in another folder or bucket. */
  readonly unverified: readonly number[]
}

type Options = ArchiveOptions<ArchivedPart>

/** Reads the seals that cover a range of batches, in order. */
async function sealsOf(trx: Trx, { fromBatch, toBatch }: BatchRange): Promise<Seal[]> {
  return await trx
    .selectFrom('auditSeal')
    .selectAll()
    .where('toBatch', '>=', fromBatch)
    .where('fromBatch', '<=', toBatch)
    .orderBy('number')
    .execute()
}

const ofPart = (part: Partition) => isOf(part, sql.ref('audit_event.id'))

/** Reads the range of batches of a partition's events; undefined if the partition is empty. */
async function batchesOf(trx: Trx, part: Partition): Promise<BatchRange | undefined> {
  const { rows } = await sql<{ fromBatch: number | null; toBatch: number | null }>`
    select min(batch) as "fromBatch", max(batch) as "toBatch" from audit_event where ${ofPart(part)}`.execute(
    trx,
  )
  const { fromBatch = null, toBatch = null } = rows[0] ?? {}
  return fromBatch === null || toBatch === null ? undefined : { fromBatch, toBatch }
}

/** Writes a partition's events. @returns the unsigned record, with the seals that cover them */
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
    for await (const rows of readEvents(trx, { ...batches, form: formOf(seals) }, ofPart(part))) {
      const texts = rows.map((row) => {
        while (Number(row.batch) > (seals[current]?.toBatch ?? Number.POSITIVE_INFINITY)) endSeal()
        found += 1
        return lineText(row, seals[current]?.form ?? sealForm)
      })
      events += texts.length
      yield texts.join('')
    }
    endSeal()
  }
  const sha256 = await archive.write(lines())
  return { name: part.name, ...batches, events, sha256, seals: tally.seals, archivedAt: new Date() }
}

/** Reads the records of earlier archives that may share seals with this one. */
async function archivedBefore(trx: Trx, { fromBatch }: ArchiveRecord, key: KeyObject) {
  const rows: readonly ArchiveRecord[] = await trx
    .selectFrom('auditArchive')
    .selectAll()
    .where('toBatch', '>=', fromBatch)
    .execute()
  const forged = rows.find((row) => !auditArchives.isSigned(row, key))
  if (forged)
    throw new StartupError(
      `The database row of archive ${forged.name} is not signed with this deployment's key. Run ${program} audit:verify.`,
    )
  return rows
}

/**
 * Verifies each seal from the written archive instead of the partition.
 *
 * @returns the seals that cannot be verified: they also cover a month that is archived in another folder or bucket
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
    for (const chain of chainsOf(having.filter(isVerifiable))) {
      signal?.throwIfAborted()
      const ranges = chain.map((seal) => ({ ...seal, archived }))
      const hashes = await hashEvents(trx, ranges, sql`not ${ofPart(part)}`)
      const wrong = chain.find((seal, index) => {
        const { events, hash } = hashes[index] ?? {}
        return !isSigned(seal, key) || events !== seal.events || hash !== seal.hash
      })
      if (!wrong) continue
      throw new StartupError(
        `${part.name}: seal ${wrong.number} does not match its events, which stay in the database. ` +
          `Run ${program} audit:verify.`,
      )
    }
    return having.filter((seal) => !isVerifiable(seal)).map(({ number }) => number)
  } finally {
    await archived.close()
  }
}

/**
 * Drops a partition unless it has events of later batches than the given one. New events carry its images of access, so
 * that later instants can still be rebuilt.
 */
const drop = (
  part: Partition,
  lastBatch: number,
  { owner, signal }: Options,
  {
    onMore,
    ...records
  }: Pick<Drop, 'audit' | 'noteAsOwner'> & { readonly onMore?: () => Promise<void> } = {},
): Promise<void> =>
  dropPartitions(owner, {
    parts: [{ table: 'audit_event', part: part.name }],
    check: async (trx) => {
      const { rows } = await sql`
        select from audit_event where ${ofPart(part)} and batch > ${lastBatch} limit 1`.execute(trx)
      if (rows.length > 0) {
        await onMore?.()
        throw new StartupError(`${part.name}: events were added during archiving. Run the command again.`)
      }
      await sql`select carry_access(${part.name})`.execute(trx)
    },
    signal,
    ...records,
  })

/** Drops an archived partition, and records it in `audit_archive` and in the trail, in one transaction. */
const dropArchived = (
  part: Partition,
  record: ArchiveRecord,
  archive: NewArchive<ArchiveRecord>,
  options: Options,
): Promise<void> =>
  drop(part, record.toBatch, options, {
    onMore: archive.withdraw,
    audit: (trx) => {
      const { signature: _, seals: __, ...after } = record
      return recordAudit(trx, {
        actorId: null,
        actorName: options.operator,
        tenantId: '0',
        call: 'audit:archive',
        entity: 'audit_archive',
        entityId: part.name,
        after,
      })
    },
    noteAsOwner: (trx) =>
      trx
        .insertInto('auditArchive')
        .values({ ...record, seals: JSON.stringify(record.seals) as never })
        .execute(),
  })

/**
 * The audit trail as a source of archives. A partition is archived once all its events are sealed, and its seals are
 * verified from the written archive.
 */
export const auditSource: ArchiveSource<ArchiveRecord, ArchivedPart> = {
  table: 'audit_event',
  kind: auditArchives,
  copy: async (trx, part, archive, options) => {
    const batches = await batchesOf(trx, part)
    if (!batches) return 'empty'
    const seals = await sealsOf(trx, batches)
    if ((seals.at(-1)?.toBatch ?? 0) < batches.toBatch)
      return { stays: 'not all of its events are sealed yet' }
    const record = archive.sign(await write(trx, part, batches, seals, archive))
    await archive.readBack(record, record.events)
    const unverified = await verifyWritten(trx, part, seals, record, options)
    return {
      manifest: record,
      archived: { record, unverified },
      drop: () => dropArchived(part, record, archive, options),
    }
  },
  dropEmpty: (part, options) => drop(part, 0, options),
}
