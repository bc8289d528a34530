import type { KeyObject } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'
import { endOfCheckpoints, headLine, sealOfLine } from './checkpoints.ts'
import { isSigned, type Seal } from './seal.ts'

/** A file of checkpoints, up to its length before the trail was read. */
export interface CheckpointFile {
  readonly path: string
  /** Bytes; undefined if there is no such file. */
  readonly size: number | undefined
}

/** Notes how far a file reaches: what a running server appends after that is of seals that are not looked at. */
export const openCheckpoints = async (path: string): Promise<CheckpointFile> => ({
  path,
  size: await stat(path).then(
    ({ size }) => size,
    () => undefined,
  ),
})

/** Heads that are compared with the trail at once. */
const chunk = 1_000

/** State of reading a file. */
interface Reading {
  readonly path: string
  /** The highest number of a head in it. */
  highest: number
  newest: Seal | undefined
  /** Lines that are no head of this deployment, by their numbers. */
  readonly strange: number[]
  readonly gaps: string[]
  /** Heads whose seals the trail does not have, or has otherwise. */
  readonly missing: Seal[]
  readonly other: Seal[]
}

/** Compares heads with the seals of the same numbers. */
async function compare(trx: Trx, reading: Reading, checkpoints: readonly Seal[]): Promise<void> {
  const numbers = checkpoints.map(({ number }) => number)
  const rows = await trx
    .selectFrom('auditSeal')
    .selectAll()
    .where('number', '>=', Math.min(...numbers))
    .where('number', '<=', Math.max(...numbers))
    .execute()
  const seals = new Map(rows.map((seal) => [seal.number, headLine(seal)]))
  for (const head of checkpoints) {
    const line = seals.get(head.number)
    if (line === headLine(head)) continue
    const found = line === undefined ? reading.missing : reading.other
    // Only the first and the newest are reported.
    found.splice(1, 1, head)
  }
}

function follow(reading: Reading, head: Seal): void {
  if (head.number > reading.highest + 1) {
    const [first, last] = [reading.highest + 1, head.number - 1]
    reading.gaps.push(first === last ? `head ${first} is missing` : `heads ${first} to ${last} are missing`)
  }
  if (head.number <= reading.highest) return
  reading.highest = head.number
  reading.newest = head
}

/** Whether a line is the beginning of a head that was written anew behind it: a crash has cut it off. */
const isCutOff = (line: string, next: Seal | undefined): boolean =>
  next === undefined || headLine(next).startsWith(line.replace(/\0+$/, ''))

async function read(trx: Trx, key: KeyObject, { path, size = 0 }: CheckpointFile): Promise<Reading> {
  const reading: Reading = {
    path,
    highest: 0,
    newest: undefined,
    strange: [],
    gaps: [],
    missing: [],
    other: [],
  }
  if (size === 0) return reading
  const lines = createInterface({ input: createReadStream(path, { end: size - 1 }) })
  let [checkpoints, count]: [Seal[], number] = [[], 0]
  let doubtful: [number, string][] = []
  for await (const line of lines) {
    count += 1
    const head = sealOfLine(line)
    if (!head) {
      if (doubtful.length < chunk) doubtful.push([count, line])
      continue
    }
    reading.strange.push(...doubtful.filter(([, cut]) => !isCutOff(cut, head)).map(([number]) => number))
    doubtful = []
    if (!isSigned(head, key)) reading.strange.push(count)
    else {
      follow(reading, head)
      checkpoints.push(head)
    }
    if (checkpoints.length === chunk) {
      await compare(trx, reading, checkpoints)
      checkpoints = []
    }
  }
  // What is left is the last line, which may be written just now; more than that is no crash.
  reading.strange.push(...doubtful.slice(0, -1).map(([number]) => number))
  if (checkpoints.length > 0) await compare(trx, reading, checkpoints)
  return reading
}

const rangeOf = ([first, last = first]: readonly Seal[]): string =>
  first === last ? `seal ${first?.number}` : `seals ${first?.number} to ${last?.number}`

/** How many events the trail has lost at its end, by the newest head that is missing. */
const lossFault = (missing: readonly Seal[], last: Seal | undefined): string => {
  const events = (missing.at(-1)?.total ?? 0) - (last?.total ?? 0)
  return events > 0 ? `: the newest ${events} events behind seals were removed` : ''
}

/** Maximum number of faults of one kind that are reported. */
const maxNamed = 5
const listFew = (found: readonly (string | number)[]): string =>
  `${found.slice(0, maxNamed).join(', ')}${found.length > maxNamed ? ' and more' : ''}`

function faultsOf({ path, strange, gaps, missing, other }: Reading, last: Seal | undefined): string[] {
  const faults: string[] = []
  if (strange.length > 0) {
    faults.push(`${path}: it was edited: lines that are no head of this deployment: ${listFew(strange)}`)
  }
  if (gaps.length > 0) faults.push(`${path}: it was edited: ${listFew(gaps)}`)
  if (other.length > 0) {
    faults.push(`${path}: the trail has other seals than ${rangeOf(other)}: it was replaced, or sealed anew`)
  }
  if (missing.length > 0) {
    faults.push(`${path}: the trail lacks ${rangeOf(missing)}${lossFault(missing, last)}`)
  }
  return faults
}

/** Heads of other hosts' seals are written by the next round, some seconds later, in seconds. */
const late = 60

/**
 * Whether heads are missing that would long have been written. A process that was killed between its commit and its
 * line leaves one seal without a head, never two: heads are made good before the next seal.
 */
async function isBehind(trx: Trx, reached: number): Promise<boolean> {
  const seal = await trx
    .selectFrom('auditSeal')
    .select('number')
    .where('number', '=', reached + 2)
    .where('sealedAt', '<', sql<Date>`clock_timestamp() - make_interval(secs => ${late})`)
    .executeTakeFirst()
  return seal !== undefined
}

/**
 * Compares files of heads with the trail.
 *
 * @param last the trail's newest seal
 * @returns what is wrong, a line each
 */
export async function verifyCheckpoints(
  trx: Trx,
  key: KeyObject,
  files: readonly CheckpointFile[],
  last: Seal | undefined,
): Promise<string[]> {
  const faults: string[] = []
  let reached = 0
  for (const file of files) {
    if (file.size === undefined) {
      faults.push(`${file.path} is missing: the trail was not compared with its heads`)
      continue
    }
    const reading = await read(trx, key, file)
    faults.push(...faultsOf(reading, last))
    // A running server may have sealed between reading the file and reading the trail.
    const end = await endOfCheckpoints(file.path).catch(() => undefined)
    reached = Math.max(reached, reading.highest, end?.last?.number ?? 0)
  }
  const present = files.filter(({ size }) => size !== undefined).map(({ path }) => path)
  if (present.length > 0 && (await isBehind(trx, reached))) {
    faults.push(
      `${present.join(', ')}: the heads of seals ${reached + 1} to ${last?.number} are missing: the file was cut, ` +
        'or is of a host that has not run since',
    )
  }
  return faults
}
