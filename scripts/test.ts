/**
 * `pnpm test`: runs all checks: installed packages, types, lint and boundaries, the build, unit and server tests on a
 * real database, and browser tests in Chromium. Ends with the errors of tests that failed or needed a second try. The
 * last line is `N passed, N failed`.
 */
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ensureChromium } from './test/chromium.ts'
import { ensurePrograms } from './test/debian.ts'
import { recordRun } from './test/record.ts'
import { browser, build, dependencies, lint, type Tally, types, unit } from './test/steps.ts'

const steps: Record<string, () => Promise<Tally>> = { dependencies, types, lint, build, unit, browser }

// Hundreds of processes in all steps share Node's cache of compiled code.
process.env.NODE_COMPILE_CACHE ??= resolve('.cache/node-compile')
await mkdir('.cache', { recursive: true })
recordRun()
await ensureChromium()
await ensurePrograms()

const total = { passed: 0, failed: 0 }
const failures: string[] = []
const secondTries: string[] = []
for (const [name, step] of Object.entries(steps)) {
  const started = performance.now()
  const tally = await step()
  total.passed += tally.passed
  total.failed += tally.failed
  failures.push(...(tally.failures ?? []))
  secondTries.push(...(tally.retried ?? []))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`\n== ${name}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)\n\n`)
}

if (secondTries.length > 0) process.stdout.write(`Needed a second try:\n\n${secondTries.join('\n\n')}\n\n`)
if (failures.length > 0) process.stdout.write(`Failed:\n\n${failures.join('\n\n')}\n\n`)
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 ? 0 : 1
