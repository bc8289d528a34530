import { createHash } from 'node:crypto'
import { textOfContent } from '../../platform/audit/index.ts'
import type { Parts } from './parts.ts'
import type { Review } from './save.ts'

/** Form of the record, for programs that read it. */
const form = 1

/** A concluded review, before its record is stored. */
type Concluded = Omit<Review, 'record' | 'recordSha256'>

/** Returns the content that the signature of a concluded review signs. */
export function recordOf(review: Concluded, { looks, findings }: Parts) {
  const { createdAt: _, updatedAt: __, rowVersion: ___, reminded: ____, ...facts } = review
  return {
    ...{ form, meaning: 'reviewer', review: facts },
    looks: looks.map(({ createdAt: time, updatedAt: _, rowVersion: __, ...look }) => ({ ...look, time })),
    findings: findings.map(({ createdAt: foundAt, updatedAt: _, rowVersion: __, ...finding }) => ({
      ...finding,
      foundAt,
    })),
  }
}

/** Returns a record as text, and its SHA-256, hex: the hash that the signature of the conclusion contains. */
export function sealedRecord(record: object): { readonly record: string; readonly recordSha256: string } {
  const text = textOfContent(record)
  return { record: text, recordSha256: createHash('sha256').update(text).digest('hex') }
}

/** Returns whether the stored record still is what its hash says. */
export const isIntact = ({ record, recordSha256 }: Pick<Review, 'record' | 'recordSha256'>): boolean =>
  createHash('sha256').update(record).digest('hex') === recordSha256
