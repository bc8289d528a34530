import { localStore } from './local-store.ts'
import type { FileStore } from './store.ts'

export { localStore, syncFolder } from './local-store.ts'
export {
  type Content,
  type FileStore,
  MissingContent,
  measuring,
  newKey,
  StoreFailure,
  type Written,
} from './store.ts'

/** Where the contents of files are kept. */
interface FilesPlace {
  /** A folder, unless a bucket is named. */
  readonly filesFolder: string
  readonly S3_BUCKET?: string | undefined
  readonly S3_ENDPOINT?: string | undefined
  readonly S3_REGION?: string | undefined
  readonly S3_ACCESS_KEY_ID?: string | undefined
  readonly S3_SECRET_ACCESS_KEY?: string | undefined
}

/** Opens the store that the configuration names: a bucket, else a folder. */
export async function openFiles(place: FilesPlace): Promise<FileStore> {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region = 'us-east-1' } = place
  if (bucket === undefined) return localStore(place.filesFolder)
  // Its client is as large as all the rest together, and most deployments have none.
  const { s3Store } = await import('./s3-store.ts')
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = place
  const credentials =
    accessKeyId !== undefined && secretAccessKey !== undefined ? { accessKeyId, secretAccessKey } : undefined
  return s3Store({ bucket, endpoint, region, credentials })
}
