import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { processEnvironment } from '../apps/server/test-support/process-environment.ts'
import { startSandbox } from './start/sandbox.ts'

// The test may have to build the suite first.
jest.setTimeout(420_000)

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-start-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

it('builds, serves, prints address and passwords, and stops everything on Ctrl-C', async () => {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      ...processEnvironment,
      PORT: '0',
      METRICS_PORT: '0',
      SANDBOX_PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  while (!/Demo SMS and e-mails\n\s+http/.test(output)) {
    if (child.exitCode !== null) throw new Error(`it exited: ${output}`)
    await new Promise((proceed) => setTimeout(proceed, 100))
  }
  expect(output).toMatch(/administrator\s+admin/i)
  expect(output).toMatch(/admin\s+[A-Za-z\d]{8,16}\n/)
  const address = /Address\s+(http:\S+)/.exec(output)?.[1] ?? ''
  const page = await fetch(address)
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(await page.text()).toContain('atrium-registry')

  child.kill('SIGINT')
  expect(await exited).toEqual([0, null])
  await expect(fetch(address)).rejects.toThrow()
})

it('starts no sandbox for a deployment, and prints that SANDBOX_PORT has no effect', async () => {
  const deployments = [{ DATABASE_URL: 'postgres://u@db/atrium' }, { HOST: '0.0.0.0' }, { DEMO: '0' }]
  for (const settings of deployments) {
    const { environment, announcement } = await startSandbox({ ...settings, SANDBOX_PORT: '0' })
    expect(environment).toEqual({})
    expect(announcement).toContain('SANDBOX_PORT has no effect')
  }
})
