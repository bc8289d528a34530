export type { Message } from './inbox.ts'
export { type StandIn, standInFor } from './stand-in.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from './start.ts'
