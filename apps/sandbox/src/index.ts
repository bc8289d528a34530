export type { Message } from './inbox/index.ts'
export { type StandIn, standInFor } from './stand-in.ts'
export { type Sandbox, type SandboxOptions, startSandbox } from './start.ts'
