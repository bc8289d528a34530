import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { chromiumPath } from '../../scripts/test/chromium.ts'

const gibibyte = 2 ** 30

/**
 * Describes the machine, and how busy it was during the measurement.
 * @param extra further facts of the benchmark, e.g. the database's version
 */
export function describeMachine(extra: readonly string[] = []): string {
  const cores = cpus()
  const facts = [
    `${cores.length} × ${cores[0]?.model.trim() ?? 'unknown processor'}`,
    `${(totalmem() / gibibyte).toFixed(0)} GiB memory`,
    `Linux ${release()}`,
    `Node ${process.versions.node}`,
    ...extra,
    `load average at the start ${loadAtStart}`,
    new Date().toISOString().slice(0, 16).replace('T', ' '),
  ]
  return `Machine: ${facts.join(' · ')} UTC.`
}

const loadAtStart = loadavg()
  .map((load) => load.toFixed(1))
  .join(' / ')

export const chromiumVersion = (): string =>
  execFileSync(chromiumPath, ['--version', '--no-sandbox'], { stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim()
