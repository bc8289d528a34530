import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'

// The test starts several processes.
jest.setTimeout(180_000)

const stop = pathToFileURL(join(import.meta.dirname, 'stop.ts'))

/** Keeps all files open for longer than the check interval, and prints whether the process was stopped. */
const server = `
import { openSync } from 'node:fs'
import { onStop } from '${stop}'
onStop({ stop: () => console.log('told to stop'), stopNow: () => {} })
let code
try {
  for (;;) openSync('/dev/null')
} catch (error) {
  code = error.code
}
setTimeout(() => console.log('ends by itself after ' + code), 3000)
`

/** Stands in for the package manager that starts the server through a shell. */
const runner = `
const { spawnSync } = require('node:child_process')
spawnSync('sh', ['-c', process.execPath + ' server.mjs; true'], { stdio: 'inherit', cwd: __dirname })
`

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-stop-'))
  await writeFile(join(folder, 'server.mjs'), server)
  await writeFile(join(folder, 'pnpm.cjs'), runner)
})

afterAll(() => rm(folder, { recursive: true }))

it('keeps running when it has no open files left to check its parent processes', async () => {
  const script = `ulimit -n 100; "${process.execPath}" "${join(folder, 'pnpm.cjs')}"`
  const { stdout } = await promisify(execFile)('bash', ['-c', script])
  expect(stdout).toBe('ends by itself after EMFILE\n')
})
