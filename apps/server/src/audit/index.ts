export { type AuditEvent, recordAudit } from './record.ts'
export type { SealContent } from './seal.ts'
export { type Sealer, type SealerOptions, startSealer } from './sealer.ts'
export { type Head, type Verification, verifyAudit } from './verify.ts'
