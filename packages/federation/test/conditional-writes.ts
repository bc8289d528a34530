import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type S3rver from 's3rver'

/** The part of Koa's request context that is used here. The server is a Koa application. */
interface Context {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly res: ServerResponse
  status: number
  type: string
  body: unknown
}

type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>

/**
 * Adds `If-None-Match: *` to a server that lacks conditional writes. As in Amazon S3 since 2024, the second writer
 * gets HTTP 412 (https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html). Also makes reads and
 * writes of one object atomic, which S3 guarantees and this server does not.
 */
export function addConditionalWrites(server: S3rver): S3rver {
  const written = new Set<string>()
  /** Last request for each object, for which the next request waits. */
  const pending = new Map<string, Promise<unknown>>()

  const write = async (context: Context, next: () => Promise<void>): Promise<void> => {
    const { path, headers } = context
    if (headers['if-none-match'] === '*' && written.has(path)) {
      context.status = 412
      context.type = 'application/xml'
      context.body = '<Error><Code>PreconditionFailed</Code></Error>'
      return
    }
    await next()
    if (context.status < 300) written.add(path)
  }

  const handle: Middleware = async (context, next) => {
    const { method, path, res } = context
    // The response is sent after the middleware returns, so the next request also waits for it to be sent.
    const sent = once(res, 'close')
    const before = pending.get(path) ?? Promise.resolve()
    const request = before.then(() => (method === 'PUT' ? write(context, next) : next()))
    pending.set(path, Promise.allSettled([request, sent]))
    await request
  }
  const { middleware } = server as unknown as { readonly middleware: Middleware[] }
  middleware.unshift(handle)
  return server
}
