import { Writable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { createLogger } from './logger.ts'
import { serveMetrics } from './metrics.ts'

describe('the log', () => {
  it('leaves secrets out wherever an object carries them', () => {
    let text = ''
    const sink = new Writable({
      write: (chunk, _encoding, done) => {
        text += chunk
        done()
      },
    })
    const secret = 'hunter2'
    createLogger('info', sink).info(
      { password: secret, user: { token: secret }, a: { b: { appKey: secret } } },
      'x',
    )
    expect(text).not.toContain(secret)
    expect(JSON.parse(text)).toMatchObject({ user: { token: '[redacted]' }, msg: 'x' })
  })
})

describe('the metrics', () => {
  it('are served to Prometheus on a port of their own', async () => {
    const server = await serveMetrics(0)
    const address = server.address()
    const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const response = await fetch(`${base}/api/metrics`)
    expect(response.headers.get('content-type')).toContain('text/plain')
    const text = await response.text()
    for (const name of [
      'atrium_call_duration_seconds',
      'atrium_database_connections',
      'process_cpu_seconds_total',
    ])
      expect(text).toContain(`# HELP ${name}`)
    expect((await fetch(base)).status).toBe(404)
    server.closeAllConnections()
    server.close()
  })
})
