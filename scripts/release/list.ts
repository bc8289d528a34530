import { describeRegistry, noRelease, ReleaseFailure, readServerRegistry } from '@atrium/federation/team'
import { hostOf, print, runReleaseCommand, UsageError } from './command.ts'

await runReleaseCommand({
  usage: 'pnpm release:list [<remote>] --host <address>',
  purpose: 'Lists remotes and their releases, newest first, and which users get each release.',
  options: ['host'],
  run: async (input) => {
    const [name, ...more] = input.names
    if (more.length > 0) throw new UsageError('Name one remote, or none to list all.')
    const lines = describeRegistry(await readServerRegistry(hostOf(input)), name)
    if (lines.length === 0) throw new ReleaseFailure(name ? noRelease(name) : 'The registry is empty.')
    for (const line of lines) print(line)
  },
})
