import type { IncomingMessage, ServerResponse } from 'node:http'

/** The response stream of an open page. */
type Page = ServerResponse

type OnConnect = (page: Page, request: IncomingMessage) => void

/** Heartbeat interval of an open stream, in milliseconds. The client gives up after 20 s of silence. */
const heartbeat = 5000

/**
 * One stream per page with the build events of all apps (server-sent events, HTML Living Standard 9.2). One stream
 * per app would use up the six connections that a browser opens to a server.
 */
export class BuildEvents {
  private readonly pages = new Set<Page>()
  private readonly onConnect: OnConnect[] = []
  private readonly timer = setInterval(() => this.write('💓'), heartbeat).unref()

  /** Opens the stream for a page. */
  open(request: IncomingMessage, page: ServerResponse): void {
    page.writeHead(200, { 'content-type': 'text/event-stream;charset=utf-8', 'cache-control': 'no-cache' })
    page.write('\n')
    this.pages.add(page)
    request.once('close', () => this.pages.delete(page))
    for (const onConnect of this.onConnect) onConnect(page, request)
  }

  /** Returns the `hot.transport` of webpack-dev-middleware for one build. */
  readonly transport = () => ({
    onConnect: (callBack: OnConnect): void => void this.onConnect.push(callBack),
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
