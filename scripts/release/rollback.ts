import { nothingCounts, ReleaseFailure, rollBack } from '@atrium/federation/team'
import { hostOf, keyOf, onlyName, registryOf, runReleaseCommand, say } from './command.ts'

await runReleaseCommand({
  usage: [
    'pnpm release:rollback <remote> --host <address> --key <file> [--from <version>] [--reason <why>]',
    'pnpm release:rollback <remote> --to <folder or s3://bucket/prefix of a static host> [--from <version>]',
  ],
  purpose: 'Has the release before count again. With --from it is done once, however often it is asked for.',
  takes: ['host', 'to', 'key', 'from', 'reason'],
  run: async (asked) => {
    const name = onlyName(asked, 'remote')
    const { from: asksFor, reason = '' } = asked.values
    const host = await hostOf(asked)
    const by = 'address' in host ? { ...host, key: await keyOf(asked) } : host
    const from = asksFor ?? (await registryOf(asked)).remotes.find((entry) => entry.name === name)?.active
    if (!from) throw new ReleaseFailure(nothingCounts(name))
    const active = await rollBack({ name, from, reason, host: by })
    say(`${name} was rolled back from ${from}: release ${active} counts now.`)
  },
})
