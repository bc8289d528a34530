import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Closes connections after the requests in flight when the server stops. Otherwise, kept-alive connections would
 * delay the stop until they time out. Connections that a browser opened in advance, without a request, are closed at
 * once, since Node does not count them as idle.
 */
export function closeConnectionsOnStop(app: FastifyInstance): void {
  let stopping = false
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    if (stopping) socket.destroy()
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    stopping = true
    for (const socket of silent) socket.destroy()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
}
