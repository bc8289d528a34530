import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  buildRelease,
  deploy,
  describeBuild,
  parseTrustedKeys,
  ReleaseFailure,
} from '@atrium/federation/team'
import {
  type Asked,
  keyOf,
  needed,
  onlyName,
  runReleaseCommand,
  say,
  serverAt,
  UsageError,
} from './command.ts'

const root = join(import.meta.dirname, '../..')

/** Where what is put there is served. */
function addressOf({ values: { address, host, to = '' } }: Asked): string {
  if (address !== undefined) return address
  if (host !== undefined && !to.startsWith('s3://')) return '/remotes'
  throw new UsageError('--address is missing: only a server serves a folder, its RELEASES_DIR, by itself.')
}

/** Whose registry it is: a server's, or that of a static host. */
async function targetOf({ values: { host, trusted } }: Asked) {
  if (host !== undefined && trusted !== undefined)
    throw new UsageError('Give either --host or --trusted: a server has the operator’s keys itself.')
  if (host !== undefined) return serverAt(host)
  if (trusted === undefined)
    throw new UsageError('Name a server by --host; for a static host, the file of trusted keys by --trusted.')
  const content = await readFile(trusted, 'utf8').catch((cause: Error) => {
    throw new ReleaseFailure(`The file of trusted keys cannot be read: ${cause.message}.`)
  })
  return { trusted: parseTrustedKeys(trusted, content) }
}

await runReleaseCommand({
  usage: [
    'pnpm release <remote> --to <folder> --host <address> --key <file>',
    'pnpm release <remote> --to s3://bucket/prefix --address <public address> --host <address> --key <file>',
    'pnpm release <remote> --to <folder or s3://bucket/prefix> --address <base> --trusted <file> --key <file>',
  ],
  purpose:
    'Builds one remote alone, in the version of its package.json, and has it count, or ready to count, at a host. Run again\n' +
    'after it broke off, it goes on.',
  takes: ['to', 'host', 'key', 'address', 'trusted'],
  run: async (asked) => {
    const name = onlyName(asked, 'remote')
    const [to, address] = [needed(asked, 'to'), addressOf(asked)]
    const [target, key] = [await targetOf(asked), await keyOf(asked)]
    const built = await buildRelease(root, name)
    say(describeBuild(built))
    await deploy(built, { key, to, address, target, onStep: say })
  },
})
