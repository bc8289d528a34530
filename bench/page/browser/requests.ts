import type { CDPSession } from 'playwright-core'

export type Kind = 'html' | 'js' | 'css' | 'img' | 'font' | 'other'

/** A resource that the page requested. */
export interface PageRequest {
  readonly url: string
  kind: Kind
  status: number
  /** Bytes transferred, including headers; 0 from a cache. */
  encoded: number
  /** Bytes after decompression. */
  decoded: number
  cached: boolean
  done: boolean
  failure?: string
}

const kinds: Record<string, Kind> = {
  Document: 'html',
  Script: 'js',
  Stylesheet: 'css',
  Image: 'img',
  Font: 'font',
}
const kindOf = (type: string | undefined): Kind => kinds[type ?? ''] ?? 'other'
const isNetworkRequest = (url: string) => !/^(data|blob|about):/.test(url)

/** Records all requests of a tab from now on. */
export class RequestLog {
  readonly #requests = new Map<string, PageRequest>()
  #lastEnd = performance.now()

  constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      if (!isNetworkRequest(request.url)) return
      const entry = {
        url: request.url,
        kind: kindOf(type),
        status: 0,
        encoded: 0,
        decoded: 0,
        cached: false,
        done: false,
      }
      this.#requests.set(requestId, entry)
    })
    session.on('Network.requestServedFromCache', ({ requestId }) =>
      this.#change(requestId, (entry) => (entry.cached = true)),
    )
    session.on('Network.responseReceived', ({ requestId, type, response }) =>
      this.#change(requestId, (entry) => {
        entry.kind = kindOf(type)
        entry.status = response.status
        entry.cached ||= Boolean(response.fromDiskCache || response.fromPrefetchCache)
      }),
    )
    session.on('Network.dataReceived', ({ requestId, dataLength }) =>
      this.#change(requestId, (entry) => (entry.decoded += dataLength)),
    )
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      this.#end(requestId, encodedDataLength),
    )
    session.on('Network.loadingFailed', ({ requestId, errorText }) => {
      this.#change(requestId, (entry) => (entry.failure = errorText))
      this.#end(requestId, 0)
    })
  }

  get all(): readonly PageRequest[] {
    return [...this.#requests.values()]
  }

  /** Returns whether nothing has been in flight for this long, in ms. */
  isQuietFor(duration: number): boolean {
    return this.all.every(({ done }) => done) && performance.now() - this.#lastEnd >= duration
  }

  #change(id: string, change: (entry: PageRequest) => void): void {
    const entry = this.#requests.get(id)
    if (entry) change(entry)
  }

  #end(id: string, encoded: number): void {
    this.#change(id, (entry) => {
      entry.done = true
      entry.encoded = entry.cached ? 0 : encoded
      this.#lastEnd = performance.now()
    })
  }
}
