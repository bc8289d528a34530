import { join } from 'node:path'
import S3rver from 's3rver'
import { addConditionalWrites } from './conditional-writes.ts'

/** Environment variables with which the AWS SDK reaches the server. */
export const bucketKeys = {
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
  AWS_REGION: 'us-east-1',
} as const

/** An S3 server with one public bucket, which pages of other origins may also read. */
export interface BucketServer {
  readonly url: string
  readonly close: () => Promise<void>
}

const corsRules =
  '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>'

/**
 * Starts an S3 server on a free port.
 * @param folder folder where the server stores objects
 * @param options.conditionalWrites whether the server supports conditional writes, as Amazon S3 does; true by default
 */
export async function startBucketServer(
  folder: string,
  { bucket, conditionalWrites = true }: { readonly bucket: string; readonly conditionalWrites?: boolean },
): Promise<BucketServer> {
  const plain = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, conditionalWrites ? 'conditional' : 'unconditional'),
    // The package's types lack `configs`.
    configureBuckets: [{ name: bucket, configs: [corsRules] } as { readonly name: string }],
  })
  const server = conditionalWrites ? addConditionalWrites(plain) : plain
  const { port } = await server.run()
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
