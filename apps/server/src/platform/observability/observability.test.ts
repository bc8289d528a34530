import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { parse } from 'yaml'
import { routes } from '../../app/routes.ts'
import '../../operations/overview/index.ts'
import '../../app/job-handlers.ts'
import '../../modules/jobs/index.ts'
import { createLogger } from './logger.ts'
import { serveMetrics } from './metrics.ts'

describe('the log', () => {
  it('removes secrets wherever an object contains them', () => {
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

/** Returns the metrics of the whole server. Importing the routes loads every part of it. */
async function metricsText(): Promise<string> {
  expect(routes.length).toBeGreaterThan(0)
  const server = await serveMetrics({ host: '127.0.0.1', port: 0 })
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const response = await fetch(`${base}/api/metrics`)
  expect(response.headers.get('content-type')).toContain('text/plain')
  expect((await fetch(base)).status).toBe(404)
  server.closeAllConnections()
  server.close()
  return response.text()
}

const deploy = resolve(import.meta.dirname, '../../../../../deploy')
const alertsFile = join(deploy, 'prometheus/alerts.yml')

/** Returns the names of the metrics in a query, without the suffixes that Prometheus adds to histograms. */
const namesIn = (query: string): string[] =>
  [...query.matchAll(/\b(?:atrium|nodejs|process)_[a-z\d_]+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  )

interface Alerts {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string
      readonly expr: string
      readonly annotations: { readonly summary: string; readonly action: string }
    }[]
  }[]
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly targets: readonly { readonly expr: string }[]
  }[]
}

describe('the metrics', () => {
  it('includes every metric that the alerts, the dashboard and the manual use, with its unit', async () => {
    const served = [...(await metricsText()).matchAll(/^# HELP (\S+)/gm)].map(([, name = '']) => name)
    const own = served.filter((name) => name.startsWith('atrium_'))
    expect(own.filter((name) => !/^atrium_[a-z]+(_[a-z]+)*$/.test(name))).toEqual([])

    const alerts = (parse(await readFile(alertsFile, 'utf8')) as Alerts).groups.flatMap(({ rules }) => rules)
    expect(alerts.filter(({ annotations }) => !annotations.summary || !annotations.action)).toEqual([])
    const { panels } = JSON.parse(await readFile(join(deploy, 'grafana/atrium.json'), 'utf8')) as Dashboard
    const queries = [
      ...alerts.map(({ alert, expr }) => ({ of: alert, expr })),
      ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, expr }))),
    ]
    // The only query without a metric of Atrium checks whether Prometheus reaches the server.
    expect(queries.filter(({ expr }) => namesIn(expr).length === 0).map(({ of }) => of)).toEqual([
      'AtriumDown',
    ])
    const unknown = queries.flatMap(({ of, expr }) =>
      namesIn(expr)
        .filter((name) => !served.includes(name))
        .map((name) => `${of}: ${name}`),
    )
    expect(unknown).toEqual([])
    const page = await readFile(resolve(deploy, '../docs/operators/watch.md'), 'utf8')
    const table = page.split('\n').filter((line) => line.startsWith('| `'))
    const reported = [...table.join('\n').matchAll(/`(atrium_[a-z_]+)`/g)].map(([, metric = '']) => metric)
    expect(reported.toSorted()).toEqual(own.toSorted())
    // Every metric is used by some query.
    expect(own.filter((name) => !queries.some(({ expr }) => namesIn(expr).includes(name)))).toEqual([])
  })
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
/** Debian ships promtool only with the whole of Prometheus, which is too large to install for this test. */
const withPromtool = hasPromtool ? it : it.skip
const name = hasPromtool
  ? 'pass promtool'
  : 'pass promtool (NOT CHECKED: promtool is not installed; Debian has it in its package prometheus)'

describe('the alert rules', () => {
  withPromtool(name, () => {
    const promtool = (...args: string[]) =>
      spawnSync('promtool', args, { cwd: join(deploy, 'prometheus'), encoding: 'utf8' })
    for (const args of [
      ['check', 'rules', 'alerts.yml'],
      ['test', 'rules', 'alerts.test.yml'],
    ])
      expect(promtool(...args)).toMatchObject({ status: 0, stdout: expect.stringContaining('SUCCESS') })
  })
})
