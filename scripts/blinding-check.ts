/**
 * `pnpm blinding:check`: makes every call as blinded people to two servers whose databases differ in unblinded facts
 * alone, and exits with 1 if any response differs. It starts its own PostgreSQL, and keeps no data.
 */
import { allCalls } from '@atrium/contract'
import setUp from '../apps/server/test-support/global-setup.ts'
import tearDown from '../apps/server/test-support/global-teardown.ts'
import { CommandFailure, print, runCommand, UsageError } from './command.ts'
import './jest/module-hooks.ts'

const help = `pnpm blinding:check [--call <path>]... [--unblinded]

Makes every call as blinded people to two servers whose databases differ in unblinded facts alone: who is unblinded,
requests for it and rejections by RTSM. Prints a line for each person, and each difference with
both responses. Exits with 1 if there is one. A difference may follow from an earlier one that changed something.
  --call <path>  makes only this call, such as /unblinding/list
  --unblinded    makes the calls as an administrator who is not blinded, and so finds differences`

interface Options {
  /** Paths of the calls to make; undefined for all calls. */
  readonly paths: readonly string[] | undefined
  readonly unblinded: boolean
}

/** @throws UsageError for a path that no call has */
function callsAt(paths: Options['paths']) {
  const unknown = paths?.find((path) => !allCalls.some((call) => call.path === path))
  if (unknown !== undefined) throw new UsageError(`There is no call ${unknown}.`)
  return paths && allCalls.filter(({ path }) => paths.includes(path))
}

async function check({ paths, unblinded }: Options): Promise<void> {
  const calls = callsAt(paths)
  await setUp()
  try {
    const { startPair, reportOf } = await import('../apps/server/src/app/conformance/blinding/index.ts')
    const { trial, check, close } = await startPair()
    const results = await check(unblinded ? [trial.grantor] : trial.blinded, calls).finally(close)
    print(reportOf(results))
    if (results.some(({ differences }) => differences.length > 0))
      throw new CommandFailure('The responses above differ.')
  } finally {
    await tearDown()
  }
}

await runCommand({
  help,
  options: { call: { type: 'string', multiple: true }, unblinded: { type: 'boolean', default: false } },
  run: ({ values: { call: paths, unblinded } }) => check({ paths, unblinded }),
})
