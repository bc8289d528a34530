import { join } from 'node:path'
import S3rver from 's3rver'
import { heedConditions } from './conditional-writes.ts'

/** What a bucket's server takes for the AWS SDK's own settings in the environment. */
export const bucketKeys = {
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
  AWS_REGION: 'us-east-1',
} as const

/** A server that stands for S3, with one bucket that anybody may read, also pages of other origins. */
export interface BucketServer {
  readonly url: string
  readonly close: () => Promise<void>
}

const anyPage =
  '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>'

/**
 * Starts one on a free port.
 * @param folder where it keeps what it has
 * @param options.blind whether it heeds no conditional writes
 */
export async function startBucketServer(
  folder: string,
  { bucket, blind = false }: { readonly bucket: string; readonly blind?: boolean },
): Promise<BucketServer> {
  const plain = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, blind ? 'blind' : 'heeding'),
    // Its types do not know of it.
    configureBuckets: [{ name: bucket, configs: [anyPage] } as { readonly name: string }],
  })
  const server = blind ? plain : heedConditions(plain)
  const { port } = await server.run()
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
