import { lineOf, makeTeamKey } from '@atrium/federation/team'
import { onlyName, runReleaseCommand, say } from './command.ts'

await runReleaseCommand({
  usage: ['pnpm release:key <file>'],
  purpose:
    'Makes the key with which a team signs its releases (Ed25519), in a file that only its owner may read.',
  takes: [],
  run: async (asked) => {
    const file = onlyName(asked, 'file')
    const key = await makeTeamKey(file)
    const kept = key.isNew ? `The key is in ${file}.` : `${file} holds a key already, which is kept.`
    say(`${kept} Anybody who has it can release: keep it as you keep passwords.`)
    say('The operator adds this line to "keys" of your remote, in the file of trusted keys (RELEASE_KEYS):')
    say(lineOf(key))
  },
})
