import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { addressToOpen } from './address-to-open.ts'

let server: Server
let port: number

const listenAt = async (host: string, at: number, body: string): Promise<Server> => {
  const started = createServer((_request, response) => response.end(body)).listen(at, host)
  await once(started, 'listening')
  return started
}

beforeEach(async () => {
  server = await listenAt('127.0.0.1', 0, 'ours')
  port = (server.address() as AddressInfo).port
})
afterEach(() => void server.close())

const isIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
const ifIpv6 = isIpv6 ? it : it.skip

describe('the address to open', () => {
  it('is localhost instead of 127.0.0.1, and reaches the server from Node and curl', async () => {
    const address = await addressToOpen(`http://127.0.0.1:${port}`)
    expect(address).toBe(`http://localhost:${port}`)
    expect(await (await fetch(address)).text()).toBe('ours')
    const curl = await promisify(execFile)('curl', ['-sS', '--noproxy', '*', address])
    expect(curl.stdout).toBe('ours')
  })

  it('is localhost instead of [::1]', async () => {
    expect(await addressToOpen('http://[::1]:8080')).toBe('http://localhost:8080')
  })

  it('keeps a network address or a name', async () => {
    for (const address of ['http://192.0.2.1:8080', 'http://atrium.example:8080'])
      expect(await addressToOpen(address)).toBe(address)
  })

  ifIpv6('stays 127.0.0.1 where another program has the port on ::1', async () => {
    const other = await listenAt('::1', port, 'theirs')
    try {
      expect(await addressToOpen(`http://127.0.0.1:${port}`)).toBe(`http://127.0.0.1:${port}`)
    } finally {
      other.close()
    }
  })
})
