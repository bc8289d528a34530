/**
 * `pnpm package`: builds what changed and makes one folder of all that a deployment runs. See docs/operators/start.md.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from './build.ts'
import { CommandFailure, runCommand, say, UsageError } from './command.ts'
import { assemble } from './package/assemble.ts'

const root = join(import.meta.dirname, '..')

const help = `Makes one folder of all that a deployment runs: server, front ends, manuals, the embedded PostgreSQL and, on Linux
x64, Node. Starting it needs nothing else: bin/atrium.
Usage: pnpm package [--to <folder>]
  --to  where it is made, dist/package by default; a package that is there is replaced`

await runCommand({
  help,
  options: { to: { type: 'string' } },
  run: async ({ values, positionals }) => {
    if (positionals.length > 0) throw new UsageError(`What is ${positionals.join(' ')}?`)
    const target = resolve(values.to ?? join(root, 'dist/package'))
    if (existsSync(target) && !existsSync(join(target, 'bin/atrium')))
      throw new CommandFailure(`${target} is there and is no package: name another folder.`)
    await build()
    const { hasNode } = await assemble(root, target)
    say(
      `${target}\nStart it with bin/atrium${hasNode ? '' : ', which needs Node 24: it is not in the folder'}.`,
    )
  },
})
