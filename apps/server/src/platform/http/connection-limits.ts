import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { expectedLengthHeader } from '@atrium/contract'
import { addressGroup } from '../caller/client.ts'
import { connectionsClosed, measureOpenConnections } from '../observability/metrics.ts'

/** How long a response may stay unread, in milliseconds, unless the client reads at least `minTaken` in that time. */
const usualUnreadLimit = 60_000

/** Minimum length that a client must read of an unread response within the limit, in bytes. */
const minTaken = 64 * 1024

/** The same minimum for exports and files, which use a connection to the database or the file store: 17 kB per second. */
const minTakenOfDownload = 1024 * 1024

export interface ConnectionLimits {
  /** Maximum number of connections of this process. */
  readonly inAll: number
  /** Maximum number of connections of one address or IPv6 network. Trusted proxies have no such limit. */
  readonly ofAddress: number
  /** How long a response may stay unread, in milliseconds; a minute by default. */
  readonly unreadLimit?: number
}

/** An open connection. */
interface Connection {
  readonly socket: Socket
  /** Address for which the connection counts; undefined for a trusted proxy. */
  readonly address: string | undefined
  current?: { readonly request: IncomingMessage; readonly response: ServerResponse }
  /** Bytes that the client had read at the last check. */
  taken: number
  /**
   * Time since when the response has been unread, by `performance.now()`, and the bytes that the client had read by
   * then.
   */
  unread?: { readonly since: number; readonly taken: number }
}

/**
 * Returns the number of bytes that left this process. Bytes that the system buffers for the client count as read,
 * since their number is limited.
 */
const takenOf = (socket: Socket): number => socket.bytesWritten - socket.writableLength

const isUnread = ({ socket }: Connection): boolean => socket.writableLength > 0

/** Returns whether the server itself is working on a request, and not waiting for the client. */
const isAtWork = (connection: Connection): boolean =>
  connection.current?.request.complete === true && !isUnread(connection)

const minTakenOf = ({ current }: Connection): number =>
  current?.response.hasHeader(expectedLengthHeader) ? minTakenOfDownload : minTaken

/**
 * Limits the open connections, and with them the open files. At the limit, a new connection replaces the one that has
 * waited for its client for the longest time.
 */
export class ConnectionTable {
  readonly #limits: ConnectionLimits
  readonly #isTrusted: (address: string) => boolean
  /** Open connections, in the order of their last activity. */
  readonly #open = new Map<Socket, Connection>()
  readonly #ofAddress = new Map<string, number>()

  constructor(limits: ConnectionLimits, isTrusted: (address: string) => boolean) {
    this.#limits = limits
    this.#isTrusted = isTrusted
  }

  /** Guards the connections of a server while it is open. */
  guard(server: Server): void {
    const { unreadLimit = usualUnreadLimit } = this.#limits
    server.on('connection', (socket: Socket) => this.#admit(socket))
    const watch = setInterval(() => this.#look(unreadLimit), Math.min(1000, unreadLimit / 4)).unref()
    server.once('close', () => clearInterval(watch))
    measureOpenConnections(() => this.#open.size)
  }

  begin(socket: Socket, request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(socket)
    if (!connection) return
    connection.current = { request, response }
    this.#moveToEnd(connection)
  }

  end(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (!connection) return
    connection.current = undefined
    this.#moveToEnd(connection)
  }

  #admit(socket: Socket): void {
    const { remoteAddress } = socket
    // The client has disconnected already.
    if (remoteAddress === undefined) {
      socket.destroy()
      return
    }
    const address = this.#isTrusted(remoteAddress) ? undefined : addressGroup(remoteAddress)
    const { inAll, ofAddress } = this.#limits
    const isFull =
      (address !== undefined &&
        (this.#ofAddress.get(address) ?? 0) >= ofAddress &&
        !this.#displaceIdlest((other) => other.address === address)) ||
      (this.#open.size >= inAll && !this.#displaceIdlest(() => true))
    if (isFull) {
      this.#close(socket, 'full')
      return
    }
    this.#open.set(socket, { socket, address, taken: 0 })
    this.#count(address, 1)
    socket.once('close', () => this.#forget(socket))
  }

  /**
   * Closes the connection that has waited for its client for the longest time.
   * @returns whether there was such a connection
   */
  #displaceIdlest(isCandidate: (connection: Connection) => boolean): boolean {
    for (const connection of this.#open.values()) {
      if (!isCandidate(connection) || isAtWork(connection)) continue
      this.#forget(connection.socket)
      this.#close(connection.socket, 'displaced')
      return true
    }
    return false
  }

  /** Closes connections whose response stays unread, and notes which connections made progress. */
  #look(limit: number): void {
    const now = performance.now()
    for (const connection of [...this.#open.values()]) {
      const taken = takenOf(connection.socket)
      if (taken > connection.taken || isAtWork(connection)) this.#moveToEnd(connection)
      connection.taken = taken
      if (!isUnread(connection)) connection.unread = undefined
      else if (connection.unread === undefined) connection.unread = { since: now, taken }
      else if (now - connection.unread.since >= limit) {
        if (taken - connection.unread.taken < minTakenOf(connection)) this.#close(connection.socket, 'unread')
        connection.unread = { since: now, taken }
      }
    }
  }

  #moveToEnd(connection: Connection): void {
    if (!this.#open.delete(connection.socket)) return
    this.#open.set(connection.socket, connection)
  }

  #forget(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (!connection) return
    this.#open.delete(socket)
    this.#count(connection.address, -1)
  }

  #count(address: string | undefined, change: 1 | -1): void {
    if (address === undefined) return
    const count = (this.#ofAddress.get(address) ?? 0) + change
    if (count > 0) this.#ofAddress.set(address, count)
    else this.#ofAddress.delete(address)
  }

  #close(socket: Socket, reason: 'full' | 'displaced' | 'unread'): void {
    connectionsClosed.inc({ reason })
    socket.destroy()
  }
}
