import { join } from 'node:path'
import { buildRelease, describeBuild, refuseUndeployable } from '@atrium/federation/team'
import { hostOf, keyOf, onlyName, runReleaseCommand, say } from './command.ts'

const root = join(import.meta.dirname, '../..')

await runReleaseCommand({
  usage: [
    'pnpm release:check <remote> --host <address> [--key <file>]',
    'pnpm release:check <remote> --to <folder or s3://bucket/prefix of a static host>',
  ],
  purpose:
    'Says whether a remote could be deployed as it is, and if not each reason with what to do. Uploads nothing. With a key\n' +
    'the server is asked too whether it trusts it.',
  takes: ['host', 'to', 'key'],
  run: async (asked) => {
    const name = onlyName(asked, 'remote')
    const host = await hostOf(asked)
    const key = asked.values.key === undefined ? undefined : await keyOf(asked)
    const built = await buildRelease(root, name)
    say(describeBuild(built))
    await refuseUndeployable(built, { host, key })
    say('It can be deployed.')
  },
})
