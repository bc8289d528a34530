import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { withoutStarts } from './debian.ts'

let folder: string
let policy: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-policy-'))
  policy = join(folder, 'policy-rc.d')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('what keeps services from starting goes with the process that is ended meanwhile', async () => {
  const text = `import { withoutStarts } from ${JSON.stringify(join(import.meta.dirname, 'debian.ts'))}
    const forever = () => new Promise(() => setInterval(() => {}, 1000))
    await withoutStarts(() => (console.log('began'), forever()), ${JSON.stringify(policy)})`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', text], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  expect(existsSync(policy)).toBe(true)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
  expect(existsSync(policy)).toBe(false)
})

test('what a killed process left of it goes, and what is somebody else’s stays', async () => {
  let left = ''
  await withoutStarts(async () => (left = await readFile(policy, 'utf8')), policy)
  await writeFile(policy, left)
  await withoutStarts(async () => {}, policy)
  expect(existsSync(policy)).toBe(false)
  await writeFile(policy, 'exit 101')
  await withoutStarts(async () => {}, policy)
  expect(await readFile(policy, 'utf8')).toBe('exit 101')
})
