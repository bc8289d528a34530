import type { Edited, TenantKey, Timestamp } from './columns.ts'

/** A file that a product stores for a tenant or for the platform ('0'). It is never changed. */
export interface FileTable extends TenantKey, Edited {
  /** Name of the downloaded file. */
  fileName: string
  /** Size in bytes. */
  size: number
  /** SHA-256 of the content, hex. */
  sha256: string
  /** Media type sent by the product. */
  contentType: string
  /** Key of the content in the store. */
  contentKey: string
  /** Product that stored it. */
  softwareId: string
  /** If a product tries again with the same key, no second file is created. */
  idempotencyKey: string
}

/** An upload in progress, or one whose process was killed. */
export interface FileUploadTable {
  contentKey: string
  begunAt: Timestamp
}
