import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type S3rver from 's3rver'

/** As far as it is used: the request of Koa, on which the server is built. */
interface Context {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly response: { get(name: string): string }
  readonly res: ServerResponse
  status: number
  type: string
  body: unknown
}

type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>

/**
 * Has a server that knows no conditional writes heed `If-None-Match: *` and `If-Match` as Amazon S3 does since 2024:
 * whoever comes second is refused with HTTP 412 (https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html).
 * And has it give and take each object whole, as S3 does: by itself it writes over the very file that it sends.
 */
export function heedConditions(server: S3rver): S3rver {
  const tags = new Map<string, string>()
  /** The last request to each object, behind which the next one waits. */
  const turns = new Map<string, Promise<unknown>>()

  const write = async (context: Context, next: () => Promise<void>): Promise<void> => {
    const { path, headers } = context
    const tag = tags.get(path)
    const isRefused =
      (headers['if-none-match'] === '*' && tag !== undefined) ||
      (headers['if-match'] !== undefined && headers['if-match'] !== tag)
    if (isRefused) {
      context.status = 412
      context.type = 'application/xml'
      context.body = '<Error><Code>PreconditionFailed</Code></Error>'
      return
    }
    await next()
    if (context.status < 300) tags.set(path, context.response.get('etag'))
  }

  const heed: Middleware = async (context, next) => {
    const { method, path, res } = context
    // What is read is sent once its turn is over.
    const sent = once(res, 'close')
    const before = turns.get(path) ?? Promise.resolve()
    const turn = before.then(() => (method === 'PUT' ? write(context, next) : next()))
    turns.set(path, Promise.allSettled([turn, sent]))
    await turn
  }
  const { middleware } = server as unknown as { readonly middleware: Middleware[] }
  middleware.unshift(heed)
  return server
}
