import { askUndo, noRelease, ReleaseFailure, readServerRegistry } from '@atrium/federation/team'
import { hostOf, keyOf, onlyName, print, runReleaseCommand } from './command.ts'

await runReleaseCommand({
  usage:
    'pnpm release:rollback <remote> --host <address> --key <file> [--from <version>] [--reason <reason>]',
  purpose: 'Activates the previous release again. With --from, repeating the command has no further effect.',
  options: ['host', 'key', 'from', 'reason'],
  run: async (input) => {
    const name = onlyName(input, 'remote')
    const host = { address: hostOf(input), key: await keyOf(input) }
    const { reason = '' } = input.values
    const findActive = async (): Promise<string | undefined> =>
      (await readServerRegistry(host.address)).remotes.find((entry) => entry.name === name)?.active
    const version = input.values.from ?? (await findActive())
    if (!version) throw new ReleaseFailure(noRelease(name))
    const { active } = await askUndo(host, { name, version, reason })
    print(`${name} was rolled back from ${version}. Release ${active} is active.`)
  },
})
