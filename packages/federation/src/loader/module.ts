import type { RemoteRoute } from '../routes.ts'
import { moduleFailure } from './chunk.ts'
import type { RegisteredRemote } from './register.ts'
import { federation } from './runtime.ts'

/** Stage `module`: takes the remote's routes out of its container, with the chunks they need. */
export async function loadRoutes({ name }: RegisteredRemote): Promise<readonly RemoteRoute[]> {
  try {
    const module = await federation().loadRemote<{ routes: readonly RemoteRoute[] }>(`${name}/routes`)
    if (!Array.isArray(module?.routes)) throw new Error('the remote exposes no routes')
    return module.routes
  } catch (cause) {
    throw moduleFailure(name, cause)
  }
}
