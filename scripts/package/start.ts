import { runCommand } from '../../apps/server/src/platform/config/command.ts'
import { serve } from '../start/serve.ts'

await runCommand({
  usage:
    'Starts the server. Settings come from the environment; see docs/operators/configure.md.\nUsage: bin/atrium start\n',
  options: {},
  run: async () => {
    // A deployment has no demonstration data and no sandbox by default.
    await serve({ ...process.env, DEMO: process.env.DEMO?.trim() || '0' })
    return 0
  },
})
