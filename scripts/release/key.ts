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
    const saved = key.isNew
      ? `The key is saved in ${file}.`
      : `${file} already contains a key, which was kept.`
    print(`${saved} Anyone with this key can release, so protect it like a password.`)
    print(
      'Ask the operator to add this line to "keys" of your remote in the file of trusted keys (RELEASE_KEYS):',
    )
    print(lineOf(key))
  },
})
