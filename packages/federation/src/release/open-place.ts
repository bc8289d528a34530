import { folderPlace } from './folder-place.ts'
import type { Place } from './place.ts'

/**
 * Opens a place.
 * @param to a folder, or `s3://bucket/prefix`, for which the AWS SDK finds region, keys and endpoint in the environment
 */
export async function openPlace(to: string): Promise<Place> {
  if (!to.startsWith('s3://')) return folderPlace(to)
  // The client is as large as all the rest together.
  const { bucketPlace } = await import('./bucket-place.ts')
  return bucketPlace(to)
}
