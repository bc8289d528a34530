import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Maximum number of requests that wait on a connection behind the one in flight. Browsers and proxies do not send
 * requests ahead.
 */
const maxWaiting = 16

/** Callbacks for the requests of a connection. */
interface TurnEvents {
  readonly onBegin: (socket: Socket, request: IncomingMessage, response: ServerResponse) => void
  readonly onEnd: (socket: Socket) => void
  /** Called when a client has sent too many requests ahead. Its connection is then closed. */
  readonly onTooMany: () => void
}

/**
 * Handles the requests of a connection one after the other. Node dispatches pipelined requests all at once, so a
 * client that reads nothing could occupy files and memory for any number of responses.
 */
export function inTurn(
  listener: RequestListener,
  { onBegin, onEnd, onTooMany }: TurnEvents,
): RequestListener {
  /** Pending requests of each connection that has one in flight. */
  const waiting = new WeakMap<Socket, (() => void)[]>()
  return (request, response) => {
    const { socket } = request
    const handle = () => {
      onBegin(socket, request, response)
      response.once('close', () => {
        onEnd(socket)
        const next = socket.destroyed ? undefined : waiting.get(socket)?.shift()
        if (next) next()
        else waiting.delete(socket)
      })
      listener(request, response)
    }
    const queue = waiting.get(socket)
    if (queue === undefined) {
      waiting.set(socket, [])
      handle()
    } else if (queue.length < maxWaiting) queue.push(handle)
    else {
      if (!socket.destroyed) onTooMany()
      socket.destroy()
    }
  }
}
