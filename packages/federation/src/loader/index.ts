export { renderFailure } from './chunk.ts'
export { RemoteLoadError, type RemoteStage } from './error.ts'
export { createRemoteLoader, type RemoteLoader, type RemoteLoaderOptions } from './loader.ts'
