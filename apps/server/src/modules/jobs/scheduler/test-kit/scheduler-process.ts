import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestDatabase } from '../../../../../test-support/index.ts'

const folder = join(import.meta.dirname, '../../../..')

const code = (url: string) => `
  const { connectDatabase } = await import(${JSON.stringify(join(folder, 'platform/database/index.ts'))})
  const { startScheduler } = await import(${JSON.stringify(join(folder, 'modules/jobs/scheduler/scheduler.ts'))})
  const { testServices } = await import(${JSON.stringify(join(folder, '../test-support/services.ts'))})
  const { db, queue } = await connectDatabase({ url: ${JSON.stringify(url)}, ownerUrl: '' })
  const handler = {
    beanName: 'test',
    methodName: 'run',
    run: async ({ params }) => {
      process.stdout.write(params + ' ran\\n')
      if (params === 'hang') await new Promise((resolve) => setTimeout(resolve, 3_600_000))
      return params
    },
  }
  const services = { ...testServices({ db }), jobHandlers: [handler] }
  await startScheduler({ services, queue, superviseSeconds: 1 })
  process.stdout.write('ready\\n')`

/** Process that runs jobs, with its output: one line `<params> ran` for each run that it started. */
export interface SchedulerProcess {
  readonly child: ChildProcess
  readonly said: () => readonly string[]
}

/** Starts a process with a scheduler, and waits until it is ready. */
export async function startSchedulerProcess({ url }: TestDatabase): Promise<SchedulerProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code(url)], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (text += part))
  await once(child.stdout, 'data')
  return { child, said: () => text.split('\n').filter((line) => line.endsWith(' ran')) }
}
