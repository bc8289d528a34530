import { join } from 'node:path'
import { buildRelease, checkRelease, describeBuild } from '@atrium/federation/team'
import { hostOf, keyOf, onlyName, print, runReleaseCommand } from './command.ts'

const root = join(import.meta.dirname, '../..')

await runReleaseCommand({
  usage: 'pnpm release:check <remote> --host <address> [--key <file>]',
  purpose:
    'Checks whether a remote can be deployed, and prints each problem with its solution. Uploads nothing.\n' +
    'With a key, the server also checks whether it trusts the key.',
  options: ['host', 'key'],
  run: async (input) => {
    const name = onlyName(input, 'remote')
    const host = hostOf(input)
    const key = input.values.key === undefined ? undefined : await keyOf(input)
    const built = await buildRelease(root, name)
    print(describeBuild(built))
    await checkRelease(built, host, key)
    print('The server accepts the release.')
  },
})
