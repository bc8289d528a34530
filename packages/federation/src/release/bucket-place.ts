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
import { type File, isImmutable, type Place, typeOf } from './place.ts'

/** A year, the longest that caches honour. */
const immutable = 'public, max-age=31536000, immutable'

const decoders = { br: promisify(brotliDecompress), gzip: promisify(gunzip) }

const statusOf = (cause: unknown): number | undefined =>
  cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined

/** That somebody else was there first (412), or is there at the same moment (409). */
const isConflict = (cause: unknown): boolean => [409, 412].includes(statusOf(cause) ?? 0)

const remedies: Readonly<Record<number, string>> = {
  301: 'it is in another region: correct AWS_REGION',
  403: 'it refuses access: correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or their rights to read and write objects',
  404: 'there is no such bucket: create it, or correct --to',
}

/** Of the environment that the AWS SDK reads too: another store than Amazon's. */
const hasEndpoint = (): boolean => Boolean(process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL)

/** How often a change is tried again that others come before. */
const changes = 20

/**
 * A bucket of S3 or of a store like it. Who was first is decided by its conditional writes (`If-None-Match`,
 * `If-Match`), which Amazon's has had since 2024.
 * @param to `s3://bucket/prefix`
 */
export function bucketPlace(to: string): Place {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(to) ?? []
  if (bucket === '') throw new ReleaseFailure(`${to} names no bucket: s3://bucket/prefix is its form.`)
  const client = new S3Client({
    // Not every compatible store knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Compatible stores have no host name a bucket.
    ...(hasEndpoint() && { forcePathStyle: true, region: process.env.AWS_REGION ?? 'us-east-1' }),
  })
  const objectOf = (path: string) => ({ Bucket: bucket, Key: prefix === '' ? path : `${prefix}/${path}` })

  const asFailure = (cause: unknown): never => {
    const remedy = remedies[statusOf(cause) ?? 0] ?? (cause instanceof Error ? cause.message : String(cause))
    throw new ReleaseFailure(`The bucket ${bucket} cannot be used: ${remedy}.`)
  }

  const find = async (path: string) => {
    try {
      const {
        Body,
        ContentEncoding: encoding,
        ETag,
      } = await client.send(new GetObjectCommand(objectOf(path)))
      const stored = Buffer.from((await Body?.transformToByteArray()) ?? [])
      const content = encoding === 'br' || encoding === 'gzip' ? await decoders[encoding](stored) : stored
      return { content, tag: ETag }
    } catch (cause) {
      if (cause instanceof NoSuchKey) return undefined
      return asFailure(cause)
    }
  }

  const write = (path: string, { content, encoding }: File, condition: object) =>
    client.send(
      new PutObjectCommand({
        ...objectOf(path),
        Body: content,
        ContentType: typeOf(path),
        CacheControl: isImmutable(path) ? immutable : 'no-cache',
        ContentEncoding: encoding,
        ...condition,
      }),
    )

  /** @returns whether the condition held */
  const writeIf = async (path: string, file: File, condition: object): Promise<boolean> => {
    try {
      await write(path, file, condition)
      return true
    } catch (cause) {
      return isConflict(cause) ? false : asFailure(cause)
    }
  }

  return {
    name: to,
    oneForm: true,
    read: async (path) => (await find(path))?.content,
    create: (path, file) => writeIf(path, file, { IfNoneMatch: '*' }),
    put: async (path, file) => {
      await write(path, file, {}).catch(asFailure)
    },
    change: async (path, change) => {
      for (let tries = 0; tries < changes; tries += 1) {
        const found = await find(path)
        const condition = found ? { IfMatch: found.tag } : { IfNoneMatch: '*' }
        if (await writeIf(path, { content: change(found?.content) }, condition)) return
      }
      throw new ReleaseFailure(`${to}/${path} is changed by others all the time: try again later.`)
    },
  }
}
