import {
  type certificateTypes,
  maxCertificateBytes,
  type RequestOf,
  type trainingEvidenceSave,
} from '@atrium/contract'
import { type FieldIssue, fieldIssue } from '../../platform/http/rejection.ts'

type MediaType = (typeof certificateTypes)[number]

/** First bytes of each type. */
const beginnings: readonly (readonly [type: MediaType, bytes: readonly number[]])[] = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
]

/** A certificate as it is stored. */
export interface Certificate {
  readonly fileName: string
  readonly contentType: MediaType
  readonly bytes: Buffer
}

/** Reads the certificate of a call. Its first bytes decide about its type, whatever its name says. */
export function readCertificate({
  fileName,
  fileContent,
}: Pick<RequestOf<typeof trainingEvidenceSave>, 'fileName' | 'fileContent'>): {
  readonly certificate: Certificate | undefined
  readonly issues: readonly FieldIssue[]
} {
  if (fileName === '') return { certificate: undefined, issues: [] }
  const bytes = Buffer.from(fileContent, 'base64')
  const [found] = beginnings.filter(([, first]) => first.every((byte, index) => bytes[index] === byte))
  return found && bytes.length <= maxCertificateBytes
    ? { certificate: { fileName, contentType: found[0], bytes }, issues: [] }
    : { certificate: undefined, issues: [fieldIssue('fileContent', 'training.rule.file')] }
}
