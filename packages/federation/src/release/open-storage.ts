import { folderStorage } from './folder-storage.ts'
import type { ReleaseStorage } from './storage.ts'

/**
 * Opens a storage of releases.
 * @param to a folder, or `s3://bucket/prefix`, for which the AWS SDK reads region, keys and endpoint from the
 * environment
 */
export async function openStorage(to: string): Promise<ReleaseStorage> {
  if (!to.startsWith('s3://')) return folderStorage(to)
  // Imported lazily: the S3 client is as large as everything else together.
  const { bucketStorage } = await import('./bucket-storage.ts')
  return bucketStorage(to)
}
