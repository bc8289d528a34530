import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets connections end with the requests in flight once the server is told to stop; kept alive, they would hold the
 * stop up until they time out. Those that a browser opened ahead and has asked nothing over end at once: Node does
 * not count them among the idle ones.
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
