export type { EventColumns } from './canonical.ts'
export { prepareCheckpoints, writeCheckpoints } from './checkpoints.ts'
export { type AuditEntity, type AuditedTable, auditEntityOf, fieldsOfEntity } from './entities.ts'
export { countFailedSignIn, recordFailedSignIn } from './failed-sign-ins.ts'
export { around, ends, fileFormat, partTags, signedText } from './inspection-layout.ts'
export { type AuditEvent, recordAudit } from './record.ts'
export type { Seal, SealContent } from './seal.ts'
export { checkSeals, sealOf } from './seal-of-event.ts'
export {
  findSealsOf,
  fingerprintOf,
  readSealedColumns,
  sealedLines,
  textOfKey,
} from './sealed-lines.ts'
export { type SealedRange, sealedRange } from './sealed-range.ts'
export { newestSeal, type Sealer, type SealerOptions, sealBatches, startSealer } from './sealer.ts'
export {
  type EventSignature,
  hashOfContent,
  isProved,
  type ProvenSigner,
  type SignatureState,
  storedColumns,
  textOfContent,
  verifySignatures,
} from './signature.ts'
export {
  type SealId,
  unreadSentences,
  type Verification,
  verifyAudit,
} from './verify.ts'
