export { type Config, hasDemonstration, readConfig } from './config/index.ts'
export { StartupError } from './database/index.ts'
export { main, type RunningServer, startServer } from './startup/index.ts'
