import type { Edited, TenantKey, Timestamp } from './columns.ts'

/** A file that a product stores for a tenant or for the platform ('0'). It is never changed. */
export interface FileTable extends TenantKey, Edited {
  /** Name of the downloaded file. */
  fileName: string
  /** In bytes. */
  size: number
  /** SHA-256 of the content, hex. */
  sha256: string
  /** The media type that the product named. */
  contentType: string
  /** Key of the content in the store. */
  contentKey: string
  /** The product that stored it. */
  softwareId: string
  /** A product's second try with the same key creates no second file. */
  idempotencyKey: string
}

/** An upload in progress, or one whose process was killed. */
export interface FileUploadTable {
  contentKey: string
  begunAt: Timestamp
}
