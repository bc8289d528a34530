import type { IncomingMessage, ServerResponse } from 'node:http'

/** A page that is told of new builds. */
type Page = ServerResponse

type Joined = (page: Page, request: IncomingMessage) => void

/** How often an open stream says that it is alive, in milliseconds: the hot client gives one up after 20 s of silence. */
const heartbeat = 5000

/**
 * The one stream by which a page is told of the builds of all apps (server-sent events, HTML Living Standard 9.2): a
 * stream each would use up the six connections that a browser makes to one server.
 */
export class BuildEvents {
  private readonly pages = new Set<Page>()
  private readonly joined: Joined[] = []
  private readonly timer = setInterval(() => this.write('💓'), heartbeat).unref()

  /** Answers a page that wants to be told. */
  open(request: IncomingMessage, page: ServerResponse): void {
    page.writeHead(200, { 'content-type': 'text/event-stream;charset=utf-8', 'cache-control': 'no-cache' })
    page.write('\n')
    this.pages.add(page)
    request.once('close', () => this.pages.delete(page))
    for (const tell of this.joined) tell(page, request)
  }

  /** What one build's middleware tells pages by: the `hot.transport` of webpack-dev-middleware. */
  readonly transport = () => ({
    onConnect: (tell: Joined): void => void this.joined.push(tell),
    publish: (payload: unknown): void => this.write(JSON.stringify(payload)),
    publishTo: (page: Page, payload: unknown): void =>
      void page.write(`data: ${JSON.stringify(payload)}\n\n`),
    close: (): void => {},
  })

  close(): void {
    clearInterval(this.timer)
    for (const page of this.pages) page.end()
  }

  private write(data: string): void {
    for (const page of this.pages) page.write(`data: ${data}\n\n`)
  }
}
