import { connect } from 'node:net'

/** Whether a program accepts connections at an address of this machine. */
const accepts = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/**
 * Returns the address that people open, which is `localhost` where the server listens on this machine alone: passkeys
 * cannot be used on an IP address. Browsers try ::1 first for `localhost`, so the IP address stays where another program
 * has the port there.
 */
export async function addressToOpen(address: string): Promise<string> {
  const url = new URL(address)
  const isOtherProgram = () => accepts('::1', Number(url.port || 80))
  if (url.hostname !== '[::1]' && (url.hostname !== '127.0.0.1' || (await isOtherProgram()))) return address
  url.hostname = 'localhost'
  return url.origin
}
