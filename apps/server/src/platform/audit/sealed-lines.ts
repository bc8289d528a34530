import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { asSystem, inTransaction, type Trx } from '../database/transaction.ts'
import { columnsOf, type EventColumns, lineText } from './canonical.ts'
import { checkpointLine } from './checkpoints.ts'
import { type Seal, sealForm } from './seal.ts'

/*
 * An export of sealed lines proves itself without the database. Each line is JSON:
 * - first, the header;
 * - an array for each event: number and form of its seal, then the columns as the seal hashes them. An event that is
 *   not sealed yet has '' instead of the number;
 * - the checkpoint of each seal, before the first of its events;
 * - last, the number of events, the hash of all earlier lines and the signature over both.
 */

export const exportFormat = 'atrium-audit-export-1'

/** The first line of an export. */
export interface ExportHeader {
  readonly format: typeof exportFormat
  /** ISO 8601, UTC. */
  readonly exportedAt: string
  /** Name of the user who exported. */
  readonly by: string
  readonly filters: object
  /** Key of the deployment: Ed25519, SPKI, base64url. */
  readonly publicKey: string
}

/** The last line of an export. */
export interface ExportEnd {
  readonly events: number
  /** SHA-256 of all lines before, hex. */
  readonly sha256: string
  /** Ed25519, base64url. */
  readonly signature: string
}

/** Returns the text of a public key, or of the public part of a private one. */
export const textOfKey = (key: KeyObject): string =>
  (key.type === 'public' ? key : createPublicKey(key))
    .export({ format: 'der', type: 'spki' })
    .toString('base64url')

/**
 * Returns the fingerprint of a deployment's key: SHA-256 of the public key (SPKI), hex. Deployments publish it, and
 * copies of the trail show it, so that readers can compare both.
 */
export const fingerprintOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(Buffer.from(textOfKey(key), 'base64url'))
    .digest('hex')

/** Parses the text of a public key. @returns undefined for any other text */
export function keyOfText(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64url'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

const signedText = ({ events, sha256 }: Omit<ExportEnd, 'signature'>): Buffer =>
  Buffer.from(JSON.stringify([exportFormat, events, sha256]))

/** Returns whether the end of an export was signed with the key. */
export const isSignedEnd = (end: ExportEnd, key: KeyObject): boolean =>
  verify(null, signedText(end), key, Buffer.from(end.signature, 'base64url'))

/** Returns the last line of an export. The same end always has the same line. */
export const endLine = ({ events, sha256, signature }: ExportEnd): string =>
  `${JSON.stringify({ events, sha256, signature })}\n`

/** Reads events of the trail, which the role of the transaction may see, for `sealedLines`. */
export async function readSealedColumns(
  trx: Trx,
  events: readonly { readonly tenantId: string; readonly id: string }[],
): Promise<readonly EventColumns[]> {
  const [tenants, ids] = [events.map(({ tenantId }) => tenantId), events.map(({ id }) => id)]
  const { rows } = await sql<EventColumns>`
    select ${columnsOf(sealForm)} from audit_event
    where (tenant_id, id) in (select * from unnest(${tenants}::text[], ${ids}::text[]))
    order by audit_event.sequence desc`.execute(trx.withoutPlugins())
  return rows
}

/** Finds the seals of batches. Reads them as the server itself, since a seal covers events of all tenants. */
export async function findSealsOf(
  db: Kysely<Database>,
  batches: readonly number[],
): Promise<readonly Seal[]> {
  const work = async (trx: Trx) =>
    (
      await sql<Seal>`
        select distinct seal.* from unnest(${[...new Set(batches)]}::integer[]) as event (batch) cross join lateral
          (select * from audit_seal where to_batch >= event.batch order by to_batch limit 1) as seal
        where seal.from_batch <= event.batch order by seal.number`.execute(trx)
    ).rows
  return await inTransaction(db, asSystem, work, { readOnly: true })
}

export interface SealedExport extends Pick<ExportHeader, 'by' | 'filters'> {
  readonly exportedAt: Date
  /** The deployment's signing key, `secrets.auditKey`. */
  readonly key: KeyObject
  /** Events in chunks and in any order, from `readSealedColumns`. */
  readonly events: AsyncIterable<readonly EventColumns[]>
  /** Finds the seals of these batches, as `findSealsOf` does. */
  readonly sealsOf: (batches: readonly number[]) => Promise<readonly Seal[]>
}

const covers = ({ fromBatch, toBatch }: Seal, batch: number): boolean =>
  fromBatch <= batch && batch <= toBatch

/** Returns the lines of the events of a chunk and of the seals that are not in the file yet. */
function* linesOf(
  events: readonly EventColumns[],
  seals: readonly Seal[],
  written: Set<number>,
): Generator<string> {
  for (const event of events) {
    const seal = seals.find((found) => covers(found, Number(event.batch)))
    if (seal && !written.has(seal.number)) {
      written.add(seal.number)
      yield `${checkpointLine(seal)}\n`
    }
    const form = seal?.form ?? sealForm
    yield `[${JSON.stringify(seal?.number ?? '')},${form},${lineText(event, form).slice(1)}`
  }
}

/** Writes an export of events with their seals. @returns its text in chunks of whole lines */
export async function* sealedLines({
  exportedAt,
  by,
  filters,
  key,
  events,
  sealsOf,
}: SealedExport): AsyncGenerator<string, void, undefined> {
  const hash = createHash('sha256')
  const hashed = (text: string) => {
    hash.update(text)
    return text
  }
  const header: ExportHeader = {
    format: exportFormat,
    exportedAt: exportedAt.toISOString(),
    by,
    filters,
    publicKey: textOfKey(key),
  }
  yield hashed(`${JSON.stringify(header)}\n`)
  const written = new Set<number>()
  let count = 0
  for await (const chunk of events) {
    const seals = await sealsOf(chunk.map(({ batch }) => Number(batch)))
    count += chunk.length
    yield hashed([...linesOf(chunk, seals, written)].join(''))
  }
  const end = { events: count, sha256: hash.digest('hex') }
  yield endLine({ ...end, signature: sign(null, signedText(end), key).toString('base64url') })
}
