import { describeRegistry, nothingCounts, ReleaseFailure } from '@atrium/federation/team'
import { registryOf, runReleaseCommand, say, UsageError } from './command.ts'

await runReleaseCommand({
  usage: [
    'pnpm release:list [<remote>] --host <address>',
    'pnpm release:list [<remote>] --to <folder or s3://bucket/prefix>',
  ],
  purpose: 'Lists remotes with their releases, the newest first, and for whom each counts.',
  takes: ['host', 'to'],
  run: async (asked) => {
    const [name, ...more] = asked.names
    if (more.length > 0) throw new UsageError('Name one remote, or none for all.')
    const lines = describeRegistry(await registryOf(asked), name)
    if (lines.length === 0) throw new ReleaseFailure(name ? nothingCounts(name) : 'The registry is empty.')
    for (const line of lines) say(line)
  },
})
