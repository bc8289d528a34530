/**
 * In place of the federation runtime's reader of manifests: the shell reads them itself and registers what they
 * say. These are the parts that the runtime asks for all the same.
 */
export class SnapshotHandler {
  readonly hooks = { applyPlugin: (): void => undefined, removePlugin: (): void => undefined }
  readonly manifestCache = new Map<string, unknown>()
}

/** What is known of a remote from such a manifest. */
export const getGlobalRemoteInfo = () => ({ hostGlobalSnapshot: undefined })
