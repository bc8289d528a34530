import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import {
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { ReleaseFailure } from './failure.ts'
import { type ReleaseStorage, type StoredFile, typeOf } from './storage.ts'

/** Caches files for one year. Every path contains a version, and the files of a version never change. */
const cacheControl = 'public, max-age=31536000, immutable'

const decoders = { br: promisify(brotliDecompress), gzip: promisify(gunzip) }

const statusOf = (cause: unknown): number | undefined =>
  cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined

/** Whether the object already exists (412) or another upload is writing it at the same moment (409). */
const isConflict = (cause: unknown): boolean => [409, 412].includes(statusOf(cause) ?? 0)

const remedies: Readonly<Record<number, string>> = {
  301: 'it is in another region: correct AWS_REGION',
  403: 'access is denied: correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or their rights to read and write objects',
  404: 'it does not exist: create it, or correct --to',
}

/** Whether the AWS SDK is configured for a store other than Amazon's. */
const hasEndpoint = (): boolean => Boolean(process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL)

/**
 * Stores releases in a bucket of Amazon S3 or a compatible store. Conditional writes (`If-None-Match`, supported by
 * Amazon S3 since 2024) keep two uploads from overwriting each other.
 * @param to `s3://bucket/prefix`
 */
export function bucketStorage(to: string): ReleaseStorage {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(to) ?? []
  if (bucket === '')
    throw new ReleaseFailure(`${to} does not name a bucket. Use the form s3://bucket/prefix.`)
  const client = new S3Client({
    // Some compatible stores do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Compatible stores have no separate host name per bucket.
    ...(hasEndpoint() && { forcePathStyle: true, region: process.env.AWS_REGION ?? 'us-east-1' }),
  })
  const objectOf = (path: string) => ({ Bucket: bucket, Key: prefix === '' ? path : `${prefix}/${path}` })

  const fail = (cause: unknown): never => {
    const remedy = remedies[statusOf(cause) ?? 0] ?? (cause instanceof Error ? cause.message : String(cause))
    throw new ReleaseFailure(`The bucket ${bucket} cannot be used: ${remedy}.`)
  }

  const write = (path: string, { content, encoding }: StoredFile, condition: object) =>
    client.send(
      new PutObjectCommand({
        ...objectOf(path),
        Body: content,
        ContentType: typeOf(path),
        CacheControl: cacheControl,
        ContentEncoding: encoding,
        ...condition,
      }),
    )

  return {
    name: to,
    storesOneForm: true,
    read: async (path) => {
      try {
        const { Body, ContentEncoding: encoding } = await client.send(new GetObjectCommand(objectOf(path)))
        const stored = Buffer.from((await Body?.transformToByteArray()) ?? [])
        return encoding === 'br' || encoding === 'gzip' ? await decoders[encoding](stored) : stored
      } catch (cause) {
        return cause instanceof NoSuchKey ? undefined : fail(cause)
      }
    },
    create: async (path, file) => {
      try {
        await write(path, file, { IfNoneMatch: '*' })
        return true
      } catch (cause) {
        return isConflict(cause) ? false : fail(cause)
      }
    },
    put: async (path, file) => {
      await write(path, file, {}).catch(fail)
    },
  }
}
