import type { KeyObject } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'
import { counted } from '../texts/counted.ts'
import { checkpointLine, endOfCheckpoints, sealOfLine } from './checkpoints.ts'
import { isSigned, type Seal } from './seal.ts'

/** A file of checkpoints, with its length before the trail was read. */
export interface CheckpointFile {
  readonly path: string
  /** Length in bytes; undefined if there is no such file. */
  readonly size: number | undefined
}

/** Notes the length of a file. Lines that a running server appends later belong to seals that are not verified. */
export const openCheckpoints = async (path: string): Promise<CheckpointFile> => ({
  path,
  size: await stat(path).then(
    ({ size }) => size,
    () => undefined,
  ),
})

/** Maximum number of checkpoints that are compared with the trail at once. */
const chunk = 1_000

/** State of reading a file. */
interface Reading {
  readonly path: string
  /** Highest number of a checkpoint in the file. */
  highest: number
  newest: Seal | undefined
  /** Numbers of the lines that are not checkpoints of this deployment. */
  readonly strange: number[]
  readonly gaps: string[]
  /** Checkpoints whose seals are missing in the trail or differ from the trail's. */
  readonly missing: Seal[]
  readonly other: Seal[]
}

/** Compares checkpoints with the seals of the same numbers. */
async function compare(trx: Trx, reading: Reading, checkpoints: readonly Seal[]): Promise<void> {
  const numbers = checkpoints.map(({ number }) => number)
  const rows = await trx
    .selectFrom('auditSeal')
    .selectAll()
    .where('number', '>=', Math.min(...numbers))
    .where('number', '<=', Math.max(...numbers))
    .execute()
  const seals = new Map(rows.map((seal) => [seal.number, checkpointLine(seal)]))
  for (const head of checkpoints) {
    const line = seals.get(head.number)
    if (line === checkpointLine(head)) continue
    const found = line === undefined ? reading.missing : reading.other
    // Keep only the first and the newest, which are reported.
    found.splice(1, 1, head)
  }
}

function follow(reading: Reading, head: Seal): void {
  if (head.number > reading.highest + 1) {
    const [first, last] = [reading.highest + 1, head.number - 1]
    reading.gaps.push(
      first === last ? `checkpoint ${first} is missing` : `checkpoints ${first} to ${last} are missing`,
    )
  }
  if (head.number <= reading.highest) return
  reading.highest = head.number
  reading.newest = head
}

/** Returns whether a crash cut off a line. The next line then has the whole checkpoint. */
const isCutOff = (line: string, next: Seal | undefined): boolean =>
  next === undefined || checkpointLine(next).startsWith(line.replace(/\0+$/, ''))

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
  // The last of these lines may be in the middle of a write. A crash does not explain the others.
  reading.strange.push(...doubtful.slice(0, -1).map(([number]) => number))
  if (checkpoints.length > 0) await compare(trx, reading, checkpoints)
  return reading
}

const rangeOf = ([first, last = first]: readonly Seal[]): string =>
  first === last ? `seal ${first?.number}` : `seals ${first?.number} to ${last?.number}`

/** Describes how many events the end of the trail has lost, according to the newest missing checkpoint. */
const lossFault = (missing: readonly Seal[], last: Seal | undefined): string => {
  const events = (missing.at(-1)?.total ?? 0) - (last?.total ?? 0)
  return events > 0 ? `: the newest ${counted(events, 'sealed event was', 'sealed events were')} removed` : ''
}

/** Maximum number of faults of one kind that are reported. */
const maxNamed = 5

/** Lists the first of the found lines or faults. */
export const listFew = (found: readonly (string | number)[]): string =>
  `${found.slice(0, maxNamed).join(', ')}${found.length > maxNamed ? ' and more' : ''}`

function faultsOf({ path, strange, gaps, missing, other }: Reading, last: Seal | undefined): string[] {
  const faults: string[] = []
  if (strange.length > 0) {
    faults.push(`${path} was edited: these lines are not checkpoints of this deployment: ${listFew(strange)}`)
  }
  if (gaps.length > 0) faults.push(`${path} was edited: ${listFew(gaps)}`)
  if (other.length > 0) {
    faults.push(`${path}: the trail differs at ${rangeOf(other)}: it was replaced or sealed again`)
  }
  if (missing.length > 0) {
    faults.push(`${path}: the trail lacks ${rangeOf(missing)}${lossFault(missing, last)}`)
  }
  return faults
}

/** Age in seconds at which a seal must have a checkpoint. Another host's round may write it some seconds after the seal. */
const checkpointDeadlineSeconds = 60

/**
 * Returns whether checkpoints are missing that should have been written long ago. A process that was killed between
 * the commit of a seal and its line leaves one seal without a checkpoint, never two: missing checkpoints are written
 * before the next seal.
 */
async function lacksOldCheckpoints(trx: Trx, reached: number): Promise<boolean> {
  const seal = await trx
    .selectFrom('auditSeal')
    .select('number')
    .where('number', '=', reached + 2)
    .where(
      'sealedAt',
      '<',
      sql<Date>`clock_timestamp() - make_interval(secs => ${checkpointDeadlineSeconds})`,
    )
    .executeTakeFirst()
  return seal !== undefined
}

/**
 * Compares files of checkpoints with the trail.
 * @param last the trail's newest seal
 * @returns the faults, one line each
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
      faults.push(`${file.path} is missing: the trail was not compared with its checkpoints`)
      continue
    }
    const reading = await read(trx, key, file)
    faults.push(...faultsOf(reading, last))
    // A running server may have sealed between reading the file and reading the trail.
    const end = await endOfCheckpoints(file.path).catch(() => undefined)
    reached = Math.max(reached, reading.highest, end?.last?.number ?? 0)
  }
  const present = files.filter(({ size }) => size !== undefined).map(({ path }) => path)
  if (present.length > 0 && (await lacksOldCheckpoints(trx, reached))) {
    faults.push(
      `${present.join(', ')}: the checkpoints of seals ${reached + 1} to ${last?.number} are missing: the file was truncated, ` +
        'or its host has not run since',
    )
  }
  return faults
}
