import { getRemoteEntry, getRemoteInfo } from '@module-federation/runtime'
import { RemoteLoadError } from './error.ts'
import type { RegisteredRemote } from './register.ts'
import { federation } from './runtime.ts'
import { statusOf } from './status.ts'

/** Stage `container`: loads the script that holds the remote's container. */
export async function loadContainer(remote: RegisteredRemote): Promise<void> {
  try {
    await getRemoteEntry({ origin: federation(), remoteInfo: getRemoteInfo({ ...remote }) })
  } catch (cause) {
    throw new RemoteLoadError('container', remote.name, cause, statusOf(remote.entry))
  }
}
