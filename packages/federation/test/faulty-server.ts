import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
}

/** A response sent in place of a file. */
export interface Fault {
  readonly status: number
  readonly body?: string
  /** Number of times the fault occurs; unlimited by default. */
  times?: number
}

/** Serves folders over HTTP, with faults on demand. */
export class FaultyServer {
  /** Faults by pattern of the requested path. */
  readonly faults = new Map<RegExp, Fault>()
  /** Every requested path, in order. */
  readonly requests: string[] = []
  /** The HTML document at `/`. */
  page = ''
  private readonly server: Server

  /** @param folders served folders by path prefix, each prefix ending in a slash */
  constructor(folders: Readonly<Record<string, string>>) {
    this.server = createServer(async ({ url = '/' }, response) => {
      this.requests.push(url)
      const fault = [...this.faults].find(([path, { times = 1 }]) => times > 0 && path.test(url))?.[1]
      if (fault?.times) fault.times -= 1
      const folder = Object.keys(folders).find((prefix) => url.startsWith(prefix))
      // A retry appends a number to the path.
      const file = folder && join(folders[folder] ?? '', url.slice(folder.length).split('?')[0] ?? '')
      const found = file
        ? await readFile(file).catch(() => undefined)
        : /^\/(\?|$)/.test(url)
          ? this.page
          : undefined
      response.writeHead(fault?.status ?? (found ? 200 : 404), {
        'content-type': file ? (types[extname(file)] ?? 'text/plain') : 'text/html',
        'cache-control': 'no-store',
      })
      response.end(fault ? fault.body : found)
    })
  }

  /**
   * Starts listening on a free port.
   * @returns the server's origin
   */
  async listen(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((done) => this.server.close(done))
  }
}
