import { join } from 'node:path'
import { buildRelease, deploy, describeBuild } from '@atrium/federation/team'
import {
  hostOf,
  type Input,
  keyOf,
  onlyName,
  print,
  required,
  runReleaseCommand,
  UsageError,
} from './command.ts'

const root = join(import.meta.dirname, '../..')

/** Returns the URL at which the uploaded files are served. */
function addressOf({ values: { address, to = '' } }: Input): string {
  if (address !== undefined) return address
  if (!to.startsWith('s3://')) return '/remotes'
  throw new UsageError('--address is missing: give the address at which the bucket is served.')
}

await runReleaseCommand({
  usage:
    'pnpm release <remote> --to <folder> --host <address> --key <file>\n' +
    'pnpm release <remote> --to s3://bucket/prefix --address <public address> --host <address> --key <file>',
  purpose:
    'Builds one remote with the version in its package.json, uploads it and registers it with the server.\n' +
    'If the command was interrupted, run it again to continue.',
  options: ['to', 'host', 'key', 'address'],
  run: async (input) => {
    const name = onlyName(input, 'remote')
    const [to, address] = [required(input, 'to'), addressOf(input)]
    const host = { address: hostOf(input), key: await keyOf(input) }
    const built = await buildRelease(root, name)
    print(describeBuild(built))
    await deploy(built, { host, to, address, onStep: print })
  },
})
