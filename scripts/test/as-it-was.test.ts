import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { forbidStarts, keepEnabledUnits, restoringState } from './as-it-was.ts'

let folder: string
let policy: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-machine-'))
  policy = join(folder, 'policy-rc.d')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const theirs = '#!/bin/sh\nexit 0\n'
const writeTheirs = async () => {
  await writeFile(policy, theirs)
  chmodSync(policy, 0o750)
}
const expectTheirs = async () => {
  expect(await readFile(policy, 'utf8')).toBe(theirs)
  expect(statSync(policy).mode & 0o777).toBe(0o750)
  expect(existsSync(`${policy}.atrium-kept`)).toBe(false)
}

/** Returns the exit of the policy during the work, while services may not start. */
const forbidding = async (): Promise<string> => {
  let seen = ''
  await restoringState([forbidStarts(policy)], async () => {
    seen = await readFile(policy, 'utf8')
  })
  return seen
}

describe('the policy on starting services', () => {
  it('forbids it during the work, and is removed afterwards if there was none before', async () => {
    expect(await forbidding()).toContain('exit 101')
    expect(existsSync(policy)).toBe(false)
  })

  it('is restored with its mode if there was one, even when the work fails', async () => {
    await writeTheirs()
    expect(await forbidding()).toContain('exit 101')
    await expectTheirs()
    const failing = restoringState([forbidStarts(policy)], () => Promise.reject(new Error('no network')))
    await expect(failing).rejects.toThrow('no network')
    await expectTheirs()
  })

  it('is restored by the next run after a killed one', async () => {
    await writeTheirs()
    // Simulates a killed run, which leaves its own policy behind.
    forbidStarts(policy)()
    await forbidding()
    await expectTheirs()
    await rm(policy)
    forbidStarts(policy)()
    await forbidding()
    expect(existsSync(policy)).toBe(false)
  })
})

describe('a process that is stopped during the work', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`finishes the work, restores everything and ends by ${signal}`, async () => {
      await writeTheirs()
      const text = `import { forbidStarts, restoringState } from ${JSON.stringify(join(import.meta.dirname, 'as-it-was.ts'))}
        await restoringState([forbidStarts(${JSON.stringify(policy)})], async () => {
          console.log('began')
          for await (const _ of process.stdin);
        })`
      const child = spawn(process.execPath, ['--input-type=module', '--eval', text])
      await once(child.stdout, 'data')
      child.kill(signal)
      await once(child.stderr, 'data')
      expect(await readFile(policy, 'utf8')).toContain('exit 101')
      child.stdin.end()
      expect(await once(child, 'exit')).toEqual([null, signal])
      await expectTheirs()
    })
  }
})

const systemd = spawnSync('systemctl', ['--version']).status === 0
const ifSystemd = systemd ? it : it.skip

describe('the units that start with the machine', () => {
  const systemctl = (...args: string[]) =>
    spawnSync('systemctl', [`--root=${folder}`, ...args], { encoding: 'utf8' }).stdout.trim()
  const addUnit = async (name: string) => {
    const units = join(folder, 'usr/lib/systemd/system')
    mkdirSync(units, { recursive: true })
    await writeFile(
      join(units, name),
      '[Service]\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n',
    )
  }

  ifSystemd('are those of before: new ones are disabled, and lost ones enabled again', async () => {
    await addUnit('theirs.service')
    await addUnit('lost.service')
    await addUnit('off.service')
    systemctl('enable', '-q', 'theirs.service', 'lost.service')
    await restoringState([keepEnabledUnits(folder)], async () => {
      await addUnit('new.service')
      systemctl('enable', '-q', 'new.service', 'off.service')
      systemctl('disable', '-q', 'lost.service')
    })
    const states = ['theirs', 'lost', 'off', 'new'].map((name) => systemctl('is-enabled', `${name}.service`))
    expect(states).toEqual(['enabled', 'enabled', 'disabled', 'disabled'])
  })
})
