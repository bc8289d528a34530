import type { KeyObject } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { StartupError } from '../database/errors.ts'
import type { Database } from '../database/schema.ts'
import { asSystem, inTransaction, type Trx } from '../database/transaction.ts'
import { program } from '../observability/program.ts'
import { isSigned, locks, type Seal, waitForLock } from './seal.ts'

/*
 * The file of checkpoints has every seal as a line of JSON, appended outside the database as soon as the seal is
 * committed. An attacker who removes the newest seals and events from the database must change this file too.
 */

/** Returns the line of a seal. The same seal always has the same line, so that a line that was cut off can be detected. */
export function checkpointLine(seal: Seal): string {
  const { form, number, fromBatch, toBatch, emptyBatches, events, total } = seal
  const { hash, previousHash, signature, sealedAt } = seal
  return JSON.stringify({
    number,
    total,
    hash,
    signature,
    sealedAt: sealedAt.toISOString(),
    form,
    fromBatch,
    toBatch,
    emptyBatches,
    events,
    previousHash,
  })
}

const shape: Readonly<Record<keyof Seal, (value: unknown) => boolean>> = {
  form: Number.isSafeInteger,
  number: Number.isSafeInteger,
  fromBatch: Number.isSafeInteger,
  toBatch: Number.isSafeInteger,
  emptyBatches: Number.isSafeInteger,
  events: Number.isSafeInteger,
  total: Number.isSafeInteger,
  hash: (value) => typeof value === 'string',
  previousHash: (value) => typeof value === 'string',
  signature: (value) => typeof value === 'string',
  sealedAt: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
}

/**
 * Parses a line of the file.
 * @returns the seal; undefined for any other line
 */
export function sealOfLine(line: string): Seal | undefined {
  try {
    const read = JSON.parse(line)
    const complete = Object.entries(shape).every(([name, isRight]) => isRight(read[name]))
    return complete ? { ...read, sealedAt: new Date(read.sealedAt) } : undefined
  } catch {
    return undefined
  }
}

/** The last checkpoint of the file, and whether a crash cut off a line after it. */
interface End {
  readonly last: Seal | undefined
  readonly isCut: boolean
}

/** Number of bytes read from the end of the file, enough for several lines. */
const tailLength = 16_384

/**
 * Reads the end of the file; a missing file counts as empty.
 * @throws Error if the end has no readable checkpoint
 */
export async function endOfCheckpoints(path: string): Promise<End> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!handle) return { last: undefined, isCut: false }
  try {
    const { size } = await handle.stat()
    const start = Math.max(0, size - tailLength)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
    const isCut = lines.at(-1) !== ''
    const last = lines.slice(0, -1).reverse().map(sealOfLine).find(Boolean)
    if (!last && start > 0)
      throw new Error(
        `${path} does not end with a checkpoint of the audit trail: run ${program} audit:verify`,
      )
    return { last, isCut }
  } finally {
    await handle.close()
  }
}

/** Appends lines and waits until they are on the disk. Each process appends whole lines in one write. */
async function append(path: string, lines: readonly string[], isCut: boolean): Promise<void> {
  const handle = await open(path, 'a', 0o600)
  try {
    await handle.appendFile(`${isCut ? '\n' : ''}${lines.join('\n')}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Maximum number of seals read and written at once. */
const chunk = 1_000

const sealsAfter = (trx: Trx, number: number): Promise<Seal[]> =>
  trx
    .selectFrom('auditSeal')
    .selectAll()
    .where('number', '>', number)
    .orderBy('number')
    .limit(chunk)
    .execute()

/**
 * Checks that the trail has the last seal of the file. Otherwise nothing is written.
 * @throws Error if the trail has another seal with this number, or none
 */
async function checkLast(trx: Trx, path: string, last: Seal): Promise<void> {
  const found = await trx
    .selectFrom('auditSeal')
    .select('signature')
    .where('number', '=', last.number)
    .executeTakeFirst()
  if (found?.signature === last.signature) return
  throw new Error(
    `seal ${last.number} in ${path} ${found ? 'differs from the one in' : 'is missing from'} the trail: run ${program} audit:verify`,
  )
}

/**
 * Appends the seals that the file lacks. If a process was killed between the commit of a seal and its line, the next
 * round of any process adds the line.
 * @returns the number of appended seals
 * @throws Error if the file and the trail disagree, or a seal is not signed with the key. The file is unchanged then.
 */
export async function writeCheckpoints(db: Kysely<Database>, key: KeyObject, path: string): Promise<number> {
  return await inTransaction(db, asSystem, async (trx) => {
    if (!(await waitForLock(trx, locks.sealing))) return 0
    const end = await endOfCheckpoints(path)
    if (end.last) await checkLast(trx, path, end.last)
    let [written, after, isCut] = [0, end.last?.number ?? 0, end.isCut]
    for (;;) {
      const seals = await sealsAfter(trx, after)
      const forged = seals.find((seal) => !isSigned(seal, key))
      if (forged) throw new Error(`seal ${forged.number} is not signed with this deployment's key`)
      if (seals.length > 0) await append(path, seals.map(checkpointLine), isCut)
      written += seals.length
      after = seals.at(-1)?.number ?? after
      isCut = false
      if (seals.length < chunk) return written
    }
  })
}

/**
 * Checks that the file of checkpoints can be written, before anything is sealed.
 * @throws StartupError if it cannot be written
 */
export async function prepareCheckpoints(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await (await open(path, 'a', 0o600)).close()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(
      `The audit checkpoint file cannot be written (${reason}): set AUDIT_HEADS to a writable file.`,
    )
  }
}
