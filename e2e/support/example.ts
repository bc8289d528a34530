import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from './free-port.ts'

/** A page of somebody else's, as examples/ has them, on an origin of its own. */
export interface ExamplePage {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Takes a free port for a page, so that the profile of the server can name its origin beforehand. */
export async function placeForExample() {
  const port = await freePort()
  return { port, origin: `http://127.0.0.1:${port}` }
}

/**
 * Serves an example by the command that its README names.
 * @param folder the page's folder
 * @param atrium address of the server that it embeds
 * @param environment whom its own server signs in
 */
export async function serveExample(
  folder: string,
  { port, origin }: Awaited<ReturnType<typeof placeForExample>>,
  atrium: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ExamplePage> {
  const args = ['examples/serve.js', folder, '--port', String(port), '--atrium', atrium]
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout ?? child, 'data')
  return {
    url: origin,
    close: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}
