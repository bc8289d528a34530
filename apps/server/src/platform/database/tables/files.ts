import type { Edited, TenantKey, Timestamp } from './columns.ts'

/** A file that a product has stored for a tenant, or for '0', the platform. It is never changed. */
export interface FileTable extends TenantKey, Edited {
  /** As it is saved by who downloads it. */
  fileName: string
  /** In bytes. */
  size: number
  /** Of its content, in hexadecimal digits. */
  sha256: string
  /** The media type that the product named. */
  contentType: string
  /** Under which the store has its content. */
  contentKey: string
  /** The product that stored it. */
  softwareId: string
  /** By which a product's second try is known: one of its own makes one file. */
  idempotencyKey: string
}

/** An upload under way, or one whose process was killed in it. */
export interface FileUploadTable {
  contentKey: string
  begunAt: Timestamp
}
