import { StartupError } from '../database/index.ts'
import { localStore } from './local-store.ts'
import { byName, type FileStore, type Naming } from './store.ts'

export { readLines, writeLines, writeText } from './lines.ts'
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

/** Settings of an S3-compatible store. */
interface S3Settings {
  readonly S3_ENDPOINT?: string | undefined
  readonly S3_REGION?: string | undefined
  readonly S3_ACCESS_KEY_ID?: string | undefined
  readonly S3_SECRET_ACCESS_KEY?: string | undefined
}

/** Location of the contents of files. */
interface FilesLocation extends S3Settings {
  /** Folder, which is used unless a bucket is set. */
  readonly filesFolder: string
  readonly S3_BUCKET?: string | undefined
}

async function openBucket(bucket: string, settings: S3Settings, naming?: Naming): Promise<FileStore> {
  // The S3 client is as large as everything else together, and most deployments do not use it.
  const { s3Store } = await import('./s3-store.ts')
  const { S3_ENDPOINT: endpoint, S3_REGION: region = 'us-east-1' } = settings
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  const credentials =
    accessKeyId !== undefined && secretAccessKey !== undefined ? { accessKeyId, secretAccessKey } : undefined
  return s3Store({ bucket, endpoint, region, credentials }, naming)
}

/** Opens the configured store: the bucket if there is one, or else the folder. */
export async function openFiles(location: FilesLocation): Promise<FileStore> {
  return location.S3_BUCKET === undefined
    ? localStore(location.filesFolder)
    : openBucket(location.S3_BUCKET, location)
}

/**
 * Opens a store of named files.
 * @param to a folder, or `s3://bucket/prefix`
 * @param settings settings of the S3-compatible store; the AWS SDK takes missing ones from the environment
 * @throws StartupError if no bucket is named
 */
export async function openStore(to: string, settings: S3Settings): Promise<FileStore> {
  if (!to.startsWith('s3://')) return localStore(to, byName())
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(to) ?? []
  if (bucket === undefined) throw new StartupError(`${to} has no bucket: write s3://bucket/prefix.`)
  const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION } = process.env
  const { S3_ENDPOINT = AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL, S3_REGION = AWS_REGION, ...keys } = settings
  return openBucket(bucket, { ...keys, S3_ENDPOINT, S3_REGION }, byName(prefix === '' ? '' : `${prefix}/`))
}
