import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { StartupError } from '../database/index.ts'
import { outsideCall } from '../observability/outside-calls.ts'
import { checkKey, type FileStore, MissingContent, measuring, type Naming, StoreFailure } from './store.ts'

/** Location of an S3-compatible store. */
interface S3Location {
  readonly bucket: string
  readonly region: string
  /** URL of the store; AWS if undefined. */
  readonly endpoint: string | undefined
  /** Credentials; if undefined, the AWS SDK finds them, such as the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

/** Size of a part, in bytes. A file has at most 10,000 parts, of which `partsAtOnce` are in memory. */
const partSize = 8 * 1024 * 1024
const partsAtOnce = 2

/** How long the store may take to accept a connection, and how long it may be silent, in milliseconds. */
const timeouts = { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true }

const asFailure = (cause: unknown): never => {
  throw new StoreFailure('the object store failed', { cause })
}

const asMissing = (cause: unknown): never => {
  if (cause instanceof NoSuchKey) throw new MissingContent('the object does not exist', { cause })
  return asFailure(cause)
}

/** Corrections of wrong settings, by the HTTP status of the store. */
const remedies: Readonly<Record<number, string>> = {
  301: 'it is in another region: correct S3_REGION',
  400: 'the store rejects the request: correct S3_REGION and the keys',
  403: 'the store denies access: correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or their permissions',
  404: 'it does not exist: create it, or correct S3_BUCKET',
}

const random: Naming = (key) => {
  checkKey(key)
  return key
}

/** Returns a store in a bucket of an S3-compatible server, with one object per key. */
export function s3Store(
  { bucket, region, endpoint, credentials }: S3Location,
  naming: Naming = random,
): FileStore {
  const client = new S3Client({
    region,
    requestHandler: timeouts,
    // Not every compatible store supports the newer checksums. Atrium keeps its own in the database.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Compatible stores do not have a host name for each bucket.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
  })
  client.middlewareStack.add((next) => (request) => outsideCall({ to: 's3' }, () => next(request)), {
    step: 'initialize',
    name: 'observed',
  })
  const objectOf = (key: string) => ({ Bucket: bucket, Key: naming(key) })
  return {
    put: async (key, content) => {
      const measured = measuring(content)
      let cause: unknown
      const body = Readable.from(measured.content, { objectMode: false }).once('error', (error) => {
        cause = error
      })
      const params = { ...objectOf(key), Body: body, ContentType: 'application/octet-stream' }
      try {
        await new Upload({ client, params, partSize, queueSize: partsAtOnce }).done()
      } catch (error) {
        body.destroy()
        // An error of the content takes precedence, since the store's error only follows from it.
        throw cause ?? new StoreFailure('the object store failed', { cause: error })
      }
      return measured.written()
    },
    get: async (key) => {
      const { Body } = await client.send(new GetObjectCommand(objectOf(key))).catch(asMissing)
      if (!(Body instanceof Readable)) throw new StoreFailure('the object store sent no content')
      return Body
    },
    delete: async (key) => {
      await client.send(new DeleteObjectCommand(objectOf(key))).catch(asFailure)
    },
    isReachable: async () => {
      try {
        await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }))
        return true
      } catch (error) {
        const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0
        const remedy = remedies[status]
        if (remedy) throw new StartupError(`The bucket ${bucket} of S3_BUCKET cannot be used: ${remedy}.`)
        return false
      }
    },
  }
}
