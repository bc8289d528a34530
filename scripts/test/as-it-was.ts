import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Prepares the machine for some work.
 * @returns a function that undoes the changes of the preparation and the work
 */
type Preparation = () => () => void

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Does some work and then restores the machine's state. A signal that would end this process waits until the work is
 * over, because a package manager must not be interrupted.
 */
export async function restoringState(
  preparations: readonly Preparation[],
  work: () => Promise<unknown>,
): Promise<void> {
  const undo: (() => void)[] = []
  const undoAll = () => {
    for (const step of undo.splice(0)) step()
  }
  let pending: NodeJS.Signals | undefined
  const wait = (signal: NodeJS.Signals) => {
    pending = signal
    process.stderr.write(`${signal} received. The tests stop after the installation.\n`)
  }
  process.once('exit', undoAll)
  for (const signal of signals) process.on(signal, wait)
  try {
    for (const prepare of preparations) undo.unshift(prepare())
    await work()
  } finally {
    undoAll()
    process.off('exit', undoAll)
    for (const signal of signals) process.off(signal, wait)
    if (pending) process.kill(process.pid, pending)
  }
}

/** Program that Debian runs to decide whether a package's service may be started or stopped. */
const policy = '/usr/sbin/policy-rc.d'
const ours = `#!/bin/sh
# Written by the tests of Atrium while they install packages. Left behind, it may be deleted.
exit 101
`

/**
 * Keeps services of packages from starting.
 * @param file the policy, which is restored afterwards
 */
export const forbidStarts =
  (file = policy): Preparation =>
  () => {
    const kept = `${file}.atrium-kept`
    // A killed process has left these behind.
    if (existsSync(kept)) renameSync(kept, file)
    else if (existsSync(file) && readFileSync(file, 'utf8') === ours) rmSync(file)
    if (existsSync(file)) renameSync(file, kept)
    writeFileSync(file, ours, { mode: 0o755 })
    return () => (existsSync(kept) ? renameSync(kept, file) : rmSync(file, { force: true }))
  }

/**
 * Preserves the list of units that start with the machine.
 * @param root root folder of the machine's files
 */
export const keepEnabledUnits =
  (root = '/'): Preparation =>
  () => {
    const before = enabledUnits(root)
    return () => {
      const after = enabledUnits(root)
      change(
        root,
        'disable',
        after.filter((unit) => !before.includes(unit)),
      )
      change(
        root,
        'enable',
        before.filter((unit) => !after.includes(unit)),
      )
    }
  }

/** Returns the units that start with the machine; none if there is no systemd. */
function enabledUnits(root: string): string[] {
  const list = [`--root=${root}`, 'list-unit-files', '--state=enabled', '--plain', '--no-legend']
  const { stdout } = spawnSync('systemctl', list, { encoding: 'utf8' })
  return (stdout ?? '').split('\n').flatMap((line) => line.split(' ', 1).filter(Boolean))
}

function change(root: string, verb: 'enable' | 'disable', units: readonly string[]): void {
  if (units.length === 0) return
  const { status } = spawnSync('systemctl', [`--root=${root}`, verb, '-q', ...units])
  if (status !== 0)
    process.stderr.write(
      `Could not ${verb} these units. Please ${verb} them with systemctl: ${units.join(' ')}\n`,
    )
}
