import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import type { OutboundSettings } from './addresses.ts'
import { createOutbound, type Lookup, type OutboundFailure, type OutboundRequest } from './outbound.ts'

const servers: Server[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

/**
 * Starts a server on this machine.
 * @returns its address, and the requests that it received
 */
async function serve(listener: RequestListener, host = '127.0.0.1', port = 0) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    return listener(request, response)
  })
  servers.push(server)
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { asked, port: address.port, url: `http://${host}:${address.port}` }
}

const plain = { method: 'GET', timeout: 10_000, maxResponse: 1000 } as const

const sendTo = (
  url: string,
  settings: OutboundSettings = {},
  over: Partial<OutboundRequest> = {},
  lookup?: Lookup,
) => createOutbound(settings, lookup).send({ ...plain, url, ...over })

const reasonOf = (result: Promise<unknown>) =>
  result.then(
    () => 'answered',
    (error: OutboundFailure) => error.reason,
  )

/** Returns a lookup that finds these addresses, one result per lookup. */
const leadingTo = (...results: string[][]) => {
  const asked: string[] = []
  const lookup: Lookup = async (name) => {
    const addresses = results[Math.min(asked.length, results.length - 1)] ?? []
    asked.push(name)
    return addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  return { asked, lookup }
}

const here = { OUTBOUND_ALLOW: '127.0.0.1' }

/** Addresses outside the public Internet, in every way that a URL can write them. */
const privateHosts = [
  ...[
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.1.',
    'localhost',
    'a.localhost',
  ],
  ...['0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '100.100.100.200', '169.254.169.254'],
  ...['168.63.129.16', '192.0.0.192', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...['[::1]', '[::]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[::ffff:127.0.0.1]'],
  ...[
    '[::ffff:8.8.8.8]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2001::1]',
  ],
]

describe('an address by its text', () => {
  const { check } = createOutbound({})

  it.each(privateHosts)('https://%s is private for the server, but allowed for pages', (host) => {
    expect(check(`https://${host}/`, 'api')).toBe('private')
    expect(check(`https://${host}/`, 'page')).toBeUndefined()
  })

  it.each(['https://example.com', 'https://8.8.8.8/a?b=1', 'https://[2606:4700::1111]:8443/'])(
    'accepts %s',
    (url) => {
      expect(check(url, 'api')).toBeUndefined()
      expect(check(url, 'page')).toBeUndefined()
    },
  )

  it.each([
    '',
    'example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https:example.com',
    'https://',
    'https://a:b@example.com',
    'https://a@example.com',
    'https://exa mple.com',
    'https://example.com\\@127.0.0.1',
    'https://example.com/\n',
    'https://example.com:0/',
    'https://example.com:99999/',
  ])('rejects %j', (url) => {
    expect(check(url, 'api')).toBe('invalid')
    expect(check(url, 'page')).toBe('invalid')
  })

  it('may have a fragment if users open it', () => {
    expect(check('https://edc.example.com/#/home', 'page')).toBeUndefined()
    expect(check('https://edc.example.com/#/home', 'api')).toBe('invalid')
  })

  it('may start with http only if that is allowed', () => {
    const judge = (settings: OutboundSettings, url: string) =>
      (['api', 'page'] as const).map((use) => createOutbound(settings).check(url, use))
    expect(judge({}, 'http://example.com')).toEqual(['insecure', 'insecure'])
    expect(judge({ ALLOW_HTTP: '1' }, 'http://example.com')).toEqual([undefined, undefined])
    expect(judge({ ALLOW_HTTP: '1' }, 'http://10.0.0.1')).toEqual(['private', undefined])
    expect(judge({ OUTBOUND_ALLOW: 'edc.example' }, 'http://EDC.example.:81')).toEqual([undefined, undefined])
    expect(judge({ OUTBOUND_ALLOW: 'edc.example:81' }, 'http://edc.example')).toEqual([
      'insecure',
      'insecure',
    ])
    expect(judge({ OUTBOUND_ALLOW: 'edc.example:80' }, 'http://edc.example')).toEqual([undefined, undefined])
    expect(judge({ OUTBOUND_ALLOW: '10.0.0.0/8' }, 'http://10.1.2.3')).toEqual([undefined, undefined])
    expect(judge({ OUTBOUND_ALLOW: '127.0.0.1:8025' }, 'http://127.0.0.1:8026')).toEqual([
      'private',
      'insecure',
    ])
    expect(judge({ OUTBOUND_ALLOW: '[::1]:8025' }, 'http://[::1]:8025')).toEqual([undefined, undefined])
    // Only the call itself finds out which address the name has.
    expect(judge({ OUTBOUND_ALLOW: '10.0.0.0/8' }, 'http://edc.intern')).toEqual([undefined, 'insecure'])
  })
})

describe('a call to another address', () => {
  it('succeeds if the address is allowed, whatever the HTTP status', async () => {
    const { url, port, asked } = await serve((_request, response) => {
      response.writeHead(503, { 'x-answer': '1' }).end('später')
    })
    for (const allowed of ['127.0.0.1', `127.0.0.1:${port}`, '127.0.0.0/8', `::1, 127.0.0.1:${port}`]) {
      expect(await sendTo(`${url}/a?b=1`, { OUTBOUND_ALLOW: allowed })).toMatchObject({
        status: 503,
        headers: { 'x-answer': '1' },
        body: 'später',
      })
    }
    expect(asked).toEqual(Array(4).fill('GET /a?b=1'))
  })

  it('sends the method, headers and body unchanged, and adds only its own name', async () => {
    let got: object = {}
    const { url } = await serve(async (request, response) => {
      got = { ...request.headers, method: request.method, body: (await request.toArray()).join('') }
      response.end()
    })
    const headers = { 'content-type': 'application/json', 'X-Job': '1' }
    await sendTo(url, here, { method: 'PUT', headers, body: '{"试":1}' })
    expect(got).toEqual({
      method: 'PUT',
      body: '{"试":1}',
      host: new URL(url).host,
      connection: 'close',
      'content-type': 'application/json',
      'content-length': '9',
      'user-agent': 'Atrium',
      'accept-encoding': 'identity',
      'x-job': '1',
    })
  })

  it.each(['Host', 'connection', 'Content-Length', 'transfer-encoding', 'upgrade', 'Proxy-Authorization'])(
    'is rejected with the header %s',
    async (name) => {
      const { url, asked } = await serve((_request, response) => response.end())
      expect(await reasonOf(sendTo(url, here, { headers: { [name]: '1' } }))).toBe('invalid')
      expect(await reasonOf(sendTo(url, here, { headers: { 'x-a': '1\r\nx-b: 2' } }))).toBe('invalid')
      expect(asked).toEqual([])
    },
  )

  it('is rejected for every name of this machine', async () => {
    const { port, asked } = await serve((_request, response) => response.end())
    const hosts = ['127.0.0.1', '127.1', '2130706433', '0x7f.1', 'localhost', '[::ffff:127.0.0.1]']
    for (const scheme of ['http', 'https']) {
      for (const host of hosts)
        expect(await reasonOf(sendTo(`${scheme}://${host}:${port}/`, { ALLOW_HTTP: '1' }))).toBe('private')
    }
    expect(asked).toEqual([])
  })

  it('is rejected for a name with a private address, and uses only the allowed ones of several addresses', async () => {
    const { port, asked } = await serve((_request, response) => response.end('good'))
    const url = `http://product.example:${port}/`
    const http = { ALLOW_HTTP: '1' } as const
    for (const address of [
      '127.0.0.1',
      '10.0.0.1',
      '169.254.169.254',
      '::1',
      '::ffff:127.0.0.1',
      '64:ff9b::1',
    ])
      expect(await reasonOf(sendTo(url, http, {}, leadingTo([address]).lookup))).toBe('private')
    expect(await reasonOf(sendTo(url, http, {}, leadingTo([]).lookup))).toBe('unreachable')
    expect(asked).toEqual([])
    const mixed = leadingTo(['10.0.0.1', '127.0.0.1']).lookup
    expect(await sendTo(url, here, {}, mixed)).toMatchObject({ body: 'good' })
    // A name that operators trust may have any address.
    const named = { OUTBOUND_ALLOW: 'product.example' }
    expect(await sendTo(url, named, {}, leadingTo(['127.0.0.1']).lookup)).toMatchObject({ body: 'good' })
  })

  it('is rejected for a real name that resolves to this machine', async () => {
    const { port, asked } = await serve((_request, response) => response.end())
    // Judged by its text, the name may be in the allowed network. Its address is this machine.
    const settings = { OUTBOUND_ALLOW: '127.0.0.1/32, 10.0.0.0/8' }
    expect(await reasonOf(sendTo(`http://localhost:${port}/`, settings))).toBe('answered')
    expect(await reasonOf(sendTo(`http://localhost:${port}/`, { OUTBOUND_ALLOW: '10.0.0.0/8' }))).toBe(
      'private',
    )
    expect(asked).toHaveLength(1)
  })

  it('uses http for a name only if its address is in an allowed network', async () => {
    const { port } = await serve((_request, response) => response.end())
    const url = `http://product.example:${port}/`
    expect(await reasonOf(sendTo(url, here, {}, leadingTo(['127.0.0.1']).lookup))).toBe('answered')
    expect(await reasonOf(sendTo(url, here, {}, leadingTo(['8.8.8.8']).lookup))).toBe('insecure')
    expect(await reasonOf(sendTo(url, {}, {}, leadingTo(['8.8.8.8']).lookup))).toBe('insecure')
  })

  it('connects to the address that was checked, and is rejected once the name has another address', async () => {
    const good = await serve((_request, response) => response.end('good'), '127.0.0.2')
    const bad = await serve((_request, response) => response.end('bad'), '127.0.0.1', good.port)
    const { lookup, asked } = leadingTo(['127.0.0.2'], ['127.0.0.1'])
    const outbound = createOutbound({ OUTBOUND_ALLOW: '127.0.0.2' }, lookup)
    const request = { ...plain, url: `http://product.example:${good.port}/` }
    expect(outbound.check(request.url, 'api')).toBeUndefined()
    expect(asked).toEqual([])
    expect(await outbound.send(request)).toMatchObject({ body: 'good' })
    expect(await reasonOf(outbound.send(request))).toBe('private')
    expect(asked).toEqual(['product.example', 'product.example'])
    expect(bad.asked).toEqual([])
  })

  it('follows no redirect', async () => {
    const target = await serve((_request, response) => response.end())
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await serve((_request, response) =>
        response.writeHead(status, { location: target.url }).end(),
      )
      expect(await reasonOf(sendTo(url, here))).toBe('redirect')
    }
    expect(target.asked).toEqual([])
  })

  it('is limited to the configured hosts, if there are any', async () => {
    const { port, asked } = await serve((_request, response) => response.end())
    const settings = { ...here, OUTBOUND_HOSTS: 'edc.example, *.trial.example' }
    const { lookup } = leadingTo(['127.0.0.1'])
    const to = (host: string) => reasonOf(sendTo(`http://${host}:${port}/`, settings, {}, lookup))
    for (const host of ['edc.example', 'EDC.example.', 'a.trial.example', 'b.a.trial.example'])
      expect(await to(host)).toBe('answered')
    for (const host of ['trial.example', 'x.edc.example', 'atrial.example', '127.0.0.1'])
      expect(await to(host)).toBe('notAllowed')
    expect(asked).toHaveLength(4)
  })

  it('times out, wherever it is slow', async () => {
    const silent = createSocketServer((socket) => socket.resume()).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const trickling = await serve((_request, response) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const never: Lookup = () => new Promise(() => {})
    const short = { timeout: 200 }
    expect(await reasonOf(sendTo(`http://127.0.0.1:${port}/`, here, short))).toBe('timeout')
    expect(await reasonOf(sendTo(trickling.url, here, short))).toBe('timeout')
    expect(await reasonOf(sendTo('http://product.example/', here, short, never))).toBe('timeout')
    silent.close()
  })

  it('ends when its caller aborts it', async () => {
    const { url } = await serve(() => {})
    const stopping = new AbortController()
    const sent = sendTo(url, here, { signal: stopping.signal })
    stopping.abort(new Error('stopped'))
    await expect(sent).rejects.toThrow('stopped')
  })

  it('reads no more of a response than allowed', async () => {
    const { url } = await serve((_request, response) => void response.end('x'.repeat(1001)))
    const endless = await serve((_request, response) => {
      const more = () => void (response.destroyed || response.write('x'.repeat(65_536), more))
      more()
    })
    const wide = await serve((_request, response) => response.setHeader('x-wide', 'x'.repeat(50_000)).end())
    expect(await sendTo(url, here, { maxResponse: 1001 })).toMatchObject({ status: 200 })
    for (const one of [url, endless.url, wide.url]) expect(await reasonOf(sendTo(one, here))).toBe('tooLarge')
  })

  it('reports a cut-off or invalid response, or a missing server, as unreachable', async () => {
    const half = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => response.destroy())
    })
    const rubbish = createSocketServer((socket) => socket.resume().end('rubbish\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    )
    await once(rubbish, 'listening')
    const address = rubbish.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    expect(await reasonOf(sendTo(half.url, here))).toBe('unreachable')
    expect(await reasonOf(sendTo(`http://127.0.0.1:${port}/`, here))).toBe('unreachable')
    // The server has no certificate.
    expect(await reasonOf(sendTo(half.url.replace('http:', 'https:'), here))).toBe('unreachable')
    rubbish.close()
    await once(rubbish, 'close')
    expect(await reasonOf(sendTo(`http://127.0.0.1:${port}/`, here))).toBe('unreachable')
  })

  it('ignores the proxy of the environment', async () => {
    const proxy = await serve((_request, response) => response.end('by proxy'))
    const { url } = await serve((_request, response) => response.end('direct'))
    process.env.HTTP_PROXY = proxy.url
    process.env.NODE_USE_ENV_PROXY = '1'
    try {
      expect(await sendTo(url, here)).toMatchObject({ body: 'direct' })
    } finally {
      delete process.env.HTTP_PROXY
      delete process.env.NODE_USE_ENV_PROXY
    }
  })
})
