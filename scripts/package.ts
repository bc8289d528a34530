/**
 * `pnpm package`: builds what changed and assembles a folder with everything a deployment runs. See
 * docs/operators/start.md.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from './build.ts'
import { CommandFailure, print, runCommand, UsageError } from './command.ts'
import { assemble } from './package/assemble.ts'

const root = join(import.meta.dirname, '..')

const help = `Assembles a folder with everything a deployment runs: server, front ends, manuals, the embedded PostgreSQL and, on
Linux x64, Node. bin/atrium starts it without anything else.
Usage: pnpm package [--to <folder>]
  --to  the folder, dist/package by default; a package in it is replaced`

await runCommand({
  help,
  options: { to: { type: 'string' } },
  run: async ({ values, positionals }) => {
    if (positionals.length > 0) throw new UsageError(`Unknown argument: ${positionals.join(' ')}`)
    const target = resolve(values.to ?? join(root, 'dist/package'))
    if (existsSync(target) && !existsSync(join(target, 'bin/atrium')))
      throw new CommandFailure(`${target} exists and is not a package. Name another folder.`)
    await build()
    const { hasNode } = await assemble(root, target)
    print(
      `${target}\nStart it with bin/atrium.${hasNode ? '' : ' It needs Node 24, which is not in the folder.'}`,
    )
  },
})
