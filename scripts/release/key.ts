import { lineOf, makeTeamKey } from '@atrium/federation/team'
import { onlyName, print, runReleaseCommand } from './command.ts'

await runReleaseCommand({
  usage: 'pnpm release:key <file>',
  purpose:
    'Generates the Ed25519 key with which a team signs its releases, in a file that only its owner may read.',
  options: [],
  run: async (input) => {
    const file = onlyName(input, 'file')
    const key = await makeTeamKey(file)
    const saved = key.isNew ? `The key is saved in ${file}.` : `${file} has a key already, which is kept.`
    print(`${saved} Anybody who has it can release, so protect it like a password.`)
    print('The operator adds this line to "keys" of your remote, in the file of trusted keys (RELEASE_KEYS):')
    print(lineOf(key))
  },
})
