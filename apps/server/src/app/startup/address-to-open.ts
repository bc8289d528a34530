import { connect } from 'node:net'
import type { Config } from '../../platform/config/config.ts'

/** Returns whether a program accepts connections at an address of this machine. */
const accepts = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port })
    const end = (accepted: boolean) => {
      socket.destroy()
      resolve(accepted)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })

/** Hosts that mean all addresses of this machine. */
const anyAddress = new Set(['0.0.0.0', '::'])

/** Returns the address at which a server with these settings will listen. Port 0 stays 0 until the server listens. */
export function addressToServe({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): Promise<string> {
  const host = anyAddress.has(HOST) ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST
  return addressToOpen(`http://${host}:${PORT}`)
}

/**
 * Returns the URL to open: `localhost` instead of 127.0.0.1 and ::1, because passkeys do not work on an IP address.
 * Browsers try ::1 first for `localhost`, so 127.0.0.1 stays if another program uses the port on ::1.
 */
export async function addressToOpen(address: string): Promise<string> {
  const url = new URL(address)
  const isOtherProgram = () => accepts('::1', Number(url.port || 80))
  if (url.hostname !== '[::1]' && (url.hostname !== '127.0.0.1' || (await isOtherProgram()))) return address
  url.hostname = 'localhost'
  return url.origin
}
