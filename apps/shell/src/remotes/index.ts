export { type Remotes, RemotesProvider, usePreload, useRemotes } from './context.ts'
export { warmUp } from './provided.ts'
export { RemoteScreens } from './RemoteScreens.tsx'
